/** Selectors of the queue of expenses. */
import type { SnapshotFrom } from 'xstate';
import { counted } from '../../domain/values/counted.ts';
import type { expenseQueueMachine, QueuedExpense } from './expense-queue.machine.ts';

type Snapshot = SnapshotFrom<typeof expenseQueueMachine>;

/** All of them, in the order in which they are sent. */
export const entriesOf = (snapshot: Snapshot) => snapshot.context.entries;

const countOf = (snapshot: Snapshot, estado: QueuedExpense['estado']): number =>
  snapshot.context.entries.filter((entry) => entry.estado === estado).length;

/** Those that the server has not got: to be sent, or refused. */
export const unsentCountOf = (snapshot: Snapshot): number =>
  snapshot.context.entries.length - countOf(snapshot, 'enviado');

export const refusedCountOf = (snapshot: Snapshot): number => countOf(snapshot, 'rechazado');

const expenses = (count: number): string => counted(count, 'gasto', 'gastos');

/** The line over every screen; null with nothing to tell. */
export function queueNoticeOf(snapshot: Snapshot): string | null {
  const waiting = countOf(snapshot, 'porEnviar');
  const refused = refusedCountOf(snapshot);
  const sent = countOf(snapshot, 'enviado');
  const parts = [
    waiting > 0
      ? snapshot.hasTag('expired')
        ? `Inicie sesión para enviar ${expenses(waiting)}`
        : snapshot.hasTag('sending')
          ? `Enviando ${expenses(waiting)}…`
          : `${expenses(waiting)} por enviar`
      : '',
    refused > 0 ? `${expenses(refused)} que el servidor rechazó` : '',
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(' · ');
  return sent > 0 ? `Se ${sent === 1 ? 'envió' : 'enviaron'} ${expenses(sent)}` : null;
}

/** Names the state of one. */
export function entryStateOf(snapshot: Snapshot, entry: QueuedExpense): string {
  const { estado, id_gasto, clave } = entry;
  if (estado === 'enviado') return `Enviado como n.º ${id_gasto}`;
  if (estado === 'rechazado') return 'Rechazado por el servidor';
  return snapshot.context.current?.clave === clave ? 'Enviando…' : 'Por enviar';
}

export const isUnderWay = (snapshot: Snapshot, { clave }: QueuedExpense): boolean =>
  snapshot.context.current?.clave === clave;
