import { chakra } from '@chakra-ui/react/styled-system';
import { WifiOff } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '#machines/domain/values/texts.ts';
import {
  queueNoticeOf,
  refusedCountOf,
  unsentCountOf,
} from '#machines/flows/queue/expense-queue.machine.ts';
import { connectionNoticeOf, isAway } from '#machines/flows/session/connection.machine.ts';
import { Connection } from '../../app/SessionProvider.tsx';
import { ExpenseQueue } from '../../app/ExpenseQueueProvider.tsx';
import { root } from '../../app/screens/paths.ts';
import { ConfirmDialog } from '../../ui/overlay/idle-overlays.ts';
import { LogoutView } from '../session/LogoutView.tsx';

/** Over every screen while the server cannot be reached; gone when it can. */
export function ConnectionBanner() {
  const notice = Connection.useSelector(connectionNoticeOf);
  return (
    <div role="status" aria-live="polite">
      {notice === null ? null : (
        <chakra.p
          display="flex"
          alignItems="center"
          justifyContent="center"
          gap="2.5"
          px="4"
          py="2.5"
          bg="amber.800"
          color="white"
          textStyle="sm"
          fontWeight="medium"
        >
          <chakra.span flexShrink="0">
            <WifiOff size={18} aria-hidden="true" />
          </chakra.span>
          {notice}
        </chakra.p>
      )}
    </div>
  );
}

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

/** Asks before somebody leaves whose expenses wait on this device: they stay, and are sent after the next sign-in. */
export function QueueLogout() {
  const unsent = ExpenseQueue.useSelector(unsentCountOf);
  const [confirmed, setConfirmed] = useState(false);
  const navigate = useNavigate();
  if (unsent === 0 || confirmed) return <LogoutView />;
  return (
    <Suspense>
      <ConfirmDialog
        open
        title={`Falta por enviar ${counted(unsent, 'gasto', 'gastos')}`}
        confirmLabel="Cerrar sesión"
        onConfirm={() => setConfirmed(true)}
        onCancel={() => void (window.history.length > 1 ? navigate(-1) : navigate(root))}
      >
        {`Si cierra la sesión, ${unsent === 1 ? 'queda guardado en este teléfono y se envía' : 'quedan guardados en este teléfono y se envían'} cuando usted vuelva a entrar. Nadie más los ve.`}
      </ConfirmDialog>
    </Suspense>
  );
}
