/** Chart states of an expense, a stored state within a box state: their display facts, and those of a logged event. */
import { arrivals, expenseMachine, isConsequence } from './expense.machine.ts';
import { stageOfBox, stages, waitsAt, type StageName } from '../stages/stages.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateFacts,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from '../stages/states.ts';

/** Facts of a stored state; name of the wait and colour of the box state while the stage still has to decide. */
function factsIn(place: BoxStateName, stored: ExpenseStateName): ExpenseStateFacts {
  const stage = stageOfBox(place);
  return stage !== null && waitsAt(stage, stored)
    ? {
        ...expenseStates[stored],
        nombre: stages[stage].pendiente,
        color: boxStates[place].color,
        icono: 'pending',
      }
    : expenseStates[stored];
}

/**
 * Returns name, colour and icon of an expense whose box has the code `active`.
 *
 * @throws RangeError on an unknown code
 */
export const expenseFactsAt = (active: number, estado: number): ExpenseStateFacts =>
  factsIn(boxStateOf(active), expenseStateOf(estado));

/** Facts of a chart state of an expense. */
interface ExpensePlace extends ExpenseStateFacts {
  /** Stored code of the box. */
  active: number;
  /** `nombre`, with a suffix where several states have the same name. */
  titulo: string;
}

function titleIn(place: BoxStateName, stored: ExpenseStateName): string {
  const { nombre } = factsIn(place, stored);
  const own = expenseStates[stored].nombre;
  if (nombre === own) return `${own} · ${boxStates[place].nombre}`;
  const stage = stageOfBox(place);
  return stage !== null && stages[stage].waiting.length > 1 ? `${nombre} · ${own}` : nombre;
}

const placesOf = (place: BoxStateName): [string, ExpensePlace][] =>
  Object.keys(expenseMachine.states[place]?.states ?? {}).map((key) => {
    const stored = key as ExpenseStateName;
    const titulo = titleIn(place, stored);
    return [
      `${place}.${stored}`,
      { ...factsIn(place, stored), active: boxStates[place].codigo, titulo },
    ];
  });

/** All chart states of an expense within a box state, by name (`supervision.unreviewed`), in the order of the chart. */
export const expensePlaces: Readonly<Record<string, ExpensePlace>> = Object.fromEntries(
  (Object.keys(boxStates) as BoxStateName[]).flatMap(placesOf),
);

/** A logged event; its states are stored states, without the state of the box. */
export interface LoggedChange {
  evento: string;
  desde: string;
  hacia: string;
}

const reachedBy = (evento: string, place: string): string =>
  isConsequence(evento)
    ? (Object.entries(arrivals).find(([, type]) => type === evento)?.[0] ?? place)
    : place;

/** The event with chart states instead of stored ones; unchanged when the event does not identify the box state. */
export function placedChange({ evento, desde, hacia }: LoggedChange): LoggedChange {
  if (desde === 'recording') return { evento, desde, hacia: `open.${hacia}` };
  const sources = Object.values(expenseMachine.states).filter(
    ({ states, transitions }) =>
      states[desde] !== undefined &&
      (transitions.has(evento) || states[desde].transitions.has(evento)),
  );
  const [source] = sources;
  if (source === undefined || sources.length > 1) return { evento, desde, hacia };
  return {
    evento,
    desde: `${source.key}.${desde}`,
    hacia: hacia === 'removed' ? hacia : `${reachedBy(evento, source.key)}.${hacia}`,
  };
}

const passing: Readonly<Record<string, string>> = {
  recording: expenseMachine.states.recording?.description ?? '',
  removed: expenseMachine.states.removed?.description ?? '',
};

const storedFacts: Readonly<Record<string, ExpenseStateFacts>> = expenseStates;

/** Display name of a chart state or stored state; an unknown name is returned unchanged. */
export const expenseStateNameOf = (state: string): string =>
  expensePlaces[state]?.nombre ?? storedFacts[state]?.nombre ?? passing[state] ?? state;

/** True when the chart lets the stage change its decision until the box is sent. */
export function staysOpen(stage: StageName): boolean {
  const { boxState, approved, reject } = stages[stage];
  const place = expenseMachine.states[boxState];
  return [place, place?.states[approved]].some((node) => node?.transitions.has(reject) ?? false);
}
