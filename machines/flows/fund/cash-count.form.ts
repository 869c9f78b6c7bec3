/** Form of a cash count: pieces of each denomination as typed, and a note. */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { denominations } from '#contract/denominations.ts';
import {
  type CountedFund,
  cashOf,
  countRefusals,
  differenceOf,
  piecesOf,
} from '#machines/domain/fund/cash-count.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { refusedIf } from '#machines/domain/refusal.ts';
import { toCentavos } from '#machines/domain/values/money.ts';

export interface CountValues {
  /** As typed, in the order of the denominations; empty for none. */
  cantidades: readonly string[];
  nota: string;
}

export const initialCount: CountValues = { cantidades: denominations.map(() => ''), nota: '' };

/** A count and the key that makes a repetition answer the first one. */
export interface SaveCount {
  request: RequestOf<'/guardarArqueo'>;
  idempotencyKey: string;
}

type Fund = Pick<AnswerOf<'/arqueos'>, 'base' | 'en_caja' | 'en_proceso'>;

/** The fund of an answer, in centavos. */
export const countedFundOf = ({ base, en_caja, en_proceso }: Fund): CountedFund => ({
  base: toCentavos(base),
  current: toCentavos(en_caja),
  reembolso: toCentavos(en_proceso),
});

const isQuantity = (typed: string): boolean => /^\d{0,5}$/.test(typed.trim());

/** Pieces of each denomination; what is no number counts as none until it is mended. */
const quantitiesOf = ({ cantidades }: CountValues): number[] =>
  cantidades.map((typed) => (isQuantity(typed) ? Number(typed) : 0));

/** Cash and difference of what is typed so far, in centavos. */
export function countOf(values: CountValues, fund: Fund): { cash: number; difference: number } {
  const cash = cashOf(piecesOf(quantitiesOf(values)));
  return { cash, difference: differenceOf(countedFundOf(fund), cash) };
}

/** Why it cannot be saved, each with its field; empty when it can. */
export function valueRefusals(values: CountValues, fund: Fund): FailedGuard[] {
  const wrong = values.cantidades.flatMap((typed, place) =>
    refusedIf(!isQuantity(typed), `cantidades.${place}`, 'Escriba cuántos hay: solo números.'),
  );
  return wrong.length > 0 ? wrong : countRefusals(countOf(values, fund).difference, values.nota);
}

export const countRequest = (
  values: CountValues,
  { base, en_caja, en_proceso, id_tienda }: Fund & { id_tienda: number },
): SaveCount['request'] => ({
  id_tienda,
  base,
  en_caja,
  en_proceso,
  cantidades: quantitiesOf(values),
  nota: values.nota.trim(),
});
