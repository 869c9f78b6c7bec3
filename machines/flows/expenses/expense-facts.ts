import { type Expense, invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import type { ReferenceRow } from '#contract/calls/reference.calls.ts';
import { comparedTexts, fieldLabel } from '#contract/expense-fields.ts';
import { type StageName, stageNames, stageOfCode, stages } from '../../domain/stages/stages.ts';
import { boxStateOf, boxStates, isRejected } from '../../domain/stages/states.ts';
import type { ExpenseAmount } from '../../domain/fund/fund.ts';
import { partGranted } from '../../domain/review/reimbursement.ts';
import { centavosOrNull, formatMoney, formatPesos, toCentavos } from '../../domain/values/money.ts';
import { lowerFirst } from '../../domain/values/texts.ts';
import type { Shown } from '../steps/changes.ts';

/** Rows of `/datosGenerales`, by table. */

export type CategoryRow = ReferenceRow<'categoria_gasto'>;
export type RejectionReasonRow = ReferenceRow<'motivo_rechazo'>;
export type DocumentClassRow = ReferenceRow<'indicadores'>;
export type TaxRow = ReferenceRow<'impuestos'>;
export type CompanyRow = ReferenceRow<'empresas'>;
export type DepartmentRow = ReferenceRow<'paises'>;
export type MunicipalityRow = ReferenceRow<'municipios'>;
/** Suggestions have no blocked suppliers. */
export type SupplierRow = Omit<ReferenceRow<'proveedores'>, 'bloqueado_desde'> &
  Partial<Pick<ReferenceRow<'proveedores'>, 'bloqueado_desde'>>;

/** The amounts of an expense in centavos; the wire has pesos. */
export const moneyOf = ({ valor, reembolsar }: Pick<ExpenseAmount, 'valor' | 'reembolsar'>) => ({
  valor: toCentavos(valor),
  reembolsar: centavosOrNull(reembolsar),
});

/** An expense as shown to a reviewer, to list its changes. */

const amount = (pesos: number | null): string => (pesos === null ? '' : formatPesos(pesos));

/** Number of the linked electronic invoice; 'Disponible' when it is unknown, '' or `invoiceNotFound` without one. */
const representationOf = ({ enlace_factura, data_factura }: Expense): string => {
  if (enlace_factura === '' || enlace_factura === invoiceNotFound) return enlace_factura;
  return data_factura.find(({ url }) => url === enlace_factura)?.numero_factura ?? 'Disponible';
};

const invoiceOf = ({ factura_elec, numero_factura }: Expense): string =>
  factura_elec === 1 ? `Sí, ${numero_factura}` : 'No';

const splitOf = ({ categorias }: Expense): string =>
  categorias.map(({ nombre, valor_item }) => `${nombre} ${amount(valor_item)}`.trim()).join(', ');

/** Observation and rejection reason of each stage. */
const stageFacts = (expense: Expense, reasons: readonly RejectionReasonRow[]): [string, string][] =>
  stageNames.flatMap((name): [string, string][] => {
    const { nombre, sufijo } = stages[name];
    const reason = reasons.find(({ id }) => id === expense[`id_rechazo_${sufijo}`]);
    return [
      [`Observación de ${nombre}`, expense[`obs_${sufijo}`]],
      [`Motivo de rechazo de ${nombre}`, reason?.nombre ?? ''],
    ];
  });

/** State first, then the facts in screen order, then observations and reasons of the stages. */
export const shownExpense = (expense: Expense, reasons: readonly RejectionReasonRow[]): Shown => ({
  [fieldLabel('estado')]: expense.nombre_estado,
  Caja: boxStates[boxStateOf(expense.active)].nombre,
  [fieldLabel('fecha_gasto')]: expense.fecha_gasto,
  [fieldLabel('valor')]: amount(expense.valor),
  [fieldLabel('proveedor')]: expense.proveedor.nombre,
  [fieldLabel('recibo')]: expense.recibo,
  ...Object.fromEntries(comparedTexts.map((name) => [fieldLabel(name), expense[name]])),
  'Categorías y valores': splitOf(expense),
  [fieldLabel('factura')]: invoiceOf(expense),
  [fieldLabel('enlace_factura')]: representationOf(expense),
  [fieldLabel('informe_novedad')]: expense.informe_novedad.trim().split('\n').join(' '),
  [fieldLabel('reembolsar')]: partGranted(moneyOf(expense)),
  'Tipo de persona': expense.tipo_persona ?? '',
  'Texto contable': expense.item_texto,
  ...Object.fromEntries(stageFacts(expense, reasons)),
});

/** The rejection of an expense and its correction, in words. */

interface Rejection {
  /** 'Rechazado por el supervisor: Valor incorrecto' */
  title: string;
  observation: string;
}

/** Null for an expense that is not rejected. */
export function rejectionOf(expense: Expense): Rejection | null {
  const stage = stageOfCode(expense.estado);
  if (stage === undefined || !isRejected(expense.estado)) return null;
  const { sufijo, who } = stages[stage];
  return {
    title: `Rechazado por ${who}: ${lowerFirst(expense.motivo_rechazo)}`,
    observation: expense[`obs_${sufijo}`],
  };
}

/** 'Lo había rechazado el supervisor: valor incorrecto. No cuadra con el recibo.' */
export const answeredRejection = ({
  etapa,
  motivo,
  observacion,
}: NonNullable<Expense['correccion']>): string =>
  `Lo había rechazado ${stages[etapa].who}: ${lowerFirst(motivo)}. ${observacion}`;

/** 'Cambió lo esencial: lo que decidió el supervisor fue otra compra y ya no vale.'; '' when every approval stands. */
export const undoneText = (names: readonly StageName[]): string =>
  names.length === 0
    ? ''
    : `Cambió lo esencial: lo que decidió ${names
        .map((name) => stages[name].who)
        .join(' y ')} fue otra compra y ya no vale.`;

/** The facts of an invoice besides its number; amounts in pesos, null when unknown. */
interface InvoiceFacts {
  nit: string | null;
  fecha: string | null;
  valor: number | null;
}

/** `$ 500 más que el gasto`. @param gasto the value of the expense; both values in pesos */
function differenceText(valor: number, gasto: number): string {
  const centavos = toCentavos(valor) - toCentavos(gasto);
  if (centavos === 0) return 'igual al gasto';
  return `${formatMoney(Math.abs(centavos))} ${centavos > 0 ? 'más' : 'menos'} que el gasto`;
}

/** Facts that tell apart invoices with the same number: `2026-05-10 · $ 12.500, igual al gasto · NIT 900373923`. */
export const invoiceFacts = ({ nit, fecha, valor }: InvoiceFacts, gasto: number): string =>
  [
    fecha,
    valor === null ? null : `${formatPesos(valor)}, ${differenceText(valor, gasto)}`,
    nit === null ? null : `NIT ${nit}`,
  ]
    .filter(Boolean)
    .join(' · ');
