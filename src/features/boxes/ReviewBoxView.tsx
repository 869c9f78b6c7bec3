import { chakra } from '@chakra-ui/react/styled-system';
import { CircleCheck, CircleX, Clock, Images, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { type Reviewer, type StageName, stageFor, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { showsSheet } from '#machines/flows/boxes/box-send.selectors.ts';
import {
  expensesOf,
  factsOf,
  isLoading,
  type ExpenseKind,
  accountOfBox,
  approvedInPass,
  expenseKinds,
  ofKind,
  waitsFor,
} from '#machines/flows/boxes/box.selectors.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { linkTo, pathTo, sheetPath } from '../../shell/screens/paths.ts';
import { useNoticed } from '../../shell/screens/use-destination.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { paletteOf } from '../../ui/feedback/tone.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { FollowedBoxPage } from './BoxPage.tsx';
import {
  DecisionTrail,
  ExpenseTable,
  type FactColumnId,
  detailColumn,
  factColumns,
  reviewBadge,
  statusColumn,
} from './ExpenseTable.tsx';
import {
  type BoxSendViewProps,
  SendBar,
  expenseLinks,
  hasSendBar,
  isSent,
  reviewWarning,
  useBoxSend,
} from './SendBar.tsx';
import { boxSend } from './box.actors.ts';

interface ReviewFiltersProps {
  rows: readonly ExpenseRow[];
  stage: StageName;
  /** Null for no filter. */
  kind: ExpenseKind | null;
  onChoose: (kind: ExpenseKind | null) => void;
}

const looks = {
  pending: { tone: 'neutral', icon: Clock, label: 'Por decidir' },
  approved: { tone: 'success', icon: CircleCheck, label: 'Aprobados' },
  rejected: { tone: 'danger', icon: CircleX, label: 'Rechazados' },
  anomaly: { tone: 'warning', icon: TriangleAlert, label: 'Con novedad' },
} as const;

/** Toggle buttons that filter the expenses by mark, each with its count. */
function ReviewFilters({ rows, stage, kind, onChoose }: ReviewFiltersProps) {
  const waiting = rows.filter((row) => waitsFor(stage, row)).length;
  // So that the sum is the number and the amount «por decidir».
  const others = ofKind(rows, stage, 'pending').length - waiting;
  return (
    <chakra.div display="flex" alignItems="center" columnGap="4" flexShrink="0">
      <chakra.p fontWeight="semibold" hideBelow="md">
        {waiting === 0 ? 'Nada por decidir' : `Le faltan ${waiting} de ${rows.length}`}
        {others > 0 ? ` · ${counted(others, 'espera', 'esperan')} a otra etapa` : ''}
      </chakra.p>
      <chakra.ul aria-label="Filtrar los gastos" display="flex" gap="2" listStyleType="none">
        {expenseKinds.map((name) => {
          const { tone, icon: IconOfKind, label } = looks[name];
          return (
            <li key={name}>
              <chakra.button
                type="button"
                aria-pressed={kind === name}
                colorPalette={paletteOf[tone]}
                css={filterLook}
                onClick={() => onChoose(kind === name ? null : name)}
              >
                <IconOfKind size={15} strokeWidth={2.25} aria-hidden="true" />
                {label} <strong>{ofKind(rows, stage, name).length}</strong>
              </chakra.button>
            </li>
          );
        })}
      </chakra.ul>
    </chakra.div>
  );
}

const filterLook = {
  whiteSpace: 'nowrap',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minH: { base: '11', md: '8' },
  px: '3',
  borderRadius: 'xl',
  borderWidth: '1px',
  borderColor: 'colorPalette.emphasized',
  bg: 'colorPalette.subtle',
  color: 'colorPalette.fg',
  textStyle: 'sm',
  fontWeight: 'medium',
  cursor: 'pointer',
  '&:hover': { bg: 'colorPalette.muted' },
  '&[aria-pressed=true]': {
    bg: 'colorPalette.solid',
    borderColor: 'colorPalette.solid',
    color: 'colorPalette.contrast',
  },
} as const;

interface ReviewBoxViewProps extends BoxSendViewProps {
  /** One of the reviewer's stages. */
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

/** Maintenance needs no dates. */
const columnsFor = (sender: Reviewer): readonly FactColumnId[] =>
  sender === 'maintenance' ? columns.filter((id) => id !== 'date') : columns;

/** The reviewer's stage at which the box is; their first stage when it is at none. */
const stageAt = (sender: Reviewer, active: number | undefined): StageName =>
  stageFor(sender, active === undefined ? active : boxStateOf(active));

/** Route of the expense screen: outside accounting, users of another profile get the supervisor's screen. */
function detailScreen(sender: Reviewer, current: StageName, profile: number) {
  const stage = stages[current];
  return sender === 'accounting' || profile === stage.profile
    ? stage.expense
    : stages.supervisor.expense;
}

/** A box for its reviewer; the Send button is hidden while another stage has the box. */
export default function ReviewBoxView({ stage, machine = boxSend }: ReviewBoxViewProps) {
  const idCaja = useIdParam('idCaja');
  const { profile } = Session.useSelector(actorOf);
  const { sender, list, box } = stages[stage];
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: idCaja });
  const facts = factsOf(snapshot);
  const rows = expensesOf(snapshot);
  const { noticed } = useNoticed();
  const current = stageAt(sender, facts?.box.active);
  const inPass = facts ? approvedInPass(rows, facts.box.active, current) : null;
  const detail = detailScreen(sender, current, profile);
  const [kind, setKind] = useState<ExpenseKind | null>(null);
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
      sent={isSent(snapshot)}
      inPass={inPass}
      snapshot={snapshot}
      send={send}
    >
      {/* On phones one line with horizontal scroll. */}
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
        filtered={kind !== null}
        reviewed={false}
        account={accountOfBox(facts)}
        reloading={isLoading(snapshot)}
        noticed={noticed}
      />
    </FollowedBoxPage>
  );
}

/** Correction by the store, for its reviewer: «Corregido: valor $ 20.000 → $ 18.000». */
const CorrectedRow = ({ row }: { row: ExpenseRow }) =>
  row.corregido === '' ? null : (
    <chakra.span display="block" textStyle="xs" color="blue.800" lineHeight="1.3" lineClamp="2">
      {`Corregido: ${row.corregido}`}
    </chakra.span>
  );
