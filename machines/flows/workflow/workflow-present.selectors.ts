/** Selectors of the present. */
import type { SnapshotFrom } from 'xstate';
import { isForbidden } from '../flow.selectors.ts';
import type { PresentRow, workflowPresentMachine } from './workflow-present.machine.ts';
import { stateNameOf } from './workflow-states.ts';

type Snapshot = SnapshotFrom<typeof workflowPresentMachine>;

const none: readonly PresentRow[] = [];

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('loading');
/** RETRY, unless it is forbidden. */
export const failedToLoad = (snapshot: Snapshot) =>
  snapshot.hasTag('failed') || isForbidden(snapshot);
export const problemOf = ({ context }: Snapshot) => context.problem;
/** There is something to look at, if only of a minute ago. */
export const isKnown = ({ context }: Snapshot) => context.present !== null;
/** Those of before while others are loading. */
export const rowsOf = ({ context }: Snapshot): readonly PresentRow[] =>
  context.present?.rows ?? none;
/** When the boxes were so, epoch milliseconds by the clock of the server; null until they came once. */
export const instantOf = ({ context }: Snapshot): number | null =>
  context.present?.instante ?? null;

export interface PresentTotals {
  /** Boxes in which stores still record. */
  abiertas: number;
  /** Boxes that were sent and are not closed, and their pesos. */
  enviadas: number;
  valor: number;
  /** The one that has waited longest among them. */
  masAntigua: { estado: string; nombre: string; desde: number } | null;
}

/** Returns the totals of the boxes alone. */
export function presentTotals(rows: readonly PresentRow[]): PresentTotals {
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
