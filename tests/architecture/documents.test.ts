/** The documents for readers: their links, their languages, and what they list. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { settingNames } from '#server/platform/config/config.ts';
import { anchorsOf, filesIn, ROOT, textOf } from './source-graph.ts';

const documents = [
  'README.md',
  'README.es.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesIn(['docs'], /\.md$/),
];

/** Files of Markdown links and of pictures, with their anchors, from the root. */
const linksOf = (file: string): [to: string, anchor: string | undefined][] =>
  [...textOf(file).matchAll(/(?:\]\(|src=")(?!https?:)([^)#"]*)(?:#([^)"]+))?[)"]/g)].map(
    ([, to = '', anchor]) => [
      to === '' ? file : path.posix.join(path.posix.dirname(file), to),
      anchor,
    ],
  );

describe('links', () => {
  const broken = (file: string): string[] =>
    linksOf(file).flatMap(([to, anchor]) => {
      if (!existsSync(path.join(ROOT, to))) return [`${file} → ${to}`];
      return anchor === undefined || anchorsOf(to).includes(anchor)
        ? []
        : [`${file} → ${to}#${anchor}`];
    });

  it('lead to files and headings that exist', () => {
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(100);
    expect(documents.flatMap(broken)).toEqual([]);
  });
});

describe('README', () => {
  it('fits two screens: few lines and three small pictures', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(70);
    const pictures = linksOf('README.md').filter(([to]) => to.endsWith('.png'));
    expect(pictures).toHaveLength(3);
    for (const [to] of pictures)
      expect(statSync(path.join(ROOT, to)).size, to).toBeLessThan(200_000);
    expect(filesIn(['docs/images'], /./)).toEqual(pictures.map(([to]) => to).toSorted());
  });
});

describe('pages in two languages', () => {
  const spanish = documents.filter((file) => file.endsWith('.es.md'));
  const blocksOf = (file: string) => textOf(file).match(/^```[\s\S]*?^```$/gm) ?? [];
  const levelsOf = (file: string) => textOf(file).match(/^#+ /gm);
  const rowsOf = (file: string) => textOf(file).match(/^\| `\w+`(, `\w+`)* \|/gm) ?? [];
  const english = (file: string) => file.replace('.es.md', '.md');
  /** Without links within the page and to the other language. */
  const targetsOf = (file: string) =>
    linksOf(file)
      .map(([to]) => english(to))
      .filter((to) => to !== english(file));

  it('are at least the front page and the pages of an operator', () => {
    expect(spanish).toEqual(
      expect.arrayContaining([
        'README.es.md',
        'docs/operations/failures.es.md',
        'docs/operations/one-machine.es.md',
        'docs/operations/upgrade.es.md',
        'docs/operations/variables.es.md',
      ]),
    );
  });

  test.each(spanish)(
    '%s has the commands, headings, rows and links of the English page',
    (file) => {
      for (const of of [blocksOf, levelsOf, rowsOf, targetsOf])
        expect(of(file), of.name).toEqual(of(english(file)));
    },
  );
});

test('the page of the variables lists every setting and no other', () => {
  const listed = [...textOf('docs/operations/variables.md').matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)])
    .map(([, name = '']) => name);
  // Read by OpenTelemetry.
  const others = ['EXPORTER_OTLP_TIMEOUT', 'SERVICE_NAME', 'RESOURCE_ATTRIBUTES'];
  const expected = [...settingNames, ...others.map((name) => `OTEL_${name}`)];
  expect(listed.toSorted()).toEqual(expected.toSorted());
});
