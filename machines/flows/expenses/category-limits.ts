/** The limits of categories while an expense is typed. */
import type { AnswerOf } from '#contract/contract.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { type BrokenLimit, brokenLimits } from '../../domain/expense/category-limits.ts';
import { parseMoney, toCentavos } from '../../domain/values/money.ts';
import type { ExpenseEntryValues } from './expense-entry.form.ts';

type StoreLimits = AnswerOf<'/sugerenciasGasto'>['topes'];

type Typed = Pick<ExpenseEntryValues, 'valor' | 'categoria' | 'tipo_factura' | 'fecha_gasto'>;

const brokenBy = (limits: StoreLimits, typed: Typed): BrokenLimit[] =>
  brokenLimits(
    limits.map((limit) => ({ ...limit, valor: toCentavos(limit.valor) })),
    {
      valor: parseMoney(typed.valor),
      categoria: typed.categoria,
      electronica: typed.tipo_factura === 1,
    },
    ({ sumas }) =>
      toCentavos(
        sumas.find(({ mes }) => ['', typed.fecha_gasto.slice(0, 7)].includes(mes))?.valor ?? 0,
      ),
  );

/** What the limits say that only warn; '' for none. */
export const limitNotice = (limits: StoreLimits, typed: Typed): string =>
  brokenBy(limits, typed)
    .filter(({ impide }) => !impide)
    .map(({ mensaje }) => mensaje)
    .join(' ');

/** The limits that forbid the expense, by field. */
export const limitRefusals = (limits: StoreLimits, typed: Typed): FailedGuard[] =>
  brokenBy(limits, typed).flatMap(({ impide, ...refusal }) => (impide ? [refusal] : []));
