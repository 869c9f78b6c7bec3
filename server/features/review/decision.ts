/** A decision about one expense, the same at every stage: what differs stands in the table of the stages. */
import { successes } from '#contract/errors.ts';
import { type DecisionDetails, decisionEvent } from '#machines/domain/review/decision-event.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import { isRejected } from '#machines/domain/box/states.ts';
import type { RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, notFound } from '../../platform/errors/http-error.ts';
import type { ExpenseRow } from '../cases/expense.repository.ts';
import { reasonText } from '../catalogues/review-catalogue.repository.ts';
import { lockBoxOfExpense } from '../cases/scope.repository.ts';
import { columnsOfStage } from '../cases/stage-columns.repository.ts';
import { BoxCase, type CategoryRow } from '../cases/stored-box-case.ts';
import { actorOf, done, type SessionContext } from '../../platform/http/operation.ts';

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

/** Decisions of some stages beside yes or no; amounts in centavos. */
interface DecisionExtras extends Pick<DecisionDetails, 'reembolsar' | 'desglose'> {
  /** Checks and columns that come with the decision, asked once the state machine has accepted it. */
  complete?: (trx: Trx, expense: Readonly<ExpenseRow>) => Promise<Completion>;
}

export interface Completion {
  changes: RowChanges<'gastos'>;
  categories?: readonly CategoryRow[];
}

/**
 * The event with the text of its reason, which may be another one when the log is read.
 *
 * @param stored the reason that the stage gave before: it may stay when it is no longer in use
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

/** The same of a decision by its event. */
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
 * The expense in its box, locked, at the version that the reviewer saw.
 *
 * @throws HttpError 404 when it is not visible or not of the box named, 409 when it changed
 */
export async function openExpense(
  trx: Trx,
  context: SessionContext,
  { id_gasto, id_caja, version }: Pick<DecisionRequest, 'id_gasto' | 'id_caja' | 'version'>,
): Promise<BoxCase> {
  const row = await lockBoxOfExpense(trx, context.session, id_gasto);
  if (id_caja !== undefined && id_caja !== row.id) throw notFound();
  const box = new BoxCase(trx, context.now(), row);
  await box.restrictToDeciders(id_gasto);
  await box.requireExpenseVersion(id_gasto, version);
  return box;
}

/** Decides an expense. What the state machine refuses comes before what is wrong in the form beside it. */
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
    await box.fireOn(
      request.id_gasto,
      explained,
      { ...stageColumns(stage, request, event, context.now()), ...completion?.changes },
      completion?.categories,
    );
    return done(successes.saved);
  });
