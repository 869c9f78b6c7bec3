import { chakra } from '@chakra-ui/react/styled-system';
import { Check, ExternalLink, FileX2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Expense, invoiceNotFound, receiptTypes } from '#contract/calls/expenses.calls.ts';
import { type ExpenseField, expenseTexts, fieldLabel } from '#contract/expense-fields.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { expenseStates } from '#machines/domain/stages/states.ts';
import { partGranted } from '#machines/domain/review/reimbursement.ts';
import { shortDate, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import {
  type RejectionReasonRow,
  moneyOf,
  answeredRejection,
  rejectionOf,
  undoneText,
} from '#machines/flows/expenses/expense-facts.ts';
import { receiptUrl, pathTo, recordAgainPath, savedReceiptUrl } from '../../shell/screens/paths.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { TextLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { FileViewer } from '../../ui/overlay/FileViewer.tsx';
import { toneOf } from '../../ui/table/columns.tsx';
import {
  canBeRecordedAgain,
  correctableExpenses,
} from '#machines/domain/expense/expense-correction.ts';
import { useMayOpen } from '../../shell/session.ts';

interface DocumentLayoutProps {
  children: ReactNode;
  /** Above the facts; on wide screens beside them, where it stays visible while they scroll. */
  document: ReactNode;
}

export function DocumentLayout({ children, document }: DocumentLayoutProps) {
  return (
    <chakra.div
      display="grid"
      gap={{ base: '5', md: '6' }}
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '5', md: '6' }}>
        {children}
      </chakra.div>
      <chakra.div
        order={{ base: '-1', xl: '0', _print: '0' }}
        position={{ xl: 'sticky', _print: 'static' }}
        top={{ xl: '6' }}
        minW="0"
      >
        {document}
      </chakra.div>
    </chakra.div>
  );
}

interface ReceiptPanelProps {
  expense: Expense;
  onShown?: () => void;
}

/** Receipt file of an expense. */
export function ReceiptPanel({ expense, onShown }: ReceiptPanelProps) {
  const { soporte, soporte_tipo, recibo } = expense;
  return (
    <Section title="Soporte">
      {soporte === null ? (
        <EmptyState
          icon={FileX2}
          title="Sin soporte"
          description="Este gasto todavía no tiene un archivo de soporte."
        />
      ) : (
        <FileViewer
          url={receiptUrl(soporte)}
          savedUrl={savedReceiptUrl(soporte)}
          name={`Soporte ${recibo}${soporte.slice(soporte.lastIndexOf('.'))}`}
          kind={soporte_tipo === receiptTypes.pdf ? 'pdf' : 'image'}
          onShown={onShown}
        />
      )}
    </Section>
  );
}

const item = (
  field: ExpenseField,
  value: ReactNode,
  look: Pick<DescriptionItem, 'wide' | 'large'> = {},
): DescriptionItem => ({ label: fieldLabel(field), value, ...look });

/** Supplier and value come first; a category appears once, even when several rows of its split name it. */
function itemsOf(expense: Expense): DescriptionItem[] {
  const { proveedor, categorias } = expense;
  const part = partGranted(moneyOf(expense));
  return [
    item('proveedor', proveedor.nombre, { large: true }),
    item('valor', <Money strong>{expense.valor_f}</Money>, { large: true }),
    item('fecha_gasto', shortDate(expense.fecha_gasto)),
    ...(part === '' ? [] : [item('reembolsar', <Money strong>{part}</Money>)]),
    item('identificacion', `${proveedor.num_doc}-${proveedor.digito}`),
    item('recibo', expense.recibo),
    item('categoria', [...new Set(categorias.map(({ nombre }) => nombre))].join(', ')),
    item('concepto', expense.concepto, { wide: true }),
    ...(expense.factura_elec === 0
      ? [item('factura', 'No')]
      : [
          item('factura', 'Sí'),
          item('numero_factura', expense.numero_factura),
          item('enlace_factura', <GraphicRepresentation expense={expense} />, { wide: true }),
        ]),
    item('tienda', expense.tienda),
    item('consecutivo', expense.consecutivo),
    item('registrado_por', expense.registrado_por),
    ...expenseTexts.filter((name) => name !== 'concepto').map((name) => item(name, expense[name])),
  ];
}

interface ExpenseFactsProps {
  expense: Expense;
  /** Compact layout beside the decision: only supplier and value are large. */
  dense?: boolean;
}

/** Facts of an expense as the store recorded it, read-only. */
export function ExpenseFacts({ expense, dense = false }: ExpenseFactsProps) {
  return (
    <Section
      title="Datos del gasto"
      dense={dense}
      actions={
        <StatusBadge
          tone={toneOf(expense.color)}
          label={expense.nombre_estado}
          size={dense ? 'sm' : 'md'}
        />
      }
    >
      <DescriptionList columns={2} dense={dense} pairs items={itemsOf(expense)} />
    </Section>
  );
}

/** Summary of an expense in a few lines; the other facts open on demand. */
export function BriefFacts({ expense }: { expense: Expense }) {
  const { proveedor } = expense;
  return (
    <Section dense>
      <chakra.div display="flex" justifyContent="space-between" gap="3" fontWeight="bold">
        <chakra.span overflowWrap="anywhere" lineHeight="1.25">
          {proveedor.nombre}
        </chakra.span>
        <Money>{expense.valor_f}</Money>
      </chakra.div>
      <chakra.p textStyle="sm" lineClamp={2} overflowWrap="anywhere" title={expense.concepto}>
        <chakra.span color="fg.muted">
          {proveedor.num_doc}-{proveedor.digito} · Recibo {expense.recibo} ·{' '}
        </chakra.span>
        {expense.concepto}
      </chakra.p>
      <chakra.div textStyle="sm" css={besideLook}>
        <chakra.details>
          <chakra.summary color="teal.700" fontWeight="medium" cursor="pointer" width="fit-content">
            Datos del gasto
          </chakra.summary>
          <chakra.div pt="2">
            <DescriptionList columns={2} dense items={itemsOf(expense)} />
          </chakra.div>
        </chakra.details>
        {expense.factura_elec === 0 ? null : <GraphicRepresentation expense={expense} />}
      </chakra.div>
    </Section>
  );
}

/** The invoice link shares the line of the closed details, and moves below them when they open. */
const besideLook = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '3',
  '& > details[open]': { flex: '1 1 100%' },
} as const;

/** Link to the electronic invoice, or a text when there is none, with the warnings of its verification. */
function GraphicRepresentation({ expense }: { expense: Expense }) {
  const warnings = warningsOf(expense);
  return (
    <chakra.div display="grid" gap="3">
      <div>
        <Representation expense={expense} />
      </div>
      {warnings.map((warning) => (
        <InlineAlert key={warning} tone="warning">
          {warning}
        </InlineAlert>
      ))}
    </chakra.div>
  );
}

/** Warnings of the linked invoice; while none is linked, those of every offered invoice, with its number. */
function warningsOf({ enlace_factura, data_factura, avisos_facturas }: Expense): string[] {
  if (enlace_factura !== '')
    return avisos_facturas.filter(({ url }) => url === enlace_factura).map(({ aviso }) => aviso);
  return data_factura.flatMap(({ numero_factura, url: offered }) =>
    avisos_facturas
      .filter(({ url }) => url === offered)
      .map(({ aviso }) => `${numero_factura}: ${aviso}`),
  );
}

function Representation({ expense }: { expense: Expense }) {
  const { enlace_factura, data_factura } = expense;
  if (enlace_factura === invoiceNotFound) return <strong>{invoiceNotFound}</strong>;
  if (enlace_factura !== '')
    return (
      <TextLink href={enlace_factura} icon={ExternalLink}>
        Ver la representación gráfica
      </TextLink>
    );
  return data_factura.length > 0
    ? `Se encontraron ${data_factura.length} facturas; falta elegir la de este gasto.`
    : '—';
}

interface ObservationHistoryProps {
  expense: Expense;
  reasons: readonly RejectionReasonRow[];
  /** Compact layout. */
  dense?: boolean;
}

/** Lists the observation of each stage, in the order of the workflow. Renders nothing before the first decision. */
export function ObservationHistory({ expense, reasons, dense = false }: ObservationHistoryProps) {
  const entries = observationsOf(expense, reasons);
  if (entries.length === 0) return null;
  return (
    <Section dense={dense} title="Historial de observaciones">
      <chakra.ol listStyleType="none" display="grid" gap="4">
        {entries.map((entry) => (
          <Entry key={entry.stage} {...entry} />
        ))}
      </chakra.ol>
    </Section>
  );
}

function Entry({ author, date, rejected, reason, observation }: ObservationEntry) {
  return (
    <chakra.li borderStartWidth="3px" borderColor={rejected ? 'red.300' : 'green.300'} ps="4">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        <chakra.span fontWeight="medium">{author}</chakra.span>
        <StatusBadge
          tone={rejected ? 'danger' : 'success'}
          icon={rejected ? X : Check}
          label={rejected ? 'Rechazado' : 'Aprobado'}
        />
        <chakra.time textStyle="sm" color="fg.muted">
          {shortDateTime(date)}
        </chakra.time>
      </chakra.div>
      {reason === '' ? null : (
        <chakra.p mt="1" textStyle="sm">
          Motivo: {reason}
        </chakra.p>
      )}
      <chakra.p mt="1" whiteSpace="pre-line" overflowWrap="anywhere">
        {observation}
      </chakra.p>
    </chakra.li>
  );
}

interface ObservationEntry {
  stage: StageName;
  author: string;
  /** `yyyy-MM-dd HH:mm` in Colombia. */
  date: string;
  rejected: boolean;
  /** '' for none. */
  reason: string;
  observation: string;
}

/** States without a decision: observations of an earlier round are not shown. */
const undecided: readonly number[] = [
  expenseStates.unreviewed.codigo,
  expenseStates.unreviewedMaintenance.codigo,
];

const entryOf = (
  stage: StageName,
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry => {
  const { nombre, sufijo } = stages[stage];
  const id_rechazo = expense[`id_rechazo_${sufijo}`];
  return {
    stage,
    author: nombre,
    date: expense[`fecha_${sufijo}`],
    rejected: id_rechazo !== null,
    reason: reasons.find(({ id }) => id === id_rechazo)?.nombre ?? '',
    observation: expense[`obs_${sufijo}`],
  };
};

/** In the order of the workflow; empty while the expense is undecided. */
const observationsOf = (
  expense: Expense,
  reasons: readonly RejectionReasonRow[],
): ObservationEntry[] =>
  undecided.includes(expense.estado)
    ? []
    : stageNames
        .map((stage) => entryOf(stage, expense, reasons))
        .filter(({ date, observation }) => date !== '' || observation !== '');

/** Stage and reason of a rejection, with an action to remedy it. */
export function RejectionNotice({ expense, action }: { expense: Expense; action?: ReactNode }) {
  const rejection = rejectionOf(expense);
  if (rejection === null) return null;
  return (
    <InlineAlert tone="warning" title={rejection.title} action={action}>
      {rejection.observation}
    </InlineAlert>
  );
}

/** Notice of the rejected expense that this one records again. */
export function OriginNotice({ origin }: { origin: Expense }) {
  return (
    <RejectionNotice
      expense={origin}
      action={
        <TextLink href={`/#${pathTo('detalleGasto', { idGasto: origin.id })}`}>
          Ver el gasto rechazado
        </TextLink>
      }
    />
  );
}

/** Latest correction by the store: values before and after, and the rejection that it answers. */
export function CorrectionNotice({ expense: { correccion } }: { expense: Expense }) {
  if (correccion === null) return null;
  const { diferencias, fecha, sin_efecto } = correccion;
  const changes = diferencias.map(
    ({ campo, antes, despues }) => `${campo} ${antes || '—'} → ${despues || '—'}`,
  );
  const undone = undoneText(sin_efecto);
  return (
    // Non-breaking spaces inside amounts.
    <InlineAlert tone="info" title={`Corregido: ${changes.join(', ')}`.replaceAll('$ ', '$\u00a0')}>
      {`${answeredRejection(correccion)} (${shortDateTime(fecha)})`}
      {undone === '' ? null : <p>{undone}</p>}
    </InlineAlert>
  );
}

export interface RejectionRemedyProps {
  expense: {
    id: number;
    recibo: string;
    estado: number;
    motivo_rechazo: string;
    registrado_de_nuevo: number | null;
    asumido: number;
  };
  box: { active: number; id_tienda: number };
  size: 'xs' | 'sm';
}

/**
 * What the store can do about a rejected expense: correct it while that is allowed, else record it again, once, unless
 * the company took it over.
 */
export function RejectionRemedy({ expense, box, size }: RejectionRemedyProps) {
  const { id, recibo, estado, motivo_rechazo, registrado_de_nuevo, asumido } = expense;
  const { active, id_tienda } = box;
  const mayRecord = useMayOpen('crearGasto');
  if (registrado_de_nuevo !== null)
    return (
      <TextLink to={pathTo('detalleGasto', { idGasto: registrado_de_nuevo })}>
        Se volvió a registrar
      </TextLink>
    );
  if (asumido === 1) return <chakra.span>La empresa lo asumió</chakra.span>;
  if (!mayRecord) return null;
  const receipt = <chakra.span srOnly>{`: recibo ${recibo}`}</chakra.span>;
  if (correctableExpenses(active, [{ estado }]).length > 0)
    return (
      <LinkButton to={pathTo('corregirGasto', { idTienda: id_tienda, idGasto: id })} size={size}>
        Corregir
        {receipt}
      </LinkButton>
    );
  return canBeRecordedAgain({ active, estado, motivo_rechazo, asumido }) ? (
    <LinkButton to={recordAgainPath(id_tienda, id)} size={size} variant="outline">
      Volver a registrar
      {receipt}
    </LinkButton>
  ) : null;
}
