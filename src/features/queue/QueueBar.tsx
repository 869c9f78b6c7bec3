import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentType, Suspense, useState } from 'react';
import { queueNoticeOf, refusedCountOf } from '#machines/flows/queue/expense-queue.machine.ts';
import { isAway } from '#machines/flows/session/connection.machine.ts';
import { Connection } from '../../app/ConnectionProvider.tsx';
import { ExpenseQueue } from '../../app/ExpenseQueueProvider.tsx';

interface QueueBarProps {
  /** The list of them, loaded once the browser has nothing else to do. */
  Panel: ComponentType<{ onClose: () => void }>;
  /** The forms that open without a signal, loaded then too. */
  Forms: ComponentType<{ someSaved: boolean }>;
}

/** Over every screen while this device keeps expenses: how many, and what becomes of them. */
export function QueueBar({ Panel, Forms }: QueueBarProps) {
  const notice = ExpenseQueue.useSelector(queueNoticeOf);
  const refused = ExpenseQueue.useSelector(refusedCountOf);
  const [open, setOpen] = useState(false);
  const away = Connection.useSelector(isAway);
  return (
    <>
      {away ? (
        <Suspense>
          <Forms someSaved={notice !== null} />
        </Suspense>
      ) : null}
      <div role="status" aria-live="polite">
        {notice === null ? null : (
          <chakra.div
            display="flex"
            alignItems="center"
            justifyContent="center"
            gap="2.5"
            px="4"
            py="1"
            bg={refused > 0 ? 'red.700' : 'teal.800'}
            color="white"
            textStyle="sm"
            fontWeight="medium"
          >
            {notice}
            <chakra.button
              type="button"
              minH="9"
              px="2"
              textDecoration="underline"
              cursor="pointer"
              whiteSpace="nowrap"
              css={{ '&:focus-visible': { outlineColor: 'white' } }}
              onClick={() => setOpen(true)}
            >
              Ver gastos
            </chakra.button>
          </chakra.div>
        )}
      </div>
      {open ? (
        <Suspense>
          <Panel onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The same line where the person signs in again. */
export function QueueNotice() {
  const notice = ExpenseQueue.useSelector(queueNoticeOf);
  return notice === null ? null : <chakra.p fontWeight="semibold">{notice}</chakra.p>;
}
