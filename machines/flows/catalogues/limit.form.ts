/** The form of a limit of a category. */
import type { OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import type { LimitKind } from '#contract/calls/limits.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { fillAll } from '#contract/fields.ts';
import { isWithholding } from '#machines/domain/expense/withholding.ts';
import {
  formatTyped,
  moneyRefusal,
  toCentavos,
  typedPesos,
} from '#machines/domain/values/money.ts';
import {
  type NamedRow,
  type RequestTo,
  createRecordFormMachine,
  recordKind,
  unparsableRefusals,
} from '../records/record-form.machine.ts';

export interface LimitFormFacts {
  /** Null for a new one. */
  limit: AnswerOf<'/topes'>[number] | null;
  /** One row for each category, whatever its formats. */
  categories: readonly NamedRow[];
  formats: readonly NamedRow[];
  stores: readonly NamedRow[];
}

export const initialLimitValues = ({ limit }: LimitFormFacts) => ({
  id_categoria: limit?.id_categoria ?? null,
  id_formato: limit?.id_formato ?? null,
  id_tienda: limit?.id_tienda ?? null,
  clase: (limit?.clase ?? 'gasto') as LimitKind,
  valor: limit === null ? '' : formatTyped(toCentavos(limit.valor)),
  efecto: (limit?.efecto ?? 'avisar') as OverdraftPolicy,
});

type LimitValues = ReturnType<typeof initialLimitValues>;

export const limitKind = recordKind<LimitFormFacts, LimitValues, '/guardarTope'>({
  draft: 'tope',
  request: ({ id_categoria, valor, ...chosen }, { limit }) =>
    ({
      path: '/guardarTope',
      body: {
        ...chosen,
        id_categoria: id_categoria ?? undefined,
        valor: isWithholding(chosen.clase) ? 0 : typedPesos(valor),
        ...(limit !== null && { id_elemento: limit.id }),
      },
    }) as RequestTo<'/guardarTope'>,
  rules: ({ valor, clase }, _, body) =>
    isWithholding(clase) ? [] : unparsableRefusals('valor', valor, body.valor, moneyRefusal(valor)),
  incomplete: fillAll,
  destination: null,
});

export const limitFormMachine = createRecordFormMachine(limitKind);
