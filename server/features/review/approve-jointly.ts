/** An approval of several expenses of a box at once: in one transaction, by the state machine that decides each of them. */
import { calls } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { asksOfForm } from '#machines/domain/box/box-case.ts';
import {
  gathered,
  type JointApproval,
  jointEvent,
  reasonsApart,
} from '#machines/domain/review/joint-approval.ts';
import { type StageName, stageOfBox, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf, expenseStateOf } from '#machines/domain/box/states.ts';
import { HttpError, notFound } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import type { ExpenseRow } from '../cases/expense.repository.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { openExpense, stageColumns } from './decision.ts';

/** The same approval was here before, and its answer got lost: it is answered again, and changes nothing. */
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
    const rows = (await box.expenses()).filter(({ id }) => wanted.has(id));
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
      .map((row) => ({ id: row.id, motivos: reasonsApart(before, row, approval) }));
    const clean = chosen.filter(({ motivos }) => motivos.length === 0).map(({ id }) => id);
    const dejados = gathered(chosen.filter(({ motivos }) => motivos.length > 0));
    const event = jointEvent(before, { ...approval, lote: clean.length });
    if (stage !== null && event !== null && clean.length > 0) {
      const decided = { estado: stages[stage].codes[0] };
      await box.fireOnAll(clean, event, stageColumns(stage, decided, event, context.now()));
    } else if (repeated.length === 0)
      throw new HttpError(asksOfForm(dejados) ? 422 : 409, { motivos: dejados });
    const aprobados = [...repeated.map(({ id }) => id), ...clean].toSorted((a, b) => a - b);
    return done(successes.saved, { aprobados, dejados });
  });
