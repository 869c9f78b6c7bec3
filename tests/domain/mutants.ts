/** Mutants of a machine, each with one change that a complete table must detect. */
import { type AnyStateMachine, and, StateMachine } from 'xstate';
import { guardsOf } from '#machines/domain/explain.ts';

interface Mutant {
  name: string;
  state: string;
  event: string;
  machine: AnyStateMachine;
}

/** One transition as written in the config. */
interface Written {
  guard?: unknown;
  target?: string;
  actions?: unknown;
}

interface WrittenState {
  on?: Record<string, Written | string | readonly Written[]>;
  always?: Written | readonly Written[];
  states?: WrittenStates;
}

type WrittenStates = Record<string, WrittenState>;

const asList = (written: Written | string | readonly Written[] | undefined): readonly Written[] => {
  if (written === undefined) return [];
  if (typeof written === 'string') return [{ target: written }];
  return Array.isArray(written) ? written : [written as Written];
};

// The config has the states as written, but its type does not.
const statesOf = (machine: AnyStateMachine) => machine.config.states as unknown as WrittenStates;

/** Every state by its path, parents before children. */
const pathsIn = (states: WrittenStates, around = ''): [string, WrittenState][] =>
  Object.entries(states).flatMap(([name, written]) => [
    [`${around}${name}`, written],
    ...pathsIn(written.states ?? {}, `${around}${name}.`),
  ]);

const changedAt = (
  states: WrittenStates,
  [name = '', ...inner]: readonly string[],
  change: (written: WrittenState) => WrittenState,
): WrittenStates => {
  const written = states[name] ?? {};
  return {
    ...states,
    [name]:
      inner.length === 0
        ? change(written)
        : { ...written, states: changedAt(written.states ?? {}, inner, change) },
  };
};

/** The machine with the transitions of one event in one state (`always` for eventless ones) replaced. */
export function withTransitions(
  machine: AnyStateMachine,
  state: string,
  event: string,
  transitions: readonly Written[],
): AnyStateMachine {
  const states = changedAt(statesOf(machine), state.split('.'), (old) =>
    event === 'always'
      ? { ...old, always: transitions }
      : { ...old, on: { ...old.on, [event]: transitions } },
  );
  // As above.
  return new StateMachine({ ...machine.config, states } as never, machine.implementations);
}

/** One mutant for each removed guard, transition or action, and for each moved target. */
export function* mutantsOf(machine: AnyStateMachine): Generator<Mutant> {
  const all = pathsIn(statesOf(machine));
  const leaves = all.flatMap(([path, { states }]) => (states === undefined ? [path] : []));
  for (const [state, written] of all) {
    const events = { ...written.on, ...(written.always ? { always: written.always } : {}) };
    for (const [event, value] of Object.entries(events)) {
      const candidates = asList(value);
      for (const [index, one] of candidates.entries()) {
        const where = `${state} ${event} #${index}`;
        const mutant = (what: string, ...changed: Written[]): Mutant => ({
          name: `${where} ${what}`,
          state,
          event,
          machine: withTransitions(
            machine,
            state,
            event,
            candidates.toSpliced(index, 1, ...changed),
          ),
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
        const target = one.target?.split('.').at(-1);
        const elsewhere = leaves.find(
          (path) => path !== state && path.split('.').at(-1) !== target,
        );
        if (elsewhere !== undefined)
          yield mutant(`to ${elsewhere}`, { ...one, target: `#${machine.id}.${elsewhere}` });
      }
    }
  }
}
