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
import { Connection } from '../../shell/session.ts';
import { ExpenseQueue } from './ExpenseQueueProvider.tsx';
import { root } from '../../shell/screens/paths.ts';
import { ConfirmDialog } from '../../ui/overlay/idle-overlays.ts';
import { LogoutView } from '../session/LogoutView.tsx';

/** Banner over every screen while the server is unreachable. */
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
  /** List of queued expenses, loaded when the browser is idle. */
  Panel: ComponentType<{ onClose: () => void }>;
  /** Links to the forms that open offline, loaded when the browser is idle. */
  Forms: ComponentType<{ someSaved: boolean }>;
}

/** Bar over every screen while this device has queued expenses: their number and their state. */
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

/** The same notice for the dialog in which the user signs in again. */
export function QueueNotice() {
  const notice = ExpenseQueue.useSelector(queueNoticeOf);
  return notice === null ? null : <chakra.p fontWeight="semibold">{notice}</chakra.p>;
}

/** Confirms a logout while queued expenses wait: they stay on this device and are sent after the next sign-in. */
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
