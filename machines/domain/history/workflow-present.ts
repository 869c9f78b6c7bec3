/** Figures of the present of all boxes. */
import type { AnswerOf } from '#contract/contract.ts';
import { stateNameOf } from './workflow-states.ts';

export type PresentRow = AnswerOf<'/flujoActual'>[number];

/**
 * Returns the totals of the boxes alone: those in which stores still record, and those that were sent and are
 * not closed, with their pesos and the one among them that has waited longest.
 */
export function presentTotals(rows: readonly PresentRow[]) {
  const boxes = rows.filter(({ maquina }) => maquina === 'box');
  const sent = boxes.filter(({ estado }) => estado !== 'open' && estado !== 'closed');
  const [oldest] = sent
    .flatMap(({ estado, desde }) => (desde === null ? [] : [{ estado, desde }]))
    .sort((one, other) => one.desde - other.desde);
  return {
    abiertas: boxes.find(({ estado }) => estado === 'open')?.cantidad ?? 0,
    enviadas: sent.reduce((sum, { cantidad }) => sum + cantidad, 0),
    valor: sent.reduce((sum, { valor }) => sum + valor, 0),
    masAntigua:
      oldest === undefined ? null : { ...oldest, nombre: stateNameOf('box', oldest.estado) },
  };
}
