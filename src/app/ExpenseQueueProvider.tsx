import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { useWhenBack } from '../ui/feedback/FailedState.tsx';
import { expenseQueue } from '../features/queue/expense-queue.actors.ts';
import { queuedExpenses, whenQueuedExpensesChange } from '../features/queue/queued-expenses.ts';

/** The one queue of expenses of the page. */
export const ExpenseQueue = createActorContext(expenseQueue);

/** Sends to the queue what this device keeps, and that the server, or the session, is back. */
function QueueListener({ id_usuario }: { id_usuario: number }) {
  const queue = ExpenseQueue.useActorRef();
  useWhenBack(() => queue.send({ type: 'RETURNED' }));
  useEffect(() => {
    const read = async () => {
      try {
        queue.send({ type: 'CHANGED', entries: await queuedExpenses(id_usuario) });
      } catch {
        // A browser without a database has saved nothing.
      }
    };
    void read();
    return whenQueuedExpensesChange(() => void read());
  }, [queue, id_usuario]);
  return null;
}

/** For somebody who records expenses. */
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
