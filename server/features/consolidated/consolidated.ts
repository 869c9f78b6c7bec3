import type { Readable } from 'node:stream';
import {
  type ExpenseText,
  expenseFields,
  expenseTexts,
  fieldLabel,
} from '#contract/expense-fields.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf, boxStates, isRejected } from '#machines/domain/stages/states.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { figureNames, figuresOf, grantedOf } from '#machines/domain/fund/fund.ts';
import { shownWay, wayNames } from '#machines/domain/payment/payment-states.ts';
import { isDeductible } from '#machines/domain/invoice/tax-facts.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney, withoutTax } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { RunQuery } from '../../platform/http/operation.ts';
import { type Column, rowsOf, workbookOf } from '../../platform/workbook/workbook-stream.ts';
import {
  type ConsolidatedCategory,
  type ConsolidatedExpense,
  type ConsolidatedFilter,
  type ConsolidatedKey,
  categoriesForConsolidated,
  countConsolidated,
  expensesForConsolidated,
  nextKeys,
  sendingsForConsolidated,
} from './consolidated.repository.ts';

/** An expense with the facts that other queries find for it. */
interface ConsolidatedRow extends ConsolidatedExpense {
  /** Its categories in their order; once it is itemised, the parts of the split. */
  categorias: readonly ConsolidatedCategory[];
  /** The instant at which its store sent the box. */
  enviada: number | null;
}

type ConsolidatedColumn = Column<ConsolidatedRow>;

/** One part of the split of an expense. */
type ItemRow = ConsolidatedRow & { parte: ConsolidatedCategory };

const text = (
  header: string,
  width: number,
  value: (row: ConsolidatedRow) => string | null,
): ConsolidatedColumn => ({ header, kind: 'text', width, value });

const money = (
  header: string,
  value: (row: ConsolidatedRow) => number | null,
): ConsolidatedColumn => ({ header, kind: 'money', width: 16, value });

const day = (header: string, value: (row: ConsolidatedRow) => string): ConsolidatedColumn => ({
  header,
  kind: 'day',
  width: 13,
  value,
});

const moment = (
  header: string,
  value: (row: ConsolidatedRow) => number | null,
): ConsolidatedColumn => ({ header, kind: 'moment', width: 17, value });

const plainText = (name: ExpenseText): ConsolidatedColumn =>
  text(fieldLabel(name), expenseFields[name].width, (row) => row[name]);

/** Texts in their order, each once. */
const joined = (texts: readonly string[]): string => [...new Set(texts)].join('; ');

/** The parts of the split; none before the expense is itemised. */
const partsOf = ({ categorias }: ConsolidatedRow) =>
  categorias.filter(({ valor_item }) => valor_item !== null);

const partInWords = ({ nombre, valor_item, impuesto }: ConsolidatedCategory): string =>
  [nombre, formatMoney(valor_item ?? 0), impuesto].filter(Boolean).join(' · ');

const boxState = (active: number): string => boxStates[boxStateOf(active)].nombre;

/** Texts and stages whose columns have a fixed position in the sheet. */
const firstTexts: readonly ExpenseText[] = ['concepto', 'encargado'];
const firstStages: readonly StageName[] = ['supervisor', 'maintenance', 'accounting', 'final'];

const decisionColumns = (stage: StageName): ConsolidatedColumn[] => {
  const { of, sufijo } = stages[stage];
  return [
    text(`Observación ${of}`, 40, (row) => row[`obs_${sufijo}`]),
    moment(`Fecha ${of}`, (row) => row[`fecha_${sufijo}`]),
  ];
};

/**
 * The columns of the sheet, described in docs/figures.md. Other programs read them by position and name, so new ones
 * go to the end: a text without a line of its own is the last column.
 */
export const consolidatedColumns: readonly ConsolidatedColumn[] = [
  text('Tienda', 28, (row) => row.tienda),
  text('Centro de costo', 14, (row) => row.centro_costo),
  text('Centro de beneficio', 14, (row) => row.centro_beneficio),
  text('Formato', 16, (row) => row.formato),
  text('Ciudad', 18, (row) => row.ciudad),
  { header: 'Caja n.º', kind: 'whole', width: 12, value: (row) => row.consecutivo },
  text('Estado de la caja', 24, (row) => boxState(row.active)),
  day('Fecha de creación de la caja', (row) => row.fecha_caja),
  moment('Fecha de envío de la caja', (row) => row.enviada),
  day(fieldLabel('fecha_gasto'), (row) => row.fecha_gasto),
  text(fieldLabel('num_doc'), 16, (row) => row.num_doc),
  text(fieldLabel('digito'), 12, (row) => row.digito),
  text(fieldLabel('proveedor'), 32, (row) => row.proveedor_nombre),
  text(expenseFields.recibo.short, 16, (row) => row.recibo),
  text(fieldLabel('factura'), 12, (row) => (row.factura_elec === 1 ? 'Sí' : 'No')),
  text(expenseFields.numero_factura.short, 16, (row) => row.numero_factura),
  text(fieldLabel('categoria'), 32, (row) => joined(row.categorias.map(({ nombre }) => nombre))),
  text('Cuentas', 16, (row) => joined(row.categorias.map(({ cuenta }) => cuenta))),
  plainText('concepto'),
  money(fieldLabel('valor'), (row) => row.valor),
  money('Valor a reembolsar', (row) => (isRejected(row.estado) ? null : row.reembolsar)),
  money('Valor aprobado', grantedOf),
  text('Estado del gasto', 28, (row) => expenseFactsAt(row.active, row.estado).nombre),
  text('Motivo de rechazo', 28, (row) => row.motivo),
  ...firstStages.flatMap(decisionColumns),
  text('Novedades', 40, (row) => row.informe_novedad),
  text('Empresa de envío', 22, (row) => row.empresa),
  text('Guía', 18, (row) => row.codigo_soporte),
  text('Responsable', 28, (row) => row.responsable),
  text('Supervisor', 28, (row) => row.supervisor),
  text('Gerente', 28, (row) => row.gerente),
  text(fieldLabel('registrado_por'), 28, (row) => row.registrado_por),
  plainText('encargado'),
  text('Clase de documento', 24, (row) => row.clase_documento),
  text('Tipo de persona', 10, (row) => row.tipo_persona),
  ...(['rejected', 'capped', 'undecided'] as const).map((figure) =>
    money(figureNames[figure], (row) => figuresOf([row])[figure]),
  ),
  money(figureNames.paid, (row) => (boxStateOf(row.active) === 'closed' ? grantedOf(row) : null)),
  text('Itemización', 48, (row) => partsOf(row).map(partInWords).join('; ')),
  day('Fecha del giro', (row) => row.dia_giro ?? ''),
  text('Vía del giro', 16, (row) =>
    row.via_giro === null ? '' : wayNames[shownWay(row.via_giro, row.cuenta_giro !== null)],
  ),
  text('Referencia del giro', 20, (row) => row.referencia_giro),
  ...stageNames.filter((name) => !firstStages.includes(name)).flatMap(decisionColumns),
  ...expenseTexts.filter((name) => !firstTexts.includes(name)).map(plainText),
];

/** Centavos of a part without its tax, which the value includes; null without a tax, and for a withholding. */
const baseOf = ({ valor_item, porcentaje }: ConsolidatedCategory): number | null =>
  valor_item === null || valor_item < 0 || porcentaje === null
    ? null
    : withoutTax(valor_item, porcentaje);

function taxOf(part: ConsolidatedCategory): number | null {
  const base = baseOf(part);
  return base === null ? null : (part.valor_item ?? 0) - base;
}

/** Whether the tax of a part is deducted; '' for a part without a tax. */
function deducted(part: ConsolidatedCategory): string {
  if (!taxOf(part)) return '';
  return isDeductible(part.impuesto, part.deducible) ? 'Sí' : 'No';
}

const itemColumn = (
  header: string,
  kind: Column<ItemRow>['kind'],
  width: number,
  value: (row: ItemRow) => string | number | null,
): Column<ItemRow> => ({ header, kind, width, value });

/** Columns of the first sheet that the parts of a split have too. */
const headersOfItems = new Set([
  'Tienda',
  'Centro de costo',
  'Centro de beneficio',
  'Caja n.º',
  'Estado de la caja',
  fieldLabel('fecha_gasto'),
  fieldLabel('num_doc'),
  fieldLabel('digito'),
  fieldLabel('proveedor'),
  expenseFields.recibo.short,
  expenseFields.numero_factura.short,
  'Clase de documento',
  'Tipo de persona',
]);

/** The columns of the second sheet: a row for each part of a split. */
export const itemColumns: readonly Column<ItemRow>[] = [
  ...consolidatedColumns.filter(({ header }) => headersOfItems.has(header)),
  itemColumn('Categoría', 'text', 32, ({ parte }) => parte.nombre),
  itemColumn('Cuenta', 'text', 16, ({ parte }) => parte.cuenta),
  itemColumn('Impuesto', 'text', 16, ({ parte }) => parte.impuesto),
  itemColumn('Tarifa %', 'whole', 10, ({ parte }) => parte.porcentaje),
  itemColumn('Base', 'money', 16, ({ parte }) => baseOf(parte)),
  itemColumn('Valor del impuesto', 'money', 16, ({ parte }) => taxOf(parte)),
  itemColumn('Valor', 'money', 16, ({ parte }) => parte.valor_item),
  itemColumn('Valor aprobado', 'money', 16, ({ estado, parte }) =>
    isRejected(estado) ? 0 : parte.valor_item,
  ),
  itemColumn('Deducible', 'text', 10, ({ parte }) => deducted(parte)),
];

/** Expenses of one page: few enough that other requests are answered between two pages. */
const PAGE = 200;

const streamConsolidated = workbookOf([
  { sheet: 'Consolidado', columns: consolidatedColumns },
  { sheet: 'Itemización', columns: itemColumns },
]);

interface ConsolidatedContext {
  session: Session;
  ask: RunQuery;
}

async function completed(
  { ask }: ConsolidatedContext,
  expenses: readonly ConsolidatedExpense[],
): Promise<ConsolidatedRow[]> {
  if (expenses.length === 0) return [];
  const ids = expenses.map(({ id }) => id);
  const boxes = [...new Set(expenses.map(({ id_caja }) => id_caja))];
  const categories = await ask(categoriesForConsolidated, ids);
  const sendings = await ask(sendingsForConsolidated, boxes);
  const ofExpense = grouped(
    categories,
    ({ id_gasto }) => id_gasto,
    (category) => category,
  );
  const sent = new Map(sendings.map(({ id_caja, instante }) => [id_caja, instante]));
  return expenses.map((expense) => ({
    ...expense,
    categorias: ofExpense.get(expense.id) ?? [],
    enviada: sent.get(expense.id_caja) ?? null,
  }));
}

/**
 * The rows, page by page. Each page is a separate read and shows its expenses as they are at that moment; no expense
 * appears twice.
 */
async function* rowPages(
  context: ConsolidatedContext,
  filter: ConsolidatedFilter,
): AsyncGenerator<readonly ConsolidatedRow[]> {
  let after: ConsolidatedKey | null = null;
  for (;;) {
    const keys: ConsolidatedKey[] = await context.ask(nextKeys, filter, after, PAGE);
    const ids = keys.map(({ id }) => id);
    after = keys.at(-1) ?? null;
    if (after === null) return;
    const expenses = await context.ask(expensesForConsolidated, context.session, filter, ids);
    yield await completed(context, expenses);
    if (keys.length < PAGE) return;
  }
}

/** The parts of the splits. It reads the expenses again: the first sheet would have to hold them in memory. */
async function* itemPages(
  pages: AsyncIterable<readonly ConsolidatedRow[]>,
): AsyncGenerator<readonly ItemRow[]> {
  for await (const rows of pages)
    yield rows.flatMap((row) => partsOf(row).map((parte) => ({ ...row, parte })));
}

function filenameOf({ desde, hasta }: ConsolidatedFilter): string {
  const days =
    desde !== null && hasta !== null
      ? [desde, hasta]
      : [...(desde === null ? [] : ['desde', desde]), ...(hasta === null ? [] : ['hasta', hasta])];
  return `${['consolidado', ...days].join('_')}.xlsx`;
}

/**
 * Narrows a filter to what the session may read: for a person in charge, his or her stores; for a supervisor, the
 * supervised stores. It overrides the request; the scope of the session applies too.
 */
function narrowed(filter: ConsolidatedFilter, { profile, idUsuario }: Session): ConsolidatedFilter {
  if (profile === 2) return { ...filter, idResponsable: idUsuario };
  if (profile === 3) return { ...filter, idSupervisor: idUsuario };
  return filter;
}

/** Maximum rows of a workbook: several years of 400 stores, and few enough for a spreadsheet to open. */
export const MOST_ROWS = 300_000;

/**
 * The expenses of the sent boxes that the session sees, bought in a span of days, as a workbook with a sheet of
 * expenses and one of the parts of their splits.
 *
 * @throws HttpError 422 when there are more than `MOST_ROWS`
 */
export async function consolidatedOf(
  context: ConsolidatedContext,
  requested: ConsolidatedFilter,
): Promise<{ filename: string; stream: Readable }> {
  const filter = narrowed(requested, context.session);
  const rows = await context.ask(countConsolidated, context.session, filter, MOST_ROWS + 1);
  if (rows > MOST_ROWS)
    throw new HttpError(422, {
      msg: 'El consolidado tendría más de 300.000 gastos. Elija un periodo más corto.',
    });
  return {
    filename: filenameOf(filter),
    stream: await streamConsolidated([
      rowsOf(consolidatedColumns, rowPages(context, filter)),
      rowsOf(itemColumns, itemPages(rowPages(context, filter))),
    ]),
  };
}
