import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import {
  accountOf,
  expensesOf,
  factsOf,
  isLoading,
  problemOf,
} from '#machines/flows/boxes/box.selectors.ts';
import {
  deletionReasons,
  expenseToDelete,
  failedToDelete,
  isConfirmingDeletion,
  isDeleting,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { excessWarning, fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import { whenQueuedExpensesChange } from '../queue/queued-expenses.ts';
import { boxSend } from './box.actors.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { linkTo, pathTo, uploadPath } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { FollowedBoxPage } from './BoxPage.tsx';
import {
  ExpenseTable,
  deleteColumn,
  detailColumn,
  factColumns,
  openReceiptColumn,
} from './ExpenseTable.tsx';
import {
  type BoxSendSnapshot,
  type BoxSendViewProps,
  SendBar,
  type SendBoxEvent,
  expenseLinks,
  useBoxSend,
} from './SendBar.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { useProblemMessage } from '../../shell/problems/ProblemAlert.tsx';

const sendWarning = 'Después de enviarla no podrá agregar ni eliminar gastos de esta caja.';

/** cajaActual: the open box of a store, with its fund. */
export default function CurrentBoxView({ machine = boxSend }: BoxSendViewProps) {
  const idTienda = useIdParam('idTienda');
  const { snapshot, send } = useBoxSend(machine, { sender: 'store', id_tienda: idTienda });
  // The queue may just have sent an expense or the receipt of one.
  useEffect(() => whenQueuedExpensesChange(() => send({ type: 'REFRESH' })), [send]);
  const facts = factsOf(snapshot);
  const fund = facts?.fund ?? null;
  const account = accountOf(snapshot);
  const inactive = fund?.active_ === 0;
  return (
    <FollowedBoxPage
      title="Reembolso Actual"
      back={linkTo('listarTiendas')}
      fund={fund && fundOfAnswer(fund)}
      bar={
        <SendBar
          snapshot={snapshot}
          send={send}
          warning={sendWarning}
          alert={excessWarning(fund)}
          remedies={(refusal) =>
            refusal.guardia === 'hasExpenses' && !inactive
              ? [{ label: 'Registrar gasto', to: pathTo('crearGasto', { idTienda }) }]
              : expenseLinks(refusal, expensesOf(snapshot), ({ id }) => uploadPath(idTienda, id))
          }
        />
      }
      snapshot={snapshot}
      send={send}
      actions={
        <>
          <LinkButton to={pathTo('arqueosCaja', { idTienda })} size="sm" variant="outline">
            Arqueos
          </LinkButton>
          <LinkButton to={pathTo('valesCaja', { idTienda })} size="sm" variant="outline">
            Vales
          </LinkButton>
          {inactive ? null : (
            <LinkButton to={pathTo('crearGasto', { idTienda })} icon={Plus} size="sm">
              Registrar gasto
            </LinkButton>
          )}
        </>
      }
    >
      {inactive ? <InlineAlert tone="warning">{inactiveStore}</InlineAlert> : null}
      {facts?.exceedsMaximum ? (
        <InlineAlert tone="warning">Has excedido el monto máximo</InlineAlert>
      ) : null}
      <ExpenseTable
        columns={[
          factColumns.date,
          factColumns.supplier,
          factColumns.receiptNumber,
          factColumns.categories,
          factColumns.value,
          openReceiptColumn((row) => uploadPath(idTienda, row.id)),
          factColumns.anomaly,
          detailColumn((row) => pathTo('detalleGasto', { idGasto: row.id })),
          deleteColumn(
            (row) => send({ type: 'DELETE', id_gasto: row.id }),
            (row) => deletionReasons(snapshot, row.id),
          ),
        ]}
        rows={expensesOf(snapshot)}
        account={account}
        reloading={isLoading(snapshot)}
        reviewed={false}
      />
      <DeletionDialog snapshot={snapshot} send={send} />
    </FollowedBoxPage>
  );
}

/** Confirms the deletion of an expense; stays open during the call and after a network failure. */
function DeletionDialog({ snapshot, send }: { snapshot: BoxSendSnapshot; send: SendBoxEvent }) {
  const failed = failedToDelete(snapshot);
  const message = useProblemMessage(problemOf(snapshot));
  const expense = expenseToDelete(snapshot);
  const deleting = isDeleting(snapshot);
  return (
    <ConfirmDialog
      open={isConfirmingDeletion(snapshot) || deleting || failed}
      title="Confirmar eliminación"
      confirmLabel="Eliminar"
      confirmTone="primary"
      cancelTone="danger"
      busy={deleting && 'Eliminando…'}
      error={failed ? message?.msg : undefined}
      onConfirm={() => send({ type: failed ? 'RETRY' : 'CONFIRM' })}
      onCancel={() => send({ type: failed ? 'BACK' : 'CANCEL' })}
    >
      Se eliminará de la caja el recibo {expense?.recibo} de {expense?.proveedor_nombre}, con su
      soporte.
    </ConfirmDialog>
  );
}
