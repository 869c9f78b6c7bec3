import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { isForbidden } from '#machines/flows/forbidden.selectors.ts';
import type { Sender } from '#machines/flows/boxes/box-send-rules.ts';
import {
  changeAuthorOf,
  changesOf,
  expensesOf,
  factsOf,
  failedToLoad,
  isLoading,
  problemOf,
  totalOf,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { boxSend } from '../../actors/box-send.actors.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { ChangeNotice } from '../problems/ChangeNotice.tsx';
import { useIdParam } from '../../screens/use-id-param.ts';
import { BoxHeader } from './BoxHeader.tsx';
import { BoxPage } from './BoxPage.tsx';
import { BoxWorkspace } from './BoxWorkspace.tsx';
import { detailColumn, type FactColumnId, factColumns } from './expense-columns.tsx';
import { ExpenseTable } from './ExpenseTable.tsx';
import { ReviewLegend } from './ReviewLegend.tsx';
import { expenseLinks } from './send-reasons.ts';
import { hasSendBar, SendBar } from './SendBar.tsx';
import { type BoxSendViewProps, useBoxSend } from './use-box-send.ts';

interface ReviewBoxProps extends BoxSendViewProps {
  sender: Exclude<Sender, 'store'>;
  columns: readonly FactColumnId[];
  /** Where an expense is decided; `active` is the state of the box. */
  detailTo: (ids: { idCaja: number; idGasto: number; active: number }) => string;
  back: { to: string; label: string };
}

/** A box before whoever reviews it; without a Send button when it is in other hands. */
export function ReviewBox({ sender, columns, detailTo, back, machine = boxSend }: ReviewBoxProps) {
  const idCaja = useIdParam('idCaja');
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: idCaja });
  const facts = factsOf(snapshot);
  const rows = expensesOf(snapshot);
  const active = facts?.box.active ?? 0;
  const screenOf = (row: ExpenseRow) => detailTo({ idCaja, idGasto: row.id, active });
  return (
    <BoxPage
      back={back}
      facts={facts}
      failed={failedToLoad(snapshot)}
      forbidden={isForbidden(snapshot)}
      problem={problemOf(snapshot)}
      onRetry={() => send({ type: 'RETRY' })}
    >
      <ChangeNotice
        title="La caja cambió mientras la tenía en pantalla"
        changes={changesOf(snapshot)}
        author={changeAuthorOf(snapshot, serverToday())}
      />
      {facts === null ? null : <BoxHeader {...facts} />}
      <ReviewLegend />
      <BoxWorkspace
        bar={
          hasSendBar(snapshot) && (
            <SendBar
              snapshot={snapshot}
              send={send}
              warning="Después de enviarla no podrá cambiar lo que decidió sobre sus gastos."
              remedies={(refusal) => expenseLinks(refusal, rows, screenOf)}
            />
          )
        }
      >
        <ExpenseTable
          columns={[
            ...columns.map((id) => factColumns[id]),
            detailColumn(screenOf),
            factColumns.status,
          ]}
          rows={rows}
          total={totalOf(snapshot)}
          reloading={isLoading(snapshot)}
        />
      </BoxWorkspace>
    </BoxPage>
  );
}
