import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { byText } from '#contract/expense-fields.ts';
import { refusalsOfIntention } from '#machines/domain/case/box-case.ts';
import {
  type CorrectedFacts,
  type Difference,
  differencesOf,
  undoneStages,
} from '#machines/domain/expense/expense-correction.ts';
import { invoiceUrlsOf } from '#machines/domain/expense/expense-guards.ts';
import { stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import { type Trx, withoutTransaction } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { type ExpenseRow, columnsOfStage, undecided } from '../cases/box.repository.ts';
import {
  type Category,
  columnsOfForm,
  findCategories,
  requireDateInWindow,
  settleOrigin,
  takenOver,
  unsettleOrigin,
  usableCategories,
} from './record-expense.ts';
import { lockReceipt } from '../../platform/database/row-lock.ts';
import { nameOf } from '../reference/reference.repository.ts';
import { expenseInScope, lockBoxOfExpense } from '../cases/scope.repository.ts';
import {
  type SupplierRow,
  findSupplier,
  requireUnblocked,
  supplierOfExpense,
} from '../suppliers/supplier.repository.ts';
import { type StoredCorrection, keysOf } from '../cases/case-facts.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { forbiddenExcess, openBoxOf } from '../cases/fund.repository.ts';
import {
  actorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { anomalyReport } from './anomalies.ts';
import { limitsBrokenBy, requireLimits } from './expense-limits.ts';
import {
  type InvoiceColumns,
  matchInvoice,
  withoutInvoice,
} from '../invoices/invoice.repository.ts';
import {
  type StoredReceipt,
  dropUnusedReceipt,
  namesOfReceipt,
  receiptColumns,
  withReceipt,
} from './receipts.ts';

type Form = BodyOf<'/corregirGasto'>;
type Before = Readonly<ExpenseRow>;
type Categories = readonly Category[];

interface Request {
  form: Form;
  /** The new file, opened; null when none was sent. */
  stored: StoredReceipt | null;
}

/** False when the same file is sent again. */
const isNew = (stored: StoredReceipt | null, { soporte_sha256 }: Before): stored is StoredReceipt =>
  stored !== null && stored.sha256 !== soporte_sha256;

/** The facts of the expense that are compared and shown. */
function factsOf(
  expense: Before,
  supplier: SupplierRow | undefined,
  categories: Categories,
  archivo = expense.soporte_nombre ?? '',
): CorrectedFacts {
  return {
    valor: expense.valor,
    proveedor: `${supplier?.num_doc ?? ''} ${expense.proveedor_nombre}`,
    fecha_gasto: expense.fecha_gasto,
    archivo,
    recibo: expense.recibo,
    categoria: categories
      .toSorted((one, other) => one.id - other.id)
      .map(({ nombre }) => nombre)
      .join(', '),
    factura: expense.factura_elec === 1 ? expense.numero_factura : '',
    ...byText((name) => expense[name]),
  };
}

/** The columns of the invoice, matched again only when its number or its supplier changed. */
async function invoiceOf(
  trx: Trx,
  form: Form,
  before: Before,
  supplier: SupplierRow,
): Promise<InvoiceColumns> {
  if (form.tipo_factura === 0) return withoutInvoice;
  const numero = form.numero_factura ?? '';
  const isSame =
    before.factura_elec === 1 &&
    before.numero_factura === numero &&
    before.id_proveedor === supplier.id;
  if (!isSame) return matchInvoice(trx, { nit: supplier.num_doc, numero });
  const { factura_elec, numero_factura, enlace_factura, data_factura } = before;
  return { factura_elec, numero_factura, enlace_factura, data_factura };
}

/** Clears accounting's split and classification, which another value, supplier or category voids. */
const unsplit = { item: 0, item_texto: '', indicador: null, tipo_persona: null } as const;

/** Fields that the limits of categories judge. */
const limited: readonly string[] = ['valor', 'categoria', 'fecha_gasto', 'factura'];

const isClassifiedAnew = (differences: readonly Difference[]): boolean =>
  differences.some(({ campo }) => ['valor', 'proveedor', 'categoria'].includes(campo));

/** The correction as it is stored, with the rejection that it answers. */
async function storedCorrection(
  trx: Trx,
  { id, active, now }: { id: number; active: number; now: number },
  before: Before,
  diferencias: readonly Difference[],
): Promise<StoredCorrection> {
  const etapa = stageOfBox(boxStateOf(active)) ?? 'supervisor';
  const { sufijo } = stages[etapa];
  const reason = before[`id_rechazo_${sufijo}`];
  const undone = undoneStages(active, diferencias);
  return {
    id_usuario: id,
    instante: now,
    etapa,
    motivo: reason === null ? '' : await nameOf(trx, 'motivo_rechazo', reason),
    observacion: before[`obs_${sufijo}`],
    diferencias: [...diferencias],
    sin_efecto: undone.filter(
      (name) => name !== etapa && before[`estado_${stages[name].sufijo}`] !== null,
    ),
  };
}

/** @throws HttpError 422 for a changed date outside the window that began when the expense was recorded */
function requireDate(form: Form, before: Before, now: number): void {
  if (form.fecha_gasto !== before.fecha_gasto)
    requireDateInWindow(form.fecha_gasto, now, before.creado);
}

/** Checks that the caller may correct the expense, before the form is read. @throws HttpError 409 */
async function requireCorrectable(box: BoxCase, form: Form, context: SessionContext) {
  const actor = actorOf(context.session);
  const motivos = refusalsOfIntention(box.caseOf([await box.expense(form.id_gasto)]), {
    type: 'expense',
    idGasto: form.id_gasto,
    event: { type: 'EXPENSE.CORRECT', actor },
  });
  if (motivos.length > 0) throw new HttpError(409, { motivos });
  await box.requireExpenseVersion(form.id_gasto, form.version);
  return actor;
}

interface Corrected {
  /** Its columns that the form and the file fill in. */
  changes: RowChanges<'gastos'> & Pick<Before, 'valor' | 'data_factura' | 'requiere_mantenimiento'>;
  after: Before;
  diferencias: Difference[];
  supplier: SupplierRow;
}

/** The expense with the changes of the form. @throws HttpError 422 */
async function corrected(
  trx: Trx,
  context: SessionContext,
  { form, stored }: Request,
  before: Before,
  idFormato: number,
): Promise<Corrected> {
  const by = { actor: actorOf(context.session), now: context.now() };
  requireDate(form, before, by.now);
  const own = JSON.parse(before.categorias_propias) as number[];
  const found = await findCategories(trx, form.categoria);
  const categories = usableCategories(found, form.categoria, idFormato, own);
  const supplier = await supplierOfExpense(trx, form, by);
  if (supplier.id !== before.id_proveedor) requireUnblocked(supplier);
  const isNewFile = isNew(stored, before);
  if (isNewFile) await lockReceipt(trx, ...namesOfReceipt(stored));
  const file = isNewFile ? await receiptColumns(trx, context, stored) : null;
  const changes = {
    ...columnsOfForm(form, supplier, categories),
    ...(supplier.id === before.id_proveedor && { proveedor_nombre: before.proveedor_nombre }),
    ...keysOf(form, { categoryIds: form.categoria }),
    ...file,
    ...(await invoiceOf(trx, form, before, supplier)),
  } as const;
  const after = { ...before, ...changes };
  const diferencias = differencesOf(
    factsOf(before, await findSupplier(trx, before.id_proveedor), await findCategories(trx, own)),
    factsOf(after, supplier, categories, newName(before, file?.soporte_nombre ?? null)),
  );
  return { changes, after, diferencias, supplier };
}

/** @returns the SHA-256 of the replaced file; null when no file was replaced */
async function correct(
  trx: Trx,
  context: SessionContext,
  request: Request,
  idTienda: number,
): Promise<string | null> {
  const { form, stored } = request;
  // The lock makes recordings and sends of the store wait, since they use the same fund.
  const open = await openBoxOf(trx, context.session, idTienda);
  const row = await lockBoxOfExpense(trx, context.session, form.id_gasto);
  const box = new BoxCase(trx, context.now(), row);
  const before = await box.expense(form.id_gasto);
  const actor = await requireCorrectable(box, form, context);
  const { changes, after, diferencias, supplier } = await corrected(
    trx,
    context,
    request,
    before,
    open.id_formato,
  );
  const added = changes.valor - before.valor;
  if (added > 0) box.setFundExcess(forbiddenExcess(open, added));
  const event = {
    type: 'EXPENSE.CORRECT',
    actor,
    corregido: {
      needsMaintenance: changes.requiere_mantenimiento === 1,
      categoryIds: form.categoria,
      valor: changes.valor,
      offeredInvoices: invoiceUrlsOf(changes.data_factura),
    },
    diferencias,
  } as const;
  await box.requireAllowedOn(form.id_gasto, event);
  const broken = await limitsBrokenBy(trx, {
    ...after,
    categoria: form.categoria,
    id_tienda: idTienda,
    id_formato: open.id_formato,
  });
  if (diferencias.some(({ campo }) => limited.includes(campo))) requireLimits(broken);
  const isAnew = isClassifiedAnew(diferencias);
  const undone = undoneStages(row.active, diferencias);
  const when = { id: actor.id, active: row.active, now: context.now() };
  await box.fireExpenseEvent(
    form.id_gasto,
    event,
    {
      ...changes,
      ...(isAnew && unsplit),
      ...Object.assign({}, ...undone.map((stage) => columnsOfStage(stage, undecided))),
      correccion: JSON.stringify(await storedCorrection(trx, when, before, diferencias)),
      informe_novedad: await anomalyReport(trx, after, supplier, broken),
    },
    isAnew ? form.categoria.map((id_categoria) => ({ id_categoria })) : undefined,
  );
  if (before.origen !== null && added !== 0) {
    const change = { actor, gasto: form.id_gasto, now: context.now() };
    await unsettleOrigin(trx, before.origen, change);
    const salda = await takenOver(trx, before.origen, changes.valor, change.now);
    await settleOrigin(trx, before.origen, { ...change, salda });
  }
  return isNew(stored, before) ? before.soporte_sha256 : null;
}

/** The name of the new file, marked when the previous file has the same name; undefined without a new file. */
function newName({ soporte_nombre }: Before, name: string | null): string | undefined {
  if (name === null) return undefined;
  return name === soporte_nombre ? `${name} (otro archivo)` : name;
}

/** /corregirGasto: the store corrects an expense that the current stage rejected; the stage then decides again. */
export const correctExpense: Operation<'/corregirGasto'> = async (form, context) => {
  const { db, session, archivo } = context;
  const { id_tienda } = await withoutTransaction(db, (trx) =>
    expenseInScope(trx, session, form.id_gasto),
  );
  let replaced: string | null = null;
  const change = (stored: StoredReceipt | null) =>
    context.write(async (trx) => {
      replaced = await correct(trx, context, { form, stored }, id_tienda);
      return done(successes.saved);
    });
  const answer = await (archivo === null ? change(null) : withReceipt(context, archivo, change));
  if (replaced !== null) await dropUnusedReceipt(context, replaced);
  return answer;
};
