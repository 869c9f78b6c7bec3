import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type StageName, stageNames, stages } from '../stages/stages.ts';
import { delayStates } from '../box/box-delays.ts';
import { paymentStates } from '../payment/payment-states.ts';
import { restingStatesOf, stateNameOf } from './log-words.ts';

/** Figures of a period. */

export type History = AnswerOf<'/flujoHistoria'>;
export type HistoryQuestion = RequestOf<'/flujoHistoria'>;

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** False for an open box, which still collects expenses; its wait starts when it is sent. */
export const isWaiting = (maquina: ChartName, estado: string): boolean =>
  maquina !== 'box' || estado !== 'open';

/**
 * Stays in one machine that ended in the period, in the order of its states; times in milliseconds. `parte` is the
 * share of the total waiting time, 0 to 1; null for states that are not a wait.
 */
export function staysOf(history: History, maquina: ChartName) {
  const stays = history.estancias.filter((stay) => stay.maquina === maquina);
  const whole = stays
    .filter(({ estado }) => isWaiting(maquina, estado))
    .reduce((sum, { suma }) => sum + suma, 0);
  const states: readonly string[] = maquina === 'box' ? delayStates : restingStatesOf(maquina);
  return states.flatMap((estado) =>
    stays
      .filter((stay) => stay.estado === estado)
      .map((stay) => ({
        ...stay,
        nombre: stateNameOf(maquina, estado),
        parte: isWaiting(maquina, estado) ? shareOf(stay.suma, whole) : null,
      })),
  );
}

/** Transitions of one machine, most frequent first; `peso` is the frequency relative to that one, 0 to 1. */
export function transitionsOf(history: History, maquina: ChartName) {
  const taken = history.transiciones.filter((one) => one.maquina === maquina);
  const most = Math.max(0, ...taken.map(({ veces }) => veces));
  return taken
    .map((one) => ({ ...one, peso: shareOf(one.veces, most) }))
    .sort((one, other) => other.veces - one.veces);
}

/** True for a period without events, stays and decisions. */
export const isEmptyHistory = ({ transiciones, estancias, rechazos }: History): boolean =>
  [...transiciones, ...estancias].length === 0 &&
  rechazos.every(({ decisiones }) => decisiones === 0);

/** A share as display text: `62 %`. @param share 0 to 1 */
export const percentInWords = (share: number): string =>
  `${new Intl.NumberFormat('es-CO', { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share * 100)} %`;

/**
 * Rejections of every stage in the order of the workflow; `parte` is the share of the decisions of the stage, 0 to 1,
 * null without decisions.
 */
export const rejectionsOf = (history: History) =>
  stageNames.map((etapa) => {
    const { decisiones, rechazos } = history.rechazos.find((row) => row.etapa === etapa) ?? {
      decisiones: 0,
      rechazos: 0,
    };
    return {
      etapa,
      nombre: stages[etapa].nombre,
      decisiones,
      rechazos,
      parte: decisiones === 0 ? null : rechazos / decisiones,
    };
  });

const isStage = (name: string): name is StageName => Object.hasOwn(stages, name);

/** Rejection reasons, most frequent first; `parte` is the share of all rejections of the period, 0 to 1. */
export function reasonsOf({ motivos }: History) {
  const whole = motivos.reduce((sum, { veces }) => sum + veces, 0);
  return motivos
    .map(({ etapa, id_rechazo, nombre, veces }) => ({
      clave: `${etapa} ${id_rechazo}`,
      id: id_rechazo,
      etapa: isStage(etapa) ? stages[etapa].nombre : etapa,
      motivo: nombre,
      veces,
      parte: shareOf(veces, whole),
    }))
    .sort((one, other) => other.veces - one.veces);
}

/** Figures of the current state of all boxes. */

export type PresentRow = AnswerOf<'/flujoActual'>[number];

/** Name of the state of a row. */
export const presentNameOf = ({ maquina, estado }: PresentRow): string =>
  maquina === 'payment'
    ? (Object.entries(paymentStates).find(([name]) => name === estado)?.[1].nombre ?? estado)
    : stateNameOf(maquina, estado);

/** State and start of the longest wait among boxes under way and payments on their way; null without any. */
export function oldestBox(rows: readonly PresentRow[]) {
  const [oldest] = rows
    .flatMap((row) =>
      row.maquina !== 'expense' &&
      row.estado !== 'open' &&
      row.estado !== 'closed' &&
      row.desde !== null
        ? [{ nombre: presentNameOf(row), desde: row.desde }]
        : [],
    )
    .sort((one, other) => one.desde - other.desde);
  return oldest ?? null;
}
