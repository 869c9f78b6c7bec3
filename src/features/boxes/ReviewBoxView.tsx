import { chakra } from '@chakra-ui/react/styled-system';
import { Images } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { type Reviewer, type StageName, stageFor, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf } from '#machines/domain/box/states.ts';
import { type ExpenseKind, ofKind, waitsFor } from '#machines/flows/review/box-expenses.ts';
import { accountOf, expensesOf, factsOf, isLoading } from '#machines/flows/boxes/box.selectors.ts';
import { showsSheet } from '#machines/flows/boxes/box-send.selectors.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { boxSend } from './box-send.actors.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { linkTo, pathTo, sheetPath } from '../../app/screens/paths.ts';
import { useNoticed } from '../../app/screens/use-destination.ts';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { FollowedBoxPage } from './BoxPage.tsx';
import { DecisionTrail } from './DecisionTrail.tsx';
import { detailColumn, type FactColumnId, factColumns, statusColumn } from './expense-columns.tsx';
import { ExpenseTable } from './ExpenseTable.tsx';
import { ReviewFilters } from './ReviewFilters.tsx';
import { reviewBadge } from './review-badge.ts';
import { expenseLinks, reviewWarning } from './send-reasons.ts';
import { hasSendBar, SendBar } from './SendBar.tsx';
import { type BoxSendViewProps, useBoxSend } from './use-box-send.ts';

interface ReviewBoxViewProps extends BoxSendViewProps {
  /** A stage of the reviewer. */
  stage: StageName;
}

const columns: readonly FactColumnId[] = [
  'date',
  'invoice',
  'supplierDocument',
  'supplier',
  'categories',
  'value',
  'receipt',
];

/** Maintenance does without the dates. */
const columnsFor = (sender: Reviewer): readonly FactColumnId[] =>
  sender === 'maintenance' ? columns.filter((id) => id !== 'date') : columns;

/** The stage of the reviewer at which the box is. */
const stageAt = (sender: Reviewer, active: number | undefined): StageName =>
  stageFor(sender, active === undefined ? active : boxStateOf(active));

/** Returns the screen that decides an expense; whoever else may open the box of a stage reads the supervisor's detail. */
function detailScreen(sender: Reviewer, current: StageName, profile: number) {
  const stage = stages[current];
  return sender === 'accounting' || profile === stage.profile
    ? stage.expense
    : stages.supervisor.expense;
}

/** A box before whoever reviews it; without a Send button when it is in other hands. */
export default function ReviewBoxView({ stage, machine = boxSend }: ReviewBoxViewProps) {
  const idCaja = useIdParam('idCaja');
  const { profile } = Session.useSelector(actorOf);
  const { sender, list, box } = stages[stage];
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: idCaja });
  const facts = factsOf(snapshot);
  const rows = expensesOf(snapshot);
  const account = accountOf(snapshot);
  const { noticed } = useNoticed();
  const current = stageAt(sender, facts?.box.active);
  const detail = detailScreen(sender, current, profile);
  const [kind, setKind] = useState<ExpenseKind | null>(null);
  const leads = useCallback((row: ExpenseRow) => waitsFor(current, row), [current]);
  const screenOf = (row: ExpenseRow) => pathTo(detail, { idCaja, idGasto: row.id });
  return (
    <FollowedBoxPage
      back={linkTo(list)}
      bar={
        hasSendBar(snapshot) && (
          <SendBar
            snapshot={snapshot}
            send={send}
            warning={reviewWarning}
            remedies={(refusal) => expenseLinks(refusal, rows, screenOf)}
          />
        )
      }
      snapshot={snapshot}
      send={send}
    >
      {/* On a phone one line, which moves sideways. */}
      <chakra.div display="flex" justifyContent="space-between" gap="2" minW="0" overflowX="auto">
        <ReviewFilters rows={rows} stage={current} kind={kind} onChoose={setKind} />
        {showsSheet(snapshot) ? (
          <LinkButton to={sheetPath(box, idCaja)} icon={Images} variant="outline" size="sm">
            Ver soportes
          </LinkButton>
        ) : null}
      </chakra.div>
      <ExpenseTable
        columns={[
          ...columnsFor(sender).map((id) => factColumns[id]),
          detailColumn(screenOf),
          statusColumn(
            (row) => reviewBadge(row, current),
            (row) => (
              <>
                <CorrectedRow row={row} />
                <chakra.span hideBelow="lg">
                  <DecisionTrail row={row} stage={current} />
                </chakra.span>
              </>
            ),
          ),
        ]}
        rows={ofKind(rows, current, kind)}
        leads={leads}
        filtered={kind !== null}
        reviewed={false}
        account={account}
        reloading={isLoading(snapshot)}
        noticed={noticed}
      />
    </FollowedBoxPage>
  );
}

/** «Corregido: valor $ 20.000 → $ 18.000», for whoever decides it again. */
const CorrectedRow = ({ row }: { row: ExpenseRow }) =>
  row.corregido === '' ? null : (
    <chakra.span display="block" textStyle="xs" color="blue.800" lineHeight="1.3" lineClamp="2">
      {`Corregido: ${row.corregido}`}
    </chakra.span>
  );
