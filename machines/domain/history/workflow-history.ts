import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type StageName, stageNames, stages } from '../box/stages.ts';
import { delayStates } from '../box/box-delays.ts';
import { durationInWords } from '../values/durations.ts';
import { restingStatesOf, stateNameOf } from './log-words.ts';

/** Figures of a period, for an analyst to compare. */

export type History = AnswerOf<'/flujoHistoria'>;
export type HistoryQuestion = RequestOf<'/flujoHistoria'>;

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** A box that is still open collects expenses and waits for nobody: its time begins when it is sent. */
export const isWaiting = (maquina: ChartName, estado: string): boolean =>
  maquina !== 'box' || estado !== 'open';

/**
 * The stays of one machine that ended in the period, in the order of its states; times in milliseconds. `parte`
 * is the share of the time in all states in which somebody is waited for, 0 to 1; null in the others.
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

/** The transitions of one machine; the most frequent first. `peso` compares with that one, 0 to 1. */
export function transitionsOf(history: History, maquina: ChartName) {
  const taken = history.transiciones.filter((one) => one.maquina === maquina);
  const most = Math.max(0, ...taken.map(({ veces }) => veces));
  return taken
    .map((one) => ({ ...one, peso: shareOf(one.veces, most) }))
    .sort((one, other) => other.veces - one.veces);
}

/** Nothing happened at all. */
export const isEmptyHistory = ({ transiciones, estancias, rechazos }: History): boolean =>
  [...transiciones, ...estancias].length === 0 &&
  rechazos.every(({ decisiones }) => decisiones === 0);

const whoseTime: Record<ChartName, string> = {
  box: 'del tiempo de las cajas después de enviadas',
  expense: 'del tiempo de los gastos',
};

/** A share as people read it: `62 %`. @param share 0 to 1 */
export const percentInWords = (share: number): string =>
  `${new Intl.NumberFormat('es-CO', { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share * 100)} %`;

/** Describes how long stays take; equal words are written once. Milliseconds. */
function staysInWords(mediana: number, p90: number): string {
  const [half, most] = [durationInWords(mediana), durationInWords(p90)];
  return half === most
    ? `nueve de cada diez salen en ${most} o antes`
    : `la mitad sale antes de ${half}, una de cada diez tarda más de ${most}`;
}

/** Where the most time went, in one sentence; null when no stay ended in the period. */
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
 * Every stage in the order of the workflow, also those that decided nothing; `parte` is the share of its
 * decisions, 0 to 1, null while there is none.
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

/** Why expenses were rejected; the most frequent reason first. `parte` is of all rejections of the period, 0 to 1. */
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

/** Figures of the present of all boxes. */

export type PresentRow = AnswerOf<'/flujoActual'>[number];

/** The box that has waited longest of those that were sent and are not closed; null where none waits. */
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
