import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type QueuedExpense,
  entriesOf,
  entryStateOf,
  isUnderWay,
} from '#machines/flows/queue/expense-queue.machine.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { ExpenseQueue } from './ExpenseQueueProvider.tsx';
import { reopenExpense } from './expense-queue.actors.ts';
import { ConfirmDialog, TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { pathTo, reopenedPath } from '../../shell/screens/paths.ts';
import type { ReopenedState } from '../../shell/screens/use-list-address.ts';

const tones = {
  porEnviar: 'warning',
  rechazado: 'danger',
  enviado: 'success',
} as const satisfies Record<QueuedExpense['estado'], Tone>;

/** Queued expenses of this device, each with its state. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
  const queue = ExpenseQueue.useActorRef();
  const entries = ExpenseQueue.useSelector(entriesOf);
  const [leaving, setLeaving] = useState<QueuedExpense | null>(null);
  return (
    <TitledDialog
      open
      title="Gastos guardados en este teléfono"
      size="md"
      scrollBehavior="inside"
      onClose={onClose}
      actions={
        <>
          {entries.some(({ estado }) => estado === 'enviado') ? (
            <GuardedButton
              variant="outline"
              tone="neutral"
              onClick={() => queue.send({ type: 'CLEAR_SENT' })}
            >
              Quitar los enviados
            </GuardedButton>
          ) : null}
          {entries.some(({ estado }) => estado === 'porEnviar') ? (
            <GuardedButton variant="outline" onClick={() => queue.send({ type: 'SEND_NOW' })}>
              Enviar ahora
            </GuardedButton>
          ) : null}
        </>
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="No hay gastos por enviar" />
      ) : (
        <chakra.ul listStyleType="none" display="grid" gap="3">
          {entries.map((entry) => (
            <Entry
              key={entry.clave}
              entry={entry}
              onClose={onClose}
              onDiscard={() => setLeaving(entry)}
            />
          ))}
        </chakra.ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title="¿Descartar este gasto?"
        confirmLabel="Descartar"
        confirmTone="danger"
        onConfirm={() => {
          if (leaving !== null) queue.send({ type: 'DISCARD', clave: leaving.clave });
          setLeaving(null);
        }}
        onCancel={() => setLeaving(null)}
      >
        {leaving?.id_gasto === null
          ? 'Se borra de este teléfono con su soporte, y no se enviará.'
          : 'El gasto ya está registrado y se queda en la caja; de este teléfono se borra su soporte, que falta por enviar.'}
      </ConfirmDialog>
    </TitledDialog>
  );
}

interface EntryProps {
  entry: QueuedExpense;
  onClose: () => void;
  onDiscard: () => void;
}

function Entry({ entry, onClose, onDiscard }: EntryProps) {
  const queue = ExpenseQueue.useActorRef();
  const state = ExpenseQueue.useSelector((snapshot) => entryStateOf(snapshot, entry));
  const underWay = ExpenseQueue.useSelector((snapshot) => isUnderWay(snapshot, entry));
  const navigate = useNavigate();
  const { clave, estado, id_gasto, id_tienda, problem, request } = entry;
  const correct = async () => {
    await reopenExpense(entry);
    onClose();
    const state: ReopenedState = { refusal: refusalOf(entry) };
    void navigate(reopenedPath(id_tienda, clave, id_gasto), { state });
  };
  return (
    <chakra.li borderWidth="1px" borderRadius="l2" p="3" display="grid" gap="2">
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap="2">
        <chakra.div minW="0" overflowWrap="anywhere">
          <chakra.p fontWeight="medium">{entry.proveedor}</chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {`${formatPesos(request.valor)} · Recibo ${request.recibo} · ${entry.tienda}`}
          </chakra.p>
        </chakra.div>
        <div>
          <StatusBadge tone={tones[estado]} label={state} />
        </div>
      </chakra.div>
      {problem === null ? null : <p>{refusalOf(entry)}</p>}
      <chakra.div display="flex" flexWrap="wrap" gap="2" _empty={{ display: 'none' }}>
        {estado === 'enviado' && id_gasto !== null ? (
          <LinkButton
            to={pathTo('cajaActual', { idTienda: id_tienda })}
            variant="outline"
            size="sm"
            onFollow={onClose}
          >
            Ver la caja
          </LinkButton>
        ) : null}
        {estado === 'rechazado' ? (
          <>
            <GuardedButton size="sm" onClick={() => void correct()}>
              Corregir
            </GuardedButton>
            <GuardedButton
              size="sm"
              variant="outline"
              onClick={() => queue.send({ type: 'SEND_AGAIN', clave })}
            >
              Enviar otra vez
            </GuardedButton>
          </>
        ) : null}
        {estado === 'enviado' || underWay ? null : (
          <GuardedButton size="sm" variant="ghost" tone="danger" onClick={onDiscard}>
            Descartar
          </GuardedButton>
        )}
      </chakra.div>
    </chakra.li>
  );
}

/** Messages of the server without repetitions. */
const refusalOf = ({ problem }: QueuedExpense): string =>
  [
    ...new Set([
      problem?.msg,
      ...(problem?.motivos ?? []).map(({ mensaje }) => mensaje),
      problem?.codigo_soporte && `Código de soporte: ${problem.codigo_soporte}`,
    ]),
  ]
    .filter(Boolean)
    .join(' ');
