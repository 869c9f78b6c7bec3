import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { useWhenBack } from '../../ui/feedback/FailedState.tsx';
import { expenseQueue } from './expense-queue.actors.ts';
import { queuedExpenses, whenQueuedExpensesChange } from './queued-expenses.ts';

/** The single expense queue of the page. */
export const ExpenseQueue = createActorContext(expenseQueue);

/** Sends the queue the expenses stored on this device, and notifies it when the server or the session is back. */
function QueueListener({ id_usuario }: { id_usuario: number }) {
  const queue = ExpenseQueue.useActorRef();
  useWhenBack(() => queue.send({ type: 'RETURNED' }));
  useEffect(() => {
    const read = async () => {
      try {
        queue.send({ type: 'CHANGED', entries: await queuedExpenses(id_usuario) });
      } catch {
        // A browser without IndexedDB has stored no expenses.
      }
    };
    void read();
    return whenQueuedExpensesChange(() => void read());
  }, [queue, id_usuario]);
  return null;
}

/** For users who record expenses. */
export function ExpenseQueueProvider({
  id_usuario,
  children,
}: {
  id_usuario: number;
  children: ReactNode;
}) {
  return (
    <ExpenseQueue.Provider options={{ input: { id_usuario } }}>
      <QueueListener id_usuario={id_usuario} />
      {children}
    </ExpenseQueue.Provider>
  );
}
