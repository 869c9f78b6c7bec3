import { byStage, type StageName } from '#contract/wire-stages.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { Operation, SessionContext } from '../../platform/http/operation.ts';
import { saveAccounting } from './accounting-review.ts';
import { approveJointly } from './approve-jointly.ts';
import { chooseInvoice } from './choose-invoice.ts';
import { type DecisionRequest, decide } from './decision.ts';

const saveSupervisor: Operation<'/guardarSupervisor'> = (form, context) =>
  decide('supervisor', context, form, {
    reembolsar: form.reembolsar == null ? null : toCentavos(form.reembolsar),
  });

/** Saves a decision, and nothing beside it. */
const saveAt = (stage: StageName) => (form: DecisionRequest, context: SessionContext) =>
  decide(stage, context, form);

export const reviewOperations = {
  ...byStage(({ saves }) => `/${saves}`, saveAt),
  '/guardarSupervisor': saveSupervisor,
  '/guardarContabilidad': saveAccounting,
  '/aprobarGastos': approveJointly,
  '/elegirFacturaElectronica': chooseInvoice,
};
