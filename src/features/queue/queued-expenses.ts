/**
 * The queue of expenses in the browser's database, with their receipts, apart from drafts: it has no age, and stays
 * through a sign-out. Everybody is shown his or her own alone.
 */
import type { QueuedExpense } from '#machines/flows/queue/expense-queue.machine.ts';
import { browserTable } from '../../wire/browser-table.ts';

type Stored = Pick<QueuedExpense, 'id_usuario' | 'clave'>;

const table = browserTable<QueuedExpense>('caja-menor-envios', 'gastos');

const nameOf = ({ id_usuario, clave }: Stored): string => `${id_usuario}/${clave}`;

const channelName = 'caja-menor-envios';

/** Reaches the other tabs, and this one. */
function announce(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when this or another tab changed the queue. @returns how to stop listening */
export function whenQueuedExpensesChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = listener;
  return () => channel.close();
}

/** In the order in which they are sent. @throws DOMException where the browser keeps nothing */
export async function queuedExpenses(id_usuario: number): Promise<QueuedExpense[]> {
  return (await table.entries())
    .map(([, entry]) => entry)
    .filter((entry) => entry.id_usuario === id_usuario)
    .toSorted((one, other) => one.puesto - other.puesto);
}

/** One that is there keeps its place. @throws DOMException where the browser keeps nothing */
export async function keepExpense(entry: QueuedExpense): Promise<void> {
  await table.set(nameOf(entry), entry);
  announce();
}

/** At the end of the queue, or in the place that it has. @throws DOMException where the browser keeps nothing */
export async function queueExpense(entry: Omit<QueuedExpense, 'puesto'>): Promise<void> {
  const before = await table.get(nameOf(entry));
  const last = (await queuedExpenses(entry.id_usuario)).at(-1)?.puesto ?? 0;
  await keepExpense({ ...entry, puesto: before?.puesto ?? last + 1 });
  // Else a browser that is short of space may drop it.
  void navigator.storage?.persist?.();
}

export async function removeExpense(saved: Stored): Promise<void> {
  if ((await table.get(nameOf(saved))) === undefined) return;
  await table.remove(nameOf(saved));
  announce();
}

/** Called when the person has read what was sent, and at the logout: what was not sent stays. */
export async function removeSentExpenses(id_usuario: number): Promise<void> {
  const sent = (await queuedExpenses(id_usuario)).filter(({ estado }) => estado === 'enviado');
  await Promise.all(sent.map((entry) => removeExpense(entry)));
}
