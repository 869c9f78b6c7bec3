/** Copies of a machine, each with one thing gone: what a good table must notice. */
import { type AnyStateMachine, and, StateMachine } from 'xstate';
import { guardsOf } from '#machines/domain/explain.ts';

export interface Mutant {
  name: string;
  state: string;
  event: string;
  machine: AnyStateMachine;
}

/** One transition as the chart writes it. */
interface Written {
  guard?: unknown;
  target?: string;
  actions?: unknown;
}

interface WrittenState {
  on?: Record<string, Written | readonly Written[]>;
  always?: Written | readonly Written[];
}

const asList = (written: Written | readonly Written[] | undefined): readonly Written[] =>
  written === undefined ? [] : Array.isArray(written) ? written : [written as Written];

const statesOf = (machine: AnyStateMachine) =>
  machine.config.states as unknown as Record<string, WrittenState>;

/** The machine with the transitions of one event in one state (`always` for eventless ones) replaced. */
export function withTransitions(
  machine: AnyStateMachine,
  state: string,
  event: string,
  transitions: readonly Written[],
): AnyStateMachine {
  const states = statesOf(machine);
  const old = states[state] ?? {};
  const replaced =
    event === 'always'
      ? { ...old, always: transitions }
      : { ...old, on: { ...old.on, [event]: transitions } };
  const config = { ...machine.config, states: { ...states, [state]: replaced } };
  return new StateMachine(config, machine.implementations);
}

/** Every guard gone, every transition gone, every action gone, every target moved: one at a time. */
export function* mutantsOf(machine: AnyStateMachine): Generator<Mutant> {
  const names = Object.keys(statesOf(machine));
  for (const [state, written] of Object.entries(statesOf(machine))) {
    const events = { ...written.on, ...(written.always ? { always: written.always } : {}) };
    for (const [event, value] of Object.entries(events)) {
      const all = asList(value);
      for (const [index, one] of all.entries()) {
        const where = `${state} ${event} #${index}`;
        const mutant = (what: string, ...changed: Written[]): Mutant => ({
          name: `${where} ${what}`,
          state,
          event,
          machine: withTransitions(machine, state, event, all.toSpliced(index, 1, ...changed)),
        });
        yield mutant('gone');
        const guards = guardsOf(one.guard);
        for (const guard of guards) {
          const left = guards.filter((name) => name !== guard);
          const { guard: _, ...unguarded } = one;
          yield mutant(
            `without ${guard}`,
            left.length === 0 ? unguarded : { ...one, guard: and(left) },
          );
        }
        if (one.actions !== undefined) {
          const { actions: _, ...inactive } = one;
          yield mutant('without actions', inactive);
        }
        const elsewhere = names.find((name) => name !== one.target && name !== state);
        if (elsewhere !== undefined) yield mutant(`to ${elsewhere}`, { ...one, target: elsewhere });
      }
    }
  }
}
