/**
 * Queue of expenses in IndexedDB, with receipts, separate from drafts: entries do not expire and survive a logout.
 * Each user sees only their own.
 */
import type { QueuedExpense } from '#machines/flows/queue/expense-queue.machine.ts';
import { browserTable } from '../../wire/browser-table.ts';

type Stored = Pick<QueuedExpense, 'id_usuario' | 'clave'>;

const table = browserTable<QueuedExpense>('caja-menor-envios', 'gastos');

const nameOf = ({ id_usuario, clave }: Stored): string => `${id_usuario}/${clave}`;

const channelName = 'caja-menor-envios';

/** Notifies this tab and the others of a change. */
function announce(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when this or another tab changes the queue. @returns unsubscribe function */
export function whenQueuedExpensesChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Queued expenses of a user in sending order. @throws DOMException when the browser cannot store data */
export async function queuedExpenses(id_usuario: number): Promise<QueuedExpense[]> {
  return (await table.entries())
    .map(([, entry]) => entry)
    .filter((entry) => entry.id_usuario === id_usuario)
    .toSorted((one, other) => one.puesto - other.puesto);
}

/** Saves an entry; an existing one keeps its position. @throws DOMException when the browser cannot store data */
export async function saveQueuedExpense(entry: QueuedExpense): Promise<void> {
  await table.set(nameOf(entry), entry);
  announce();
}

/** Adds an entry at the end, or at its previous position. @throws DOMException when the browser cannot store data */
export async function queueExpense(entry: Omit<QueuedExpense, 'puesto'>): Promise<void> {
  const before = await table.get(nameOf(entry));
  const last = (await queuedExpenses(entry.id_usuario)).at(-1)?.puesto ?? 0;
  await saveQueuedExpense({ ...entry, puesto: before?.puesto ?? last + 1 });
  // Without persistent storage the browser may evict the queue when space is short.
  void navigator.storage?.persist?.();
}

export async function removeExpense(saved: Stored): Promise<void> {
  if ((await table.get(nameOf(saved))) === undefined) return;
  await table.remove(nameOf(saved));
  announce();
}

/** Called when the user clears the sent entries, and at the logout; unsent entries stay. */
export async function removeSentExpenses(id_usuario: number): Promise<void> {
  const sent = (await queuedExpenses(id_usuario)).filter(({ estado }) => estado === 'enviado');
  await Promise.all(sent.map((entry) => removeExpense(entry)));
}
