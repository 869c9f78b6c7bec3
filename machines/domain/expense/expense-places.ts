/** The states of an expense with their place: what people read of them, and which ones an event of the log meant. */
import { arrivals, expenseMachine, isConsequence } from './expense.machine.ts';
import { stageOfBox, stages, waitsAt, type StageName } from '../box/stages.ts';
import {
  type BoxStateName,
  boxStateOf,
  boxStates,
  type ExpenseStateFacts,
  type ExpenseStateName,
  expenseStateOf,
  expenseStates,
} from '../box/states.ts';

/** The facts of a stored state, under the name of the wait and in the colour of its box where that waits for it. */
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
 * @throws RangeError on a code that no state bears
 */
export const expenseFactsAt = (active: number, estado: number): ExpenseStateFacts =>
  factsIn(boxStateOf(active), expenseStateOf(estado));

/** A state of the chart in which an expense can be found. */
interface ExpensePlace extends ExpenseStateFacts {
  /** Stored code of the box. */
  active: number;
  /** `nombre`, with what tells it from the states of that name. */
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

/** Every state in which an expense can be, by its name in the chart (`supervision.unreviewed`), in the order of the chart. */
export const expensePlaces: Readonly<Record<string, ExpensePlace>> = Object.fromEntries(
  (Object.keys(boxStates) as BoxStateName[]).flatMap(placesOf),
);

/** An event of the log: the states are stored ones, without their place. */
export interface LoggedChange {
  evento: string;
  desde: string;
  hacia: string;
}

const reachedBy = (evento: string, place: string): string =>
  isConsequence(evento)
    ? (Object.entries(arrivals).find(([, type]) => type === evento)?.[0] ?? place)
    : place;

/** The same event of an expense between states of the chart; as it was where the event alone does not tell the place. */
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

/** The name of a state of the chart or of a stored one; an unknown one keeps its own. */
export const expenseStateNameOf = (state: string): string =>
  expensePlaces[state]?.nombre ?? storedFacts[state]?.nombre ?? passing[state] ?? state;

/** The stage may decide again until the box is sent, as the chart of the expense says. */
export function staysOpen(stage: StageName): boolean {
  const { boxState, approved, reject } = stages[stage];
  const place = expenseMachine.states[boxState];
  return [place, place?.states[approved]].some((node) => node?.transitions.has(reject) ?? false);
}
