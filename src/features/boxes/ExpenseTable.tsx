import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import {
  Check,
  CircleCheck,
  CircleX,
  Clock,
  Eye,
  Paperclip,
  Trash2,
  TriangleAlert,
  Upload,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { expenseFields, fieldLabel } from '#contract/expense-fields.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { type FigureLine, figureNames, grantNoteOf } from '#machines/domain/fund/fund.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { moneyOf } from '#machines/flows/expenses/expense-facts.ts';
import { waitsFor } from '#machines/flows/boxes/box.selectors.ts';
import { receiptUrl } from '../../shell/screens/paths.ts';
import { Legend, StatusBadge, type StatusBadgeProps } from '../../ui/feedback/StatusBadge.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import type { Icon } from '../../ui/feedback/tone.ts';
import { Money } from '../../ui/layout/Money.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn, DataTableFooter } from '../../ui/table/use-data-table.ts';
import { AnomalyCell } from '../expenses/ComparisonDialog.tsx';
import { RejectionRemedy, type RejectionRemedyProps } from '../expenses/ExpenseDocument.tsx';
import {
  dateColumn,
  iconColumn,
  moneyColumn,
  textColumn,
  toneOf,
} from '../../ui/table/columns.tsx';

/** State of an expense as shown to the stage that decides it. */

/** Icon of a decision, by the field `icono` of the row. */
const decisionIcons: Readonly<Record<string, Icon>> = {
  pending: Clock,
  approved: CircleCheck,
  rejected: CircleX,
};

/**
 * Badge of an expense; one that waits for the stage has the neutral tone.
 *
 * @param names shorter names of the states, by the field `icono`
 */
export const reviewBadge = (
  row: ExpenseRow,
  stage: StageName,
  names: Readonly<Record<string, string>> = {},
) =>
  waitsFor(stage, row)
    ? ({ tone: 'neutral', label: 'Por decidir', icon: Clock } as const)
    : {
        tone: toneOf(row.color),
        label: names[row.icono] ?? row.nombre_estado,
        icon: decisionIcons[row.icono],
      };

/** Short, so that the row of an expense stays one or two lines. */
const names: Record<StageName, string> = {
  supervisor: 'Supervisor',
  maintenance: 'Mantenimiento',
  accounting: 'Contabilidad',
  final: 'Contabilidad (final)',
};

interface DecisionTrailProps {
  row: ExpenseRow;
  /** The stage that reads the row; its own decision is left out, since the row already shows it. */
  stage: StageName;
}

/** Decisions of the other stages: «Supervisor ✓ · Mantenimiento ✓». */
export function DecisionTrail({ row, stage }: DecisionTrailProps) {
  const earlier = row.decisiones.filter(({ etapa }) => etapa !== stage);
  if (earlier.length === 0) return null;
  return (
    <chakra.span display="block" textStyle="xs" color="fg.muted" lineHeight="1.3">
      {earlier.map(({ etapa, aprobado }, index) => (
        <chakra.span key={etapa} display="inline-flex" alignItems="center" gap="0.5" me="1.5">
          {index === 0 ? null : <span aria-hidden="true">· </span>}
          {names[etapa]}
          <VisuallyHidden>{aprobado === 1 ? ': aprobado. ' : ': rechazado. '}</VisuallyHidden>
          {aprobado === 1 ? (
            <Check size={13} aria-hidden="true" color="var(--chakra-colors-green-700)" />
          ) : (
            <X size={13} aria-hidden="true" color="var(--chakra-colors-red-700)" />
          )}
        </chakra.span>
      ))}
    </chakra.span>
  );
}

type ExpenseColumn = DataTableColumn<ExpenseRow>;

/** Invoice number of an electronic invoice; receipt number of any other purchase. */
const invoiceNumber = (row: ExpenseRow): string => row.numero_factura || row.recibo;

type Badge = Pick<StatusBadgeProps, 'tone' | 'label' | 'icon'>;

/** State of an expense, labelled for its reader, with its anomalies. */
export const statusColumn = (
  badgeOf: (row: ExpenseRow) => Badge,
  trailOf?: (row: ExpenseRow) => ReactNode,
): ExpenseColumn => ({
  id: 'status',
  header: 'Estado',
  align: 'start',
  width: '16rem',
  cell: (row) => (
    <>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <StatusBadge {...badgeOf(row)} size="xs" />
        <AnomalyCell id_gasto={row.id} lines={anomaliesIn(row.informe_novedad)} />
      </chakra.span>
      {trailOf?.(row)}
    </>
  ),
  sortValue: (row) => badgeOf(row).label,
  searchValue: (row) => `${badgeOf(row).label} ${row.informe_novedad}`,
});

const stateBadge = (row: ExpenseRow): Badge => ({
  tone: toneOf(row.color),
  label: row.nombre_estado,
  icon: decisionIcons[row.icono],
});

/** State for the store: also the reason of a rejection, and the action that remedies it. */
export const storeStatusColumn = (box: RejectedRowProps['box'] | undefined): ExpenseColumn =>
  statusColumn(stateBadge, (row) =>
    box === undefined ? null : <RejectedRow row={row} box={box} />,
  );

/** Columns for the facts of a purchase; every screen selects among them. */
export const factColumns = {
  store: textColumn('store', 'Tienda', (row) => row.tienda),
  boxNumber: textColumn('boxNumber', 'Reembolso n.º', (row) => String(row.consecutivo ?? ''), {
    cardLabel: 'Caja n.º',
  }),
  date: dateColumn('date', 'Fecha', (row) => row.fecha_gasto, { nowrap: true }),
  receiptNumber: textColumn('receiptNumber', expenseFields.recibo.short, (row) => row.recibo),
  invoice: textColumn('invoice', expenseFields.numero_factura.short, invoiceNumber),
  supplierDocument: textColumn('supplierDocument', 'NIT', (row) => row.proveedor_doc, {
    nowrap: true,
  }),
  supplier: textColumn('supplier', fieldLabel('proveedor'), (row) => row.proveedor_nombre, {
    isRowHeader: true,
  }),
  categories: textColumn('categories', 'Categoría', (row) => row.categorias),
  value: moneyColumn('value', fieldLabel('valor'), (row) => row.valor, {
    searchValue: (row) => formatPesos(row.valor),
    note: (row) => grantNoteOf({ ...row, ...moneyOf(row) }),
  }),
  receipt: iconColumn('receipt', 'Soporte', (row) =>
    row.soporte === null ? '—' : <ReceiptLink row={row} soporte={row.soporte} />,
  ),
  anomaly: {
    id: 'anomaly',
    header: fieldLabel('informe_novedad'),
    align: 'center',
    cell: (row) => <AnomaliesOfRow row={row} />,
    searchValue: (row) => row.informe_novedad,
  },
  status: statusColumn(stateBadge),
} as const satisfies Record<string, ExpenseColumn>;

export type FactColumnId = keyof typeof factColumns;

/** Link to the detail of an expense. */
export const detailColumn = (detailTo: (row: ExpenseRow) => string): ExpenseColumn =>
  iconColumn('detail', 'Ver detalle', (row) => (
    <IconLink
      ofRow
      size="sm"
      to={detailTo(row)}
      icon={Eye}
      label={`Ver detalle del recibo ${row.recibo}`}
    />
  ));

/** Receipt of an expense in an open box, or a link to upload a missing one. */
export const openReceiptColumn = (uploadTo: (row: ExpenseRow) => string): ExpenseColumn => ({
  id: 'receipt',
  header: 'Soporte',
  align: 'center',
  cell: (row) =>
    row.soporte === null ? (
      <LinkButton to={uploadTo(row)} icon={Upload} tone="danger" variant="outline" size="xs">
        Falta el soporte
      </LinkButton>
    ) : (
      <ReceiptLink row={row} soporte={row.soporte} />
    ),
  sortValue: (row) => (row.soporte === null ? 0 : 1),
});

export const deleteColumn = (
  onDelete: (row: ExpenseRow) => void,
  reasons: (row: ExpenseRow) => readonly string[],
): ExpenseColumn =>
  iconColumn('delete', 'Eliminar', (row) => (
    <IconButton
      label={`Eliminar el recibo ${row.recibo}`}
      icon={Trash2}
      size="sm"
      tone="danger"
      reasons={reasons(row)}
      onClick={() => onDelete(row)}
    />
  ));

function ReceiptLink({ row, soporte }: { row: ExpenseRow; soporte: string }) {
  return (
    <IconLink
      href={receiptUrl(soporte)}
      size="sm"
      icon={Paperclip}
      label={`Ver el soporte del recibo ${row.recibo}`}
    />
  );
}

function AnomaliesOfRow({ row }: { row: ExpenseRow }) {
  const lines = anomaliesIn(row.informe_novedad);
  return lines.length === 0 ? '—' : <AnomalyCell id_gasto={row.id} lines={lines} />;
}

interface RejectedRowProps extends Pick<RejectionRemedyProps, 'box'> {
  row: ExpenseRow;
}

/** Reason of a rejection, and the action with which the store remedies it. */
const RejectedRow = ({ row, box }: RejectedRowProps) =>
  row.motivo_rechazo === '' ? null : (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap="2" mt="1" textStyle="xs">
      <chakra.span color="fg.muted">{row.motivo_rechazo}</chakra.span>
      <RejectionRemedy expense={row} box={box} size="xs" />
    </chakra.span>
  );

interface ExpenseTableProps {
  columns: readonly ExpenseColumn[];
  rows: readonly ExpenseRow[];
  /** Figures of the box; empty while the box is loading. */
  account: readonly FigureLine[];
  /** The rows are being reloaded. */
  reloading?: boolean;
  /** Shows the legend of the marks. */
  reviewed?: boolean;
  /** Id of the expense that has just been decided. */
  noticed?: number | undefined;
  /** A filter hides some of the expenses. */
  filtered?: boolean;
}

/** Expenses of a box with their total. The screen chooses the columns and their order. */
export function ExpenseTable({
  columns,
  rows,
  account,
  reloading = false,
  reviewed = true,
  noticed,
  filtered = false,
}: ExpenseTableProps) {
  const [first] = columns;
  const total = account.at(-1);
  return (
    <DataTable
      caption="Gastos de la caja"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      noticed={noticed}
      status={reloading ? 'loading' : 'ready'}
      initialPageSize={25}
      dense
      {...(reviewed && { legend: <ReviewLegend /> })}
      {...(first && { initialSort: { id: first.id, direction: 'asc' } })}
      searchPlaceholder="Buscar un gasto"
      emptyTitle={filtered ? 'Ningún gasto es así' : 'Esta caja no tiene gastos'}
      {...(total && { footer: footerOf(total) })}
    />
  );
}

/** The specification names the last figure "Total reembolso"; before the closing it is only provisional. */
const footerOf = ({ label, amount }: FigureLine): DataTableFooter => ({
  label: label === figureNames.granted ? `${figureNames.paid} (${label.toLowerCase()})` : label,
  cells: { value: <Money strong>{amount}</Money> },
});

function ReviewLegend() {
  return (
    <Legend
      items={[
        { tone: 'success', icon: CircleCheck, label: 'Aprobado' },
        { tone: 'danger', icon: CircleX, label: 'Rechazado' },
        { tone: 'warning', icon: TriangleAlert, label: fieldLabel('informe_novedad') },
      ]}
    />
  );
}
