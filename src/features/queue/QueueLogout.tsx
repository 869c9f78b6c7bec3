import { unsentCountOf } from '#machines/flows/queue/expense-queue.machine.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { ExpenseQueue } from '../../app/ExpenseQueueProvider.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { root } from '../../app/screens/paths.ts';
import { LogoutView } from '../session/LogoutView.tsx';

/** Asks before somebody leaves whose expenses wait on this device: they stay, and are sent after the next sign-in. */
export function QueueLogout() {
  const unsent = ExpenseQueue.useSelector(unsentCountOf);
  const [confirmed, setConfirmed] = useState(false);
  const navigate = useNavigate();
  if (unsent === 0 || confirmed) return <LogoutView />;
  return (
    <ConfirmDialog
      open
      title={`Falta por enviar ${counted(unsent, 'gasto', 'gastos')}`}
      confirmLabel="Cerrar sesión"
      onConfirm={() => setConfirmed(true)}
      onCancel={() => void (window.history.length > 1 ? navigate(-1) : navigate(root))}
    >
      {`Si cierra la sesión, ${unsent === 1 ? 'queda guardado en este teléfono y se envía' : 'quedan guardados en este teléfono y se envían'} cuando usted vuelva a entrar. Nadie más los ve.`}
    </ConfirmDialog>
  );
}
