import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type StageName, stageNames, stages } from '../stages/stages.ts';
import { delayStates } from '../box/box-delays.ts';
import { durationInWords } from '../values/durations.ts';
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

const whoseTime: Record<ChartName, string> = {
  box: 'del tiempo de las cajas después de enviadas',
  expense: 'del tiempo de los gastos',
};

/** A share as display text: `62 %`. @param share 0 to 1 */
export const percentInWords = (share: number): string =>
  `${new Intl.NumberFormat('es-CO', { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share * 100)} %`;

/** Median and 90th percentile in words, combined when the words are equal. Milliseconds. */
function staysInWords(mediana: number, p90: number): string {
  const [half, most] = [durationInWords(mediana), durationInWords(p90)];
  return half === most
    ? `nueve de cada diez salen en ${most} o antes`
    : `la mitad sale antes de ${half}, una de cada diez tarda más de ${most}`;
}

/** Sentence about the state with the largest share of waiting time; null when no stay ended in the period. */
export function bottleneckSentence(history: History, maquina: ChartName): string | null {
  const [worst] = staysOf(history, maquina)
    .flatMap(({ parte, ...stay }) => (parte ? [{ ...stay, parte }] : []))
    .toSorted((one, other) => other.parte - one.parte);
  if (worst === undefined) return null;
  const { nombre, parte, mediana, p90 } = worst;
  return (
    `El cuello de botella es «${nombre}»: allí pasó el ${percentInWords(parte)} ${whoseTime[maquina]}; ` +
    `${staysInWords(mediana, p90)}.`
  );
}

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
      etapa: isStage(etapa) ? stages[etapa].nombre : etapa,
      motivo: nombre,
      veces,
      parte: shareOf(veces, whole),
    }))
    .sort((one, other) => other.veces - one.veces);
}

/** Figures of the current state of all boxes. */

export type PresentRow = AnswerOf<'/flujoActual'>[number];

/** State and start of the longest wait among boxes that are sent and not closed; null without any. */
export function oldestBox(rows: readonly PresentRow[]) {
  const [oldest] = rows
    .flatMap(({ maquina, estado, desde }) =>
      maquina === 'box' && estado !== 'open' && estado !== 'closed' && desde !== null
        ? [{ nombre: stateNameOf('box', estado), desde }]
        : [],
    )
    .sort((one, other) => one.desde - other.desde);
  return oldest ?? null;
}
