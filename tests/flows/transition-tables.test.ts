/** The transitions of every flow, printed: a change of a chart is a diff that a reviewer reads. */
import { describe, expect, test } from 'vitest';
import { tried } from '#tests/kit/cases.ts';
import { flowMachines } from '#tests/kit/flow-machines.ts';
import { mutantsOf, writtenTransitions } from '#tests/kit/written-transitions.ts';

const machines = await flowMachines();

test('the transitions of the flows are those of transitions.txt (vitest -u prints it anew)', async () => {
  const printed = machines.map(([name, machine]) =>
    [name, ...writtenTransitions(machine).map((line) => `  ${line}`), ''].join('\n'),
  );
  await expect(printed.join('\n')).toMatchFileSnapshot('transitions.txt');
});

describe('a transition or a guard that is gone changes what is printed', () => {
  test.each(machines)('in %s', (_, machine) => {
    const printed = writtenTransitions(machine).join();
    const mutants = [...mutantsOf(machine)];
    tried(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(writtenTransitions(machine).length);
    expect(mutants.filter((mutant) => writtenTransitions(mutant).join() === printed)).toEqual([]);
  });
});
