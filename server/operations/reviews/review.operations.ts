import type { reviewCalls } from '#contract/calls/review.calls.ts';
import { toCentavos } from '#machines/domain/money.ts';
import type { Operation } from '../operation.ts';
import { saveAccounting } from './accounting-review.ts';
import { chooseInvoice } from './choose-invoice.ts';
import { decide } from './decision.ts';

/** /guardarSupervisor */
const saveSupervisor: Operation<'/guardarSupervisor'> = (form, context) =>
  decide(context, form, {
    reembolsar: form.reembolsar == null ? null : toCentavos(form.reembolsar),
  });

/** /guardarMantenimiento */
const saveMaintenance: Operation<'/guardarMantenimiento'> = (form, context) =>
  decide(context, form);

/** /guardarContabilidadFinal */
const saveFinal: Operation<'/guardarContabilidadFinal'> = (form, context) => decide(context, form);

export const reviewOperations = {
  '/guardarSupervisor': saveSupervisor,
  '/guardarMantenimiento': saveMaintenance,
  '/guardarContabilidad': saveAccounting,
  '/guardarContabilidadFinal': saveFinal,
  '/elegirFacturaElectronica': chooseInvoice,
} satisfies { [Path in keyof typeof reviewCalls]: Operation<Path> };
