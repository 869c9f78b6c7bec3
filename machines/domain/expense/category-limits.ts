/** Limits of the categories of an expense: which of them it breaks. The browser says them while typing, the server at recording. */
import type { LimitKind } from '#contract/calls/limits.calls.ts';
import type { OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { formatMoney } from '../values/money.ts';
import { isWithholding } from './withholding.ts';

/** A limit that holds for a store; amounts in centavos. */
export interface CategoryLimit {
  clase: LimitKind;
  efecto: OverdraftPolicy;
  /** Name of the category. */
  categoria: string;
  /** Ids of the category in the format of the store. */
  ids: readonly number[];
  valor: number;
}

interface LimitedExpense {
  /** Centavos; null while none is typed. */
  valor: number | null;
  categoria: readonly number[];
  /** It says that it has an electronic invoice. */
  electronica: boolean;
}

export interface BrokenLimit extends FailedGuard {
  impide: boolean;
}

const whole = { gasto: 'cada gasto', caja: 'cada caja', mes: 'cada mes' } as const;

/**
 * The limits that an expense breaks. Of an expense of several categories the whole value counts for each of them: how it
 * is split is not known before accounting.
 *
 * @param before centavos that count for a limit of a box or of a month already
 */
export const brokenLimits = <Limit extends CategoryLimit>(
  limits: readonly Limit[],
  { valor, categoria, electronica }: LimitedExpense,
  before: (limit: Limit) => number,
): BrokenLimit[] =>
  limits.flatMap((limit): BrokenLimit[] => {
    if (valor === null || !limit.ids.some((id) => categoria.includes(id))) return [];
    const impide = limit.efecto === 'impedir';
    const { clase } = limit;
    if (clase === 'factura')
      return electronica || valor < limit.valor
        ? []
        : [
            {
              guardia: 'tipo_factura',
              mensaje: `«${limit.categoria}» exige factura electrónica${limit.valor > 0 ? ` desde ${formatMoney(limit.valor)}` : ''}.`,
              impide,
            },
          ];
    if (isWithholding(clase))
      return valor < limit.valor
        ? []
        : [
            {
              guardia: 'categoria',
              mensaje: `«${limit.categoria}» lleva retención en la fuente desde ${formatMoney(limit.valor)}: ${impide ? 'no se paga con caja menor' : 'pregunte a contabilidad antes de pagar'}.`,
              impide,
            },
          ];
    const sum = valor + (clase === 'gasto' ? 0 : before(limit));
    return sum <= limit.valor
      ? []
      : [
          {
            guardia: 'valor',
            mensaje: `«${limit.categoria}» tiene un tope de ${formatMoney(limit.valor)} para ${whole[clase]}${clase === 'gasto' ? '' : `, y con este gasto suma ${formatMoney(sum)}`}.`,
            impide,
          },
        ];
  });
