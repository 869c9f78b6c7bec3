/**
 * Each flow has the transitions that its file of `transitions` lists, and no single deletion goes unnoticed. After
 * a change that is meant, `npx vitest run --project flows -u` prints the files again: their diff is what to review.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tried } from '#tests/kit/cases.ts';
import { flowMachines } from '#tests/kit/flow-machines.ts';
import { mutantsOf, transitionsAsText } from '#tests/kit/written-transitions.ts';

const folder = new URL('./transitions/', import.meta.url);
const machines = await flowMachines();

describe('the transitions of', () => {
  test.each(machines)('%s are those of its file', async (name, machine) => {
    await expect(transitionsAsText(machine)).toMatchFileSnapshot(`transitions/${name}.txt`);
  });

  test('no file is left over', () => {
    const files = machines.map(([name]) => `${name}.txt`);
    expect(readdirSync(folder).filter((file) => !files.includes(file))).toEqual([]);
  });
});

describe('a transition, a guard or an action that is gone is noticed', () => {
  test.each(machines)('in %s', (_, machine) => {
    const table = transitionsAsText(machine);
    const mutants = [...mutantsOf(machine)];
    tried(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(table.split('→').length - 1);
    expect(mutants.filter((mutant) => transitionsAsText(mutant) === table)).toEqual([]);
  });
});
