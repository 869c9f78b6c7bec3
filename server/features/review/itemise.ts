/** The accounting split of an expense: from the parallel lists of the wire to rows. */
import type { BodyOf } from '#contract/contract.ts';
import { type AccountingSplit, expenseGuards } from '#machines/domain/expense/expense-guards.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { categoryIdsOf, type ExpenseRow, taxIdsOf } from '../cases/expense.repository.ts';
import { areActive, categoriesForBox } from '../catalogues/review-catalogue.repository.ts';
import type { Completion } from './decision.ts';

export type AccountingForm = BodyOf<'/guardarContabilidad'>;

interface Categories {
  /** One for each row of the split. */
  ids: number[];
  isAdded: (row: number) => boolean;
}

/**
 * `categorias` are the rows and `categorias_nuevas` those among them that accounting added; a caller
 * that leaves the added ones out of the first list sends the values of both, the added ones last.
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

/** One cell for each category; a missing one is empty, and the state machine refuses it. */
function cellsOf<Cell>(cells: readonly (Cell | null)[] | undefined, rows: number): (Cell | null)[] {
  const given = cells ?? [];
  // A cell beyond the last row belongs to no category.
  if (given.length > rows) throw incomplete();
  return Array.from({ length: rows }, (_, row) => given[row] ?? null);
}

/**
 * The split that came with the form.
 *
 * @throws HttpError 422 when there are more values or taxes than categories
 */
export function splitOf(form: AccountingForm): AccountingSplit {
  const { ids: categorias } = categoriesOf(form);
  return {
    categorias,
    valores: cellsOf(form.item_valor, categorias.length).map((pesos) =>
      pesos === null ? null : toCentavos(pesos),
    ),
    impuestos: cellsOf(form.iva_item, categorias.length),
    indicador: form.indicadorImpuesto ?? null,
    tipo_persona: form.tipo_persona ?? null,
  };
}

/** @throws HttpError 422 unless all are of the store's format, and active or already on the expense */
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

/** @throws HttpError 422 when something chosen for the rows is not to be had */
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

/** The columns that classify the expense; a field that did not come stays as it is. @throws HttpError 422 */
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
export async function itemised(
  trx: Trx,
  form: AccountingForm,
  split: AccountingSplit | null,
  expense: Readonly<ExpenseRow>,
): Promise<Completion> {
  if (split !== null) await requireChoices(trx, split, expense);
  const changes = await classification(trx, form, expense);
  if (split === null) return { changes };
  const { isAdded } = categoriesOf(form);
  return {
    changes: { item: 1, ...changes },
    categories: split.categorias.map((id_categoria, row) => ({
      id_categoria,
      valor_item: split.valores[row] ?? null,
      iva_item: split.impuestos[row] ?? null,
      agregada: isAdded(row) ? 1 : 0,
    })),
  };
}
