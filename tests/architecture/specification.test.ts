import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, textOf } from './source-graph.ts';
import { titlesIn } from './test-titles.ts';

interface Requirement {
  /** `2.14` */
  number: string;
  text: string;
  references: { file: string; title: string }[];
}

const DOCUMENT = 'docs/specification.md';
const SECTIONS = 9;

function requirementOf(line: string): Requirement {
  const [, number = '', rest = ''] = line.match(/^- \*\*([\d.]+)\*\* (.+)$/) ?? [];
  const [text = '', references = ''] = rest.split(' → ');
  return {
    number,
    text,
    references: [...references.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(
      ([, file = '', title = '']) => ({ file, title }),
    ),
  };
}

const requirements = textOf(DOCUMENT)
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map(requirementOf);

const sectionOf = ({ number }: Requirement): number => Number(number.split('.')[0]);

/** How many tests a reference names: the one of that title, else those that contain it. */
function named({ file, title }: { file: string; title: string }): number {
  if (!existsSync(path.join(ROOT, file))) return 0;
  const titles = titlesIn(file);
  const whole = titles.filter((one) => one === title || one.endsWith(` › ${title}`));
  return (whole.length > 0 ? whole : titles.filter((one) => one.includes(title))).length;
}

describe('the specification, requirement by requirement', () => {
  it('numbers every section and every requirement without a gap', () => {
    const expected = Array.from({ length: SECTIONS }, (_, index) => index + 1).flatMap((section) =>
      requirements
        .filter((one) => sectionOf(one) === section)
        .map((_, index) => `${section}.${index + 1}`),
    );
    expect(requirements.map(({ number }) => number)).toEqual(expected);
    expect(new Set(requirements.map(sectionOf)).size).toBe(SECTIONS);
  });

  it('has a test for each requirement', () => {
    const untested = requirements.filter(({ references }) => references.length === 0);
    expect(untested.map(({ number }) => number)).toEqual([]);
  });

  it('names tests that exist, each without doubt', () => {
    const wrong = requirements.flatMap(({ number, references }) =>
      references
        .map((reference) => ({ reference, count: named(reference) }))
        .filter(({ count }) => count !== 1)
        .map(({ reference: { file, title }, count }) => `${number}: ${file} › ${title}: ${count}`),
    );
    expect(wrong).toEqual([]);
  });

  it('quotes no sentence of the screens, the rules and the errors that the browser does not show', () => {
    const shown = textOf('tests/e2e/sentences.test.ts');
    const quoted = requirements
      .filter((one) => [2, 5, 8].includes(sectionOf(one)))
      .flatMap(({ text }) => [...text.matchAll(/«([^»{]+)/g)].map(([, sentence = '']) => sentence));
    const unsaid = quoted.filter((sentence) => !shown.includes(`'${sentence}`));
    expect(unsaid).toEqual([]);
    expect(new Set(quoted).size).toBeGreaterThan(45);
  });
});
