import { calls } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { type StageName, stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf, expenseStateOf, isRejected } from '#machines/domain/stages/states.ts';
import {
  type ExpenseCommand,
  expenseGuards,
  offeredInvoicesOf,
} from '#machines/domain/expense/expense-guards.ts';
import {
  type DecisionDetails,
  decisionEvent,
  groupByReason,
  individualReasons,
  type JointApproval,
  jointEvent,
} from '#machines/domain/case/joint-approval.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, notFound, refusedBy } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { columnsOfStage, type ExpenseRow } from '../cases/box.repository.ts';
import { lockBoxOfExpense } from '../cases/scope.repository.ts';
import { BoxCase, type CategoryRow } from '../cases/stored-box-case.ts';
import { anomalyReport } from '../expenses/anomalies.ts';
import { withCurrentAnomalies } from '../invoices/invoice-claims.repository.ts';

/** Catalogues that a reviewer chooses from. */

type Catalogue = 'indicadores' | 'impuestos';

/** True when every one of the keys is an active row of the catalogue. */
export async function areActive(
  trx: Trx,
  catalogue: Catalogue,
  ids: readonly number[],
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const found = await trx
    .selectFrom(catalogue)
    .select('id')
    .where('id', 'in', wanted)
    .where('active_', '=', 1)
    .execute();
  return found.length === wanted.length;
}

/** Text of an active reason, or of the stored one. @param stored reason that the expense already has */
const reasonText = async (
  trx: Trx,
  id: number,
  stored: number | null,
): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('motivo_rechazo')
      .select('nombre')
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('active_', '=', 1), eb('id', '=', stored ?? 0)]))
      .executeTakeFirst()
  )?.nombre;

/** Categories with these keys, active or not, of the store format of the box. */
export const categoriesForBox = (trx: Trx, idCaja: number, ids: readonly number[]) =>
  trx
    .selectFrom('categoria_gasto')
    .innerJoin('tiendas', 'tiendas.id_formato', 'categoria_gasto.id_formato')
    .innerJoin('cajas', 'cajas.id_tienda', 'tiendas.id')
    .selectAll('categoria_gasto')
    .where('cajas.id', '=', idCaja)
    .where('categoria_gasto.id', 'in', [...ids])
    .execute();

/** A decision about one expense, the same at every stage; the table `stages` contains the differences. */

export interface DecisionRequest {
  id_gasto: number;
  id_caja?: number | undefined;
  /** One of the two codes of the stage. */
  estado: number;
  observacion?: string | null | undefined;
  id_rechazo?: number | null | undefined;
  version?: number | undefined;
  soporte_visto?: number | undefined;
}

/** Fields of a decision that only some stages have; amounts in centavos. */
interface DecisionExtras extends Pick<DecisionDetails, 'reembolsar' | 'desglose'> {
  /** Checks and columns of the decision, called after the state machine has accepted it. */
  complete?: (trx: Trx, expense: Readonly<ExpenseRow>) => Promise<Completion>;
}

export interface Completion {
  changes: RowChanges<'gastos'>;
  categories?: readonly CategoryRow[];
}

/**
 * Adds the text of the reason to the event, since the catalogue may have changed when the log is read.
 *
 * @param stored reason that the stage gave before, which is accepted even if it is no longer active
 * @throws HttpError 422 when the reason is unknown or no longer in use
 */
async function withReason(
  trx: Trx,
  event: ExpenseCommand,
  stored: number | null,
): Promise<ExpenseCommand> {
  if (!('id_rechazo' in event) || event.id_rechazo === null) return event;
  const motivo = await reasonText(trx, event.id_rechazo, stored);
  if (motivo === undefined)
    throw brokenRule('id_rechazo', 'Elija un motivo de rechazo de la lista.');
  return { ...event, motivo };
}

/** Columns of the stage for a decision and its event. */
export const stageColumns = (
  stage: StageName,
  { estado }: Pick<DecisionRequest, 'estado'>,
  event: ExpenseCommand,
  now: number,
): RowChanges<'gastos'> =>
  columnsOfStage(stage, {
    estado,
    obs: 'observacion' in event ? event.observacion : '',
    id_rechazo: 'id_rechazo' in event ? event.id_rechazo : null,
    id_usuario: event.actor.id,
    fecha: now,
  });

/**
 * Opens and locks the box of an expense, at the version that the reviewer saw.
 *
 * @throws HttpError 404 when the expense is not visible or not in the named box, 409 when it changed
 */
export async function openExpense(
  trx: Trx,
  context: SessionContext,
  { id_gasto, id_caja, version }: Pick<DecisionRequest, 'id_gasto' | 'id_caja' | 'version'>,
): Promise<BoxCase> {
  const row = await lockBoxOfExpense(trx, context.session, id_gasto);
  if (id_caja !== undefined && id_caja !== row.id) throw notFound();
  const box = new BoxCase(trx, context.now(), row);
  await box.loadDeciders(id_gasto);
  await box.requireExpenseVersion(id_gasto, version);
  return box;
}

/** Decides an expense. Refusals of the state machine come before errors in the other fields of the form. */
export const decide = (
  stage: StageName,
  context: SessionContext,
  request: DecisionRequest,
  { complete, ...details }: DecisionExtras = {},
) =>
  context.write(async (trx) => {
    const box = await openExpense(trx, context, request);
    const rejects = isRejected(request.estado);
    const { soporte_visto } = request;
    const event = decisionEvent(stage, rejects ? 'rejected' : 'approved', {
      actor: box.actingAs(actorOf(context.session)),
      observacion: request.observacion?.trim() ?? '',
      id_rechazo: rejects ? (request.id_rechazo ?? null) : null,
      ...(soporte_visto !== undefined && { soporte_visto: soporte_visto === 1 }),
      ...details,
    });
    await box.requireAllowedOn(request.id_gasto, event);
    const expense = await box.expense(request.id_gasto);
    const explained = await withReason(trx, event, expense[`id_rechazo_${stages[stage].sufijo}`]);
    const completion = await complete?.(trx, expense);
    if (stage === 'final') await box.receivePapersIfAwaited(event.actor);
    await box.fireExpenseEvent(
      request.id_gasto,
      explained,
      { ...stageColumns(stage, request, event, context.now()), ...completion?.changes },
      completion?.categories,
    );
    return done(successes.saved);
  });

/** Approves several expenses of a box in one transaction; the state machine decides each of them. */

/** True when the same approval is already stored: a retry after a lost answer, which changes nothing. */
function isRepeated(
  row: Readonly<ExpenseRow>,
  stage: StageName,
  { actor, observacion }: JointApproval,
): boolean {
  const { sufijo, approved } = stages[stage];
  return (
    expenseStateOf(row.estado) === approved &&
    row[`id_usuario_${sufijo}`] === actor.id &&
    row[`obs_${sufijo}`] === observacion
  );
}

export const approveJointly: Operation<'/aprobarGastos'> = (form, context) =>
  context.write(async (trx) => {
    const [id_gasto = 0] = form.gastos;
    const box = await openExpense(trx, context, { id_gasto, id_caja: form.id_caja });
    const wanted = new Set(form.gastos);
    const rows = await withCurrentAnomalies(
      trx,
      (await box.expenses()).filter(({ id }) => wanted.has(id)),
    );
    if (rows.length < wanted.size) throw notFound();
    const before = box.caseOf(rows);
    const stage = stageOfBox(boxStateOf(before.active));
    if (stage !== null) requirePermission(context.session, calls[`/${stages[stage].saves}`].who);

    const observacion = form.observacion?.trim() ?? '';
    const approval = {
      actor: box.actingAs(actorOf(context.session)),
      observacion,
      lote: rows.length,
    };
    const repeated = rows.filter((row) => stage !== null && isRepeated(row, stage, approval));
    const chosen = rows
      .filter((row) => !repeated.includes(row))
      .map((row) => ({ id: row.id, motivos: individualReasons(before, row, approval) }));
    const clean = chosen.filter(({ motivos }) => motivos.length === 0).map(({ id }) => id);
    const dejados = groupByReason(chosen.filter(({ motivos }) => motivos.length > 0));
    const event = jointEvent(before, { ...approval, lote: clean.length });
    if (stage !== null && event !== null && clean.length > 0) {
      if (stage === 'final') await box.receivePapersIfAwaited(approval.actor);
      const decided = { estado: stages[stage].codes[0] };
      await box.fireExpenseEvents(clean, event, stageColumns(stage, decided, event, context.now()));
    } else if (repeated.length === 0) throw refusedBy(expenseGuards, dejados);
    const aprobados = [...repeated.map(({ id }) => id), ...clean].toSorted((a, b) => a - b);
    return done(successes.saved, { aprobados, dejados });
  });

/**
 * /elegirFacturaElectronica: links the expense to one of the invoices that matched. `recibo` is the number under which
 * it was offered, or the receipt number of the expense.
 */
export const chooseInvoice: Operation<'/elegirFacturaElectronica'> = (
  { id_gasto, recibo, url },
  context,
) =>
  context.write(async (trx) => {
    const box = await openExpense(trx, context, { id_gasto });
    const event = {
      type: 'EXPENSE.CHOOSE_INVOICE',
      actor: box.actingAs(actorOf(context.session)),
      url,
    } as const;
    await box.requireAllowedOn(id_gasto, event);
    const expense = await box.expense(id_gasto);
    const offered = offeredInvoicesOf(expense.data_factura).filter(
      (invoice) => invoice.url === url,
    );
    const chosen = offered.find(({ numero_factura }) => numero_factura === recibo) ?? offered[0];
    if (chosen === undefined || ![chosen.numero_factura, expense.recibo].includes(recibo))
      throw brokenRule('recibo', 'El número no es el de la factura elegida.');
    const changes = { numero_factura: chosen.numero_factura, enlace_factura: url };
    const isChosen =
      expense.enlace_factura === url && expense.numero_factura === chosen.numero_factura;
    // A double click, or a retry after a lost answer.
    if (isChosen) return done(successes.updated);
    const informe_novedad = await anomalyReport(trx, { ...expense, ...changes });
    await box.fireExpenseEvent(id_gasto, event, { ...changes, informe_novedad });
    return done(successes.updated);
  });
