/** Each flow has the transitions that are written down, and no single deletion goes unnoticed. */
import { describe, expect, test } from 'vitest';
import { tried } from '#tests/kit/cases.ts';
import { flowMachines } from '#tests/kit/flow-machines.ts';
import { mutantsOf, writtenTransitions } from '#tests/kit/written-transitions.ts';
import { transitionTables } from './transition-tables.ts';

const machines = await flowMachines();

const tableOf = (name: string): string[] =>
  (transitionTables[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('the transitions of', () => {
  test.each(machines)('%s are those of its table', (name, machine) => {
    expect(writtenTransitions(machine)).toEqual(tableOf(name));
  });

  test('no flow is missing, and no table is left over', () => {
    const names = machines.map(([name]) => name);
    expect(Object.keys(transitionTables).toSorted()).toEqual(names.toSorted());
  });
});

describe('a transition or a guard that is gone is noticed', () => {
  test.each(machines)('in %s', (name, machine) => {
    const table = tableOf(name).join();
    const mutants = [...mutantsOf(machine)];
    tried(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(tableOf(name).length);
    expect(mutants.filter((mutant) => writtenTransitions(mutant).join() === table)).toEqual([]);
  });
});
