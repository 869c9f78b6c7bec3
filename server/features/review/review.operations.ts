import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { type StageName, byStage } from '#contract/wire-stages.ts';
import { stageOfCode } from '#machines/domain/stages/stages.ts';
import { expenseStates } from '#machines/domain/stages/states.ts';
import { type AccountingSplit, expenseGuards } from '#machines/domain/expense/expense-guards.ts';
import { signedValues } from '#machines/domain/review/reimbursement.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { accountingWindow } from '#machines/domain/values/dates.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, found } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  actorOf,
  done,
} from '../../platform/http/operation.ts';
import { type ExpenseRow, categoryIdsOf, taxIdsOf } from '../cases/box.repository.ts';
import { anomalyReport } from '../expenses/anomalies.ts';
import { requireWithin } from '../expenses/record-expense.ts';
import { matchInvoice } from '../invoices/invoice.repository.ts';
import { findSupplier } from '../suppliers/supplier.repository.ts';
import {
  type Completion,
  type DecisionRequest,
  approveJointly,
  areActive,
  categoriesForBox,
  chooseInvoice,
  decide,
  openExpense,
} from './decision.ts';

/** Converts the accounting split of an expense from the parallel lists of the wire to rows. */

type AccountingForm = BodyOf<'/guardarContabilidad'>;

interface Categories {
  /** One category for each row of the split. */
  ids: number[];
  isAdded: (row: number) => boolean;
}

/**
 * `categorias` are the rows; `categorias_nuevas` is the subset that accounting added. A client that omits the added
 * ones from `categorias` sends the values of both lists, with the added ones last.
 */
function categoriesOf({
  categorias = [],
  categorias_nuevas = [],
  item_valor = [],
}: AccountingForm): Categories {
  const areListed = categorias_nuevas.every((id) => categorias.includes(id));
  if (areListed && item_valor.length <= categorias.length)
    return {
      ids: categorias,
      isAdded: (row) => categorias_nuevas.includes(categorias[row] ?? 0),
    };
  return {
    ids: [...categorias, ...categorias_nuevas],
    isAdded: (row) => row >= categorias.length,
  };
}

const incomplete = () =>
  brokenRule('itemisationIsComplete', expenseGuards.itemisationIsComplete.mensaje);

/** One cell for each category; a missing one is null, which the state machine refuses. */
function cellsOf<Cell>(cells: readonly (Cell | null)[] | undefined, rows: number): (Cell | null)[] {
  const given = cells ?? [];
  // A cell beyond the last row belongs to no category.
  if (given.length > rows) throw incomplete();
  return Array.from({ length: rows }, (_, row) => given[row] ?? null);
}

/**
 * The split of the form, with the values of its withholdings below 0; null without one.
 *
 * @throws HttpError 422 when there are more values or taxes than categories
 */
async function splitOf(trx: Trx, form: AccountingForm): Promise<AccountingSplit | null> {
  if (form.item !== 1) return null;
  const { ids: categorias } = categoriesOf(form);
  const impuestos = cellsOf(form.iva_item, categorias.length);
  const valores = cellsOf(form.item_valor, categorias.length).map((pesos) =>
    pesos === null ? null : toCentavos(pesos),
  );
  const withheld = await trx
    .selectFrom('impuestos')
    .select('id')
    .where('cuenta_retencion', '<>', '')
    .execute();
  const ids = withheld.map(({ id }) => id);
  return {
    categorias,
    valores: signedValues({ valores, impuestos }, ids),
    impuestos,
    indicador: form.indicadorImpuesto ?? null,
    tipo_persona: form.tipo_persona ?? null,
  };
}

/** @throws HttpError 422 unless all categories are of the store format, and active or already on the expense */
async function requireCategories(
  trx: Trx,
  split: AccountingSplit,
  expense: Readonly<ExpenseRow>,
): Promise<void> {
  const wanted = new Set(split.categorias);
  const found = await categoriesForBox(trx, expense.id_caja, [...wanted]);
  const own = await categoryIdsOf(trx, expense.id);
  const usable = found.filter(({ id, active_ }) => active_ === 1 || own.includes(id));
  if (usable.length !== wanted.size)
    throw brokenRule('categorias', 'Elija categorías del formato de la tienda.');
}

/** @throws HttpError 422 when a category or a tax may not be chosen */
async function requireChoices(
  trx: Trx,
  split: AccountingSplit,
  expense: Readonly<ExpenseRow>,
): Promise<void> {
  await requireCategories(trx, split, expense);
  const own = await taxIdsOf(trx, expense.id);
  const taxes = split.impuestos.flatMap((tax) => (tax === null || own.includes(tax) ? [] : [tax]));
  if (!(await areActive(trx, 'impuestos', taxes)))
    throw brokenRule('iva_item', 'Elija impuestos de la lista.');
}

/** Columns that classify the expense; absent fields are unchanged. @throws HttpError 422 for an inactive indicator */
async function classification(
  trx: Trx,
  { indicadorImpuesto, tipo_persona, item_texto }: AccountingForm,
  expense: Readonly<ExpenseRow>,
): Promise<RowChanges<'gastos'>> {
  const chosen =
    indicadorImpuesto == null || indicadorImpuesto === expense.indicador ? [] : [indicadorImpuesto];
  if (!(await areActive(trx, 'indicadores', chosen)))
    throw brokenRule('indicadorImpuesto', 'Elija una clase de documento de la lista.');
  return {
    ...(indicadorImpuesto !== undefined && { indicador: indicadorImpuesto }),
    ...(tipo_persona !== undefined && { tipo_persona }),
    ...(item_texto !== undefined && { item_texto: item_texto?.trim() ?? '' }),
  };
}

/** The columns and categories of an expense, with its split or without one. @throws HttpError 422 */
async function itemised(
  trx: Trx,
  form: AccountingForm,
  split: AccountingSplit | null,
  expense: Readonly<ExpenseRow>,
): Promise<Completion> {
  if (split !== null) await requireChoices(trx, split, expense);
  const changes = await classification(trx, form, expense);
  if (split === null) return { changes };
  const { isAdded } = categoriesOf(form);
  const deducible = cellsOf(form.deducible, split.categorias.length);
  const values = split.valores.map((valor) => (valor === null ? null : Math.abs(valor)));
  return {
    changes: { item: 1, ...changes },
    categories: split.categorias.map((id_categoria, row) => ({
      id_categoria,
      valor_item: values[row] ?? null,
      iva_item: split.impuestos[row] ?? null,
      deducible: deducible[row] ?? null,
      agregada: isAdded(row) ? 1 : 0,
    })),
  };
}

/** Corrections of accounting on an expense under review: the supplier's name, the date, the invoice number. */

type Corrected = Readonly<ExpenseRow>;

/** @throws HttpError 422 for another supplier: only the name written on the expense can be corrected */
function correctedName(form: AccountingForm, expense: Corrected): RowChanges<'gastos'> {
  if (form.id_proveedor != null && form.id_proveedor !== expense.id_proveedor)
    throw brokenRule('id_proveedor', 'El proveedor no es el del gasto.');
  const proveedor_nombre = form.proveedor?.trim() || expense.proveedor_nombre;
  return proveedor_nombre === expense.proveedor_nombre ? {} : { proveedor_nombre };
}

/** @throws HttpError 422 when a changed date is outside the window of accounting */
function correctedDate(
  form: AccountingForm,
  expense: Corrected,
  now: number,
): RowChanges<'gastos'> {
  const fecha_gasto = form.fecha_gasto || expense.fecha_gasto;
  if (fecha_gasto === expense.fecha_gasto) return {};
  requireWithin(fecha_gasto, accountingWindow(dateInBogota(now)));
  return { fecha_gasto };
}

/** Matches a changed number with the electronic invoices. @throws HttpError 422 for an invalid number */
async function correctedInvoice(
  trx: Trx,
  form: AccountingForm,
  expense: Corrected,
): Promise<RowChanges<'gastos'>> {
  const numero_factura = form.numero_factura?.trim() || expense.numero_factura;
  if (numero_factura === expense.numero_factura) return {};
  if (!/^[A-Za-z0-9]{1,100}$/.test(numero_factura))
    throw brokenRule('numero_factura', 'Solo letras y números, campo obligatorio');
  if (expense.factura_elec === 0) return { numero_factura };
  const supplier = found(await findSupplier(trx, expense.id_proveedor));
  return matchInvoice(trx, { nit: supplier.num_doc, numero: numero_factura });
}

/** Returns the corrected columns and the anomalies that follow from them; empty when nothing was corrected. */
async function corrections(
  trx: Trx,
  form: AccountingForm,
  expense: Corrected,
  now: number,
): Promise<RowChanges<'gastos'>> {
  const changes = {
    ...correctedName(form, expense),
    ...correctedDate(form, expense, now),
    ...(await correctedInvoice(trx, form, expense)),
  };
  if (Object.keys(changes).length === 0) return {};
  const informe_novedad = await anomalyReport(trx, {
    ...expense,
    ...(changes as Partial<ExpenseRow>),
  });
  return { ...changes, informe_novedad };
}

/** True when the state does not change: only the split is saved. */
const isItemisationAlone = (form: AccountingForm): boolean =>
  form.estado === expenseStates.supervisorApproved.codigo;

/** Saves the split of an expense that waits for accounting, without a decision. */
const saveItemisation = (context: SessionContext, form: AccountingForm) =>
  context.write(async (trx) => {
    const box = await openExpense(trx, context, form);
    const desglose = await splitOf(trx, form);
    const event = {
      type: 'EXPENSE.ITEMISE',
      actor: box.actingAs(actorOf(context.session)),
      desglose,
    } as const;
    await box.requireAllowedOn(form.id_gasto, event);
    const split = await itemised(trx, form, desglose, await box.expense(form.id_gasto));
    await box.fireExpenseEvent(form.id_gasto, event, split.changes, split.categories);
    return done(successes.saved);
  });

/** Saves the first pass: the decision, the split when there is one, the classification and the corrections. */
async function decideFirstPass(context: SessionContext, form: AccountingForm) {
  // A tax never becomes a withholding, so that its transaction need not read this.
  const desglose = await context.read((trx) => splitOf(trx, form));
  return decide('accounting', context, form, {
    desglose,
    complete: async (trx, expense) => {
      const split = await itemised(trx, form, desglose, expense);
      const corrected = await corrections(trx, form, expense, context.now());
      return { ...split, changes: { ...split.changes, ...corrected } };
    },
  });
}

/** /guardarContabilidad: `estado` 6 and 7 in the first pass, 15 and 16 in the final one, 3 for the split alone. */
const saveAccounting: Operation<'/guardarContabilidad'> = async (form, context) => {
  if (isItemisationAlone(form)) return saveItemisation(context, form);
  // The final pass saves nothing but the decision.
  return stageOfCode(form.estado) === 'final'
    ? decide('final', context, form)
    : decideFirstPass(context, form);
};

const saveSupervisor: Operation<'/guardarSupervisor'> = (form, context) =>
  decide('supervisor', context, form, {
    reembolsar: form.reembolsar == null ? null : toCentavos(form.reembolsar),
  });

/** Saves a decision without further fields. */
const saveAt = (stage: StageName) => (form: DecisionRequest, context: SessionContext) =>
  decide(stage, context, form);

export const reviewOperations = {
  ...byStage(({ saves }) => `/${saves}`, saveAt),
  '/guardarSupervisor': saveSupervisor,
  '/guardarContabilidad': saveAccounting,
  '/aprobarGastos': approveJointly,
  '/elegirFacturaElectronica': chooseInvoice,
};
