/** A send in figures and words: what the person is asked about, and what became of it. */
import type { BoxLocation } from '#contract/box-location.ts';
import { counted } from '../../domain/values/counted.ts';
import { accountOf, type FigureLine } from '#machines/domain/fund/fund.ts';
import { workingDaysInWords } from '#machines/domain/history/durations.ts';
import { boxStateOf, boxStates, isPending, isRejected } from '#machines/domain/box/states.ts';
import { amountsOfRows } from '../expenses/expense-facts.ts';
import type { ShownBox } from './box-changes.ts';

/** The stage that comes next; undefined after the last. */
export const upcomingStage = ({ recorrido }: BoxLocation) =>
  recorrido.find(({ situacion }) => situacion === 'pendiente');

/** 'Luz Marina Ospina (Supervisor)'; without a person who is known, the stage. */
const whoIsNext = (location: BoxLocation): string => {
  const { etapa = '', encargado = '' } = upcomingStage(location) ?? {};
  return encargado === '' ? etapa : `${encargado} (${etapa})`;
};

/** The person; where any of the profile may go on, the stage. */
const upcomingPerson = (location: BoxLocation): string => {
  const { etapa = '', encargado = '' } = upcomingStage(location) ?? {};
  return encargado || etapa;
};

const closes = (location: BoxLocation): boolean =>
  upcomingStage(location)?.active === boxStates.closed.codigo;

/** '12 gastos: 11 aprobados, 1 rechazado' */
const expenseCounts = (states: readonly number[]): string => {
  const rejected = states.filter(isRejected).length;
  const undecided = states.filter(isPending).length;
  const approved = states.length - rejected - undecided;
  const parts = [
    { count: approved, words: counted(approved, 'aprobado', 'aprobados') },
    { count: rejected, words: counted(rejected, 'rechazado', 'rechazados') },
    { count: undecided, words: `${undecided} por decidir` },
  ];
  const counts = parts.flatMap(({ count, words }) => (count === 0 ? [] : [words]));
  return `${counted(states.length, 'gasto', 'gastos')}: ${counts.join(', ')}`;
};

/** The expenses that are sent, their amount once they are sent, and who has them then. */
export function sendSummary({ box, rows }: ShownBox): FigureLine[] {
  const amounts = amountsOfRows(rows);
  const { ubicacion } = box;
  const state = closes(ubicacion) ? 'closed' : boxStateOf(box.active);
  return [
    { label: 'Se envían', amount: expenseCounts(amounts.map(({ estado }) => estado)) },
    ...accountOf(amounts, boxStates[state].codigo),
    { label: 'Pasa a', amount: whoIsNext(ubicacion) },
  ];
}

/** ' · suele tardar 2 días hábiles', as the last boxes of the store did there; '' of too few. */
const usualTime = ({ dias_siguiente }: ShownBox['box']): string =>
  dias_siguiente === null
    ? ''
    : ` · suele tardar ${workingDaysInWords(Math.round(dias_siguiente))}`;

/** 'Caja n.º 1 enviada a Luz Marina Ospina · suele tardar 2 días hábiles' @param consecutivo given to an open box by its send */
export function sentSentence({ box }: Pick<ShownBox, 'box'>, consecutivo?: number): string {
  const number = box.consecutivo ?? consecutivo;
  const name = number === undefined ? 'Caja' : `Caja n.º ${number}`;
  const { ubicacion } = box;
  return closes(ubicacion)
    ? `${name} cerrada: ya no la revisa nadie más.`
    : `${name} enviada a ${upcomingPerson(ubicacion)}${usualTime(box)}`;
}
