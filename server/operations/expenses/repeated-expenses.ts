import { repetitionSentences } from '#contract/anomalies.ts';
import { toCentavos } from '#machines/domain/money.ts';
import {
  type Repetition,
  repeatedInScope,
  repetitionsOf,
} from '../../repositories/anomaly.repository.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import type { Operation } from '../operation.ts';

const sentenceOf = {
  receipt: repetitionSentences.repeatedReceipt,
  purchase: repetitionSentences.repeatedPurchase,
  support: repetitionSentences.repeatedSupport,
} as const satisfies Record<Repetition, string>;

/** /gastosRepetidos: what the anomalies of an expense would say, before it is recorded; its file is not known yet. */
export const repeatedExpenses: Operation<'/gastosRepetidos'> = (form, context) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, form.id_tienda);
    const expense = {
      id: null,
      estado: null,
      origen: form.origen ?? null,
      id_caja: 0,
      id_proveedor: form.id_proveedor ?? 0,
      supplier: form.num_doc,
      recibo: form.recibo,
      fecha_gasto: form.fecha_gasto,
      valor: toCentavos(form.valor),
      soporte_sha256: null,
      soporte_contenido: null,
    };
    const ways = await repetitionsOf(trx, expense);
    return {
      avisos: [...ways].map((way) => sentenceOf[way]),
      repetidos: ways.size === 0 ? [] : await repeatedInScope(trx, context.session, expense),
    };
  });
