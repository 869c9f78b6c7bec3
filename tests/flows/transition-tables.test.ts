/**
 * Each flow has the transitions in its file of `transitions`, and every single deletion is detected. After an
 * intended change, `npx vitest run --project flows -u` rewrites the files: review their diff.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tried } from '#tests/kit/cases.ts';
import { flowMachines } from '#tests/kit/flow-machines.ts';
import { mutantsOf, transitionsAsText } from '#tests/kit/written-transitions.ts';

const folder = new URL('./transitions/', import.meta.url);
const machines = await flowMachines();

describe('the transition files', () => {
  test.each(machines)('list the transitions of %s', async (name, machine) => {
    await expect(transitionsAsText(machine)).toMatchFileSnapshot(`transitions/${name}.txt`);
  });

  test('each belong to a machine', () => {
    const files = machines.map(([name]) => `${name}.txt`);
    expect(readdirSync(folder).filter((file) => !files.includes(file))).toEqual([]);
  });
});

describe('a deleted transition, guard or action is detected', () => {
  test.each(machines)('in %s', (_, machine) => {
    const table = transitionsAsText(machine);
    const mutants = [...mutantsOf(machine)];
    tried(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(table.split('→').length - 1);
    expect(mutants.filter((mutant) => transitionsAsText(mutant) === table)).toEqual([]);
  });
});
