import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, textOf } from './source-graph.ts';

interface Requirement {
  /** `2.14` */
  number: string;
  text: string;
  /** Test files that cover it. */
  files: string[];
}

const DOCUMENT = 'docs/specification.md';
const SECTIONS = 9;

function requirementOf(line: string): Requirement {
  const [, number = '', rest = ''] = line.match(/^- \*\*([\d.]+)\*\* (.+)$/) ?? [];
  const [text = '', references = ''] = rest.split(' → ');
  return {
    number,
    text,
    files: [...references.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  };
}

const requirements = textOf(DOCUMENT)
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map(requirementOf);

const sectionOf = ({ number }: Requirement): number => Number(number.split('.')[0]);

describe('docs/specification.md', () => {
  it('numbers sections and requirements without gaps', () => {
    const expected = Array.from({ length: SECTIONS }, (_, index) => index + 1).flatMap((section) =>
      requirements
        .filter((one) => sectionOf(one) === section)
        .map((_, index) => `${section}.${index + 1}`),
    );
    expect(requirements.map(({ number }) => number)).toEqual(expected);
    expect(new Set(requirements.map(sectionOf)).size).toBe(SECTIONS);
  });

  it('names existing test files for every requirement', () => {
    const wrong = requirements
      .filter(
        ({ files }) =>
          files.length === 0 ||
          !files.every((file) => /\.test\.tsx?$/.test(file) && existsSync(path.join(ROOT, file))),
      )
      .map(({ number, files }) => [number, ...files].join(' '));
    expect(wrong).toEqual([]);
  });

  it('quotes in sections 2, 5 and 8 only sentences of tests/e2e/sentences.test.ts', () => {
    const shown = textOf('tests/e2e/sentences.test.ts');
    const quoted = requirements
      .filter((one) => [2, 5, 8].includes(sectionOf(one)))
      .flatMap(({ text }) => [...text.matchAll(/«([^»{]+)/g)].map(([, sentence = '']) => sentence));
    const unsaid = quoted.filter((sentence) => !shown.includes(`'${sentence}`));
    expect(unsaid).toEqual([]);
    expect(new Set(quoted).size).toBeGreaterThan(45);
  });
});
