import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-graph.ts';

const WRITTEN = [
  'contract',
  'machines',
  'src',
  'server',
  'tests',
  'scripts',
  'docs',
  '.ci',
  'public',
];
const ITSELF = 'tests/architecture/tidiness.test.ts';

/** `path:line: the line`, for every line that matches. */
function mentions(files: readonly string[], pattern: RegExp): string[] {
  return files
    .filter((file) => file !== ITSELF)
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
}

const code = filesIn(WRITTEN, /\.(tsx?|mjs|css|html|md|json|svg)$/);
const tests = filesIn(['tests'], /\.tsx?$/);

describe('project files', () => {
  it('contain no TODO, FIXME, HACK or "for now"', () => {
    const broken = mentions(code, /\b(TODO|FIXME|HACK)\b|\bfor now\b/);
    expect(broken, 'a plan belongs in the tracker, where somebody looks').toEqual([]);
  });

  it('contain no skipped and no focused tests', () => {
    const broken = mentions(
      tests,
      /\b(it|test|describe|suite|bench)\.(only|skip|skipIf|runIf|todo|fails)\b/,
    );
    expect(broken, 'a test that does not run protects nobody').toEqual([]);
  });

  it('contain no blanket suppressions and no debugger statements', () => {
    const broken = mentions(
      code,
      /@ts-(ignore|nocheck)\b|biome-ignore-all|@ts-expect-error\s*$|\bdebugger;/,
    );
    expect(broken, 'the reason stands on the line').toEqual([]);
  });

  it('ask for no number of changed rows', () => {
    const broken = mentions(
      filesIn(['server'], /\.ts$/),
      /\bnum(Updated|Deleted|InsertedOrUpdated|Affected|Changed)Rows\b/,
    );
    expect(broken, 'nobody waits for a write that returns no rows').toEqual([]);
  });

  it('have no generic names such as utils or helpers', () => {
    const broken = filesIn(WRITTEN, /(^|\/)(utils?|helpers?|misc|commons?)(\.[a-z]+)*(\/|$)/);
    expect(broken, 'a drawer for everything is a drawer nobody opens').toEqual([]);
  });
});
