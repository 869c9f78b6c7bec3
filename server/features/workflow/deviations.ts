/** What the rules allow and a company looks at, in the cases of a selection. */
import { type DeviationKind, deviationKinds } from '#contract/calls/figures.calls.ts';
import type { ThresholdField } from '#contract/calls/administration.calls.ts';
import { anomaliesIn } from '#contract/calls/review.calls.ts';
import { differenceOf } from '#machines/domain/fund/fund.ts';
import {
  type Deviation,
  type Thresholds,
  deviationsInCase,
} from '#machines/domain/history/case-findings.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { type DateText, daysFrom } from '#machines/domain/values/dates.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { lastLook } from '../cases/audit.repository.ts';
import { maximumForOccasional } from '../expenses/anomalies.ts';
import { thresholdsOf } from '../settings/settings.ts';
import {
  type ExpenseFound,
  type Selected,
  cashCountsIn,
  expensesBelow,
  expensesRepeated,
  expensesSplit,
  expensesWithAnomaly,
  namedCase,
  namesOf,
  peoplePaidByMany,
  selectCases,
} from './figures.repository.ts';

/** The threshold of each kind; null where it has none of its own. */
const thresholdOf: Record<DeviationKind, ThresholdField | null> = {
  rapidas: 'segundos_decision',
  mismas_manos: null,
  corregido: 'correcciones_gasto',
  repetido: null,
  tarde: null,
  fraccionado: 'dias_fraccion',
  bajo_tope: 'margen_tope',
  persona_tiendas: 'tiendas_persona',
  novedad: null,
};

/** Most cases that are named of each kind. */
const mostNamed = 100;

interface Looked extends Selected {
  thresholds: Thresholds;
  /** Of an occasional supplier, centavos; null without one. */
  limit: number | null;
}

type Found = ExpenseFound & { detalle: string };

type Split = Awaited<ReturnType<typeof expensesSplit>>[number];

/** The day so many days after another one; few days are asked for often. */
function daysAfter(days: number): (first: DateText) => DateText {
  const known = new Map<DateText, DateText>();
  return (first) => {
    const end = known.get(first) ?? daysFrom(first, days);
    known.set(first, end);
    return end;
  };
}

/**
 * Runs of purchases that together pass the limit.
 *
 * @param dayAfter the first day that no longer belongs to the run of a day
 */
function runsBeyond(
  purchases: readonly Split[],
  dayAfter: (first: DateText) => DateText,
  limit: number,
): Found[] {
  const found: Found[] = [];
  let run: Split[] = [];
  let endOfRun = '';
  const end = () => {
    const sum = run.reduce((all, { valor }) => all + valor, 0);
    const last = run.at(-1);
    if (last !== undefined && run.length > 1 && sum > limit)
      found.push({
        ...last,
        detalle: `${run.length} compras a ${last.proveedor} suman ${formatMoney(sum)}.`,
      });
    run = [];
  };
  for (const purchase of purchases) {
    if (purchase.fecha_gasto >= endOfRun) {
      end();
      endOfRun = dayAfter(purchase.fecha_gasto);
    }
    run.push(purchase);
  }
  end();
  return found;
}

/** The deviations of expenses, which their rows show. */
const inExpenses = {
  repetido: async (trx, { selection }) =>
    (await expensesRepeated(trx, selection)).map((row) => ({
      ...row,
      detalle: `Igual al rechazado: ${row.proveedor}, ${formatMoney(row.valor)}.`,
    })),
  fraccionado: async (trx, { selection, thresholds, limit }) => {
    if (limit === null) return [];
    const dayAfter = daysAfter(thresholds.dias_fraccion);
    const purchases = await expensesSplit(trx, selection, limit);
    const byPair = grouped(
      purchases,
      ({ id_tienda, id_proveedor }) => `${id_tienda} ${id_proveedor}`,
      (row) => row,
    );
    return [...byPair.values()].flatMap((own) => runsBeyond(own, dayAfter, limit));
  },
  bajo_tope: async (trx, { selection, thresholds, limit }) =>
    (
      await expensesBelow(trx, selection, limit === null ? [] : [limit], thresholds.margen_tope)
    ).map((row) => ({ ...row, detalle: `${row.proveedor}: ${formatMoney(row.valor)}.` })),
  persona_tiendas: async (trx, { selection, thresholds }) =>
    (await peoplePaidByMany(trx, selection, thresholds.tiendas_persona)).map((row) => ({
      ...row,
      detalle: `${row.proveedor}: le pagaron ${row.tiendas} tiendas.`,
    })),
  novedad: async (trx, { selection }) =>
    (await expensesWithAnomaly(trx, selection)).map((row) => ({
      ...row,
      detalle: anomaliesIn(row.informe_novedad).join(' '),
    })),
} as const satisfies Partial<Record<DeviationKind, (trx: Trx, looked: Looked) => Promise<Found[]>>>;

/** Those of the rows of cases, and those of expenses of the same cases. */
async function deviationsOf(trx: Trx, kind: DeviationKind, looked: Looked): Promise<Deviation[]> {
  if (kind in deviationsInCase) {
    const find = deviationsInCase[kind as keyof typeof deviationsInCase];
    return looked.cases.flatMap((one) => [...find(one, looked)]);
  }
  const cases = new Map(looked.cases.map(({ facts }) => [facts.id_caja, facts]));
  const found = await inExpenses[kind as keyof typeof inExpenses](trx, looked);
  return found.flatMap(({ id_caja, id_gasto, instante, quien, detalle }) => {
    const facts = cases.get(id_caja);
    return facts === undefined ? [] : { facts, idGasto: id_gasto, instante, quien, detalle };
  });
}

/** The cash counts that differ from the fund, the newest first. */
async function countsThatDiffer(
  trx: Trx,
  { selection }: Selected,
  stores: ReadonlyMap<number, string>,
  people: ReadonlyMap<number, string>,
) {
  const found = (await cashCountsIn(trx, selection))
    .map((count) => ({ ...count, diferencia: toPesos(differenceOf(count, count.efectivo)) }))
    .filter(({ diferencia }) => diferencia !== 0);
  return {
    cantidad: found.length,
    casos: newest(found).map(({ id, id_tienda, id_usuario, instante, diferencia }) => ({
      ...{ id, id_tienda, instante, diferencia },
      tienda: stores.get(id_tienda) ?? '',
      persona: people.get(id_usuario) ?? '',
    })),
  };
}

const newest = <Row extends { instante: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.instante - one.instante).slice(0, mostNamed);

/** /flujoDesviaciones: the kinds in their order, each with its newest cases. */
export const deviations: LongRead<'/flujoDesviaciones'> = (input, context) =>
  context.read(async (trx) => {
    const selected = await selectCases(trx, context, input);
    const thresholds = await thresholdsOf(trx);
    const looked = { ...selected, thresholds, limit: await maximumForOccasional(trx) };
    const stores = await namesOf(trx, 'tienda');
    const people = await namesOf(trx, 'persona');
    const clases = [];
    for (const clase of deviationKinds) {
      const found = await deviationsOf(trx, clase, looked);
      const threshold = thresholdOf[clase];
      clases.push({
        clase,
        umbral: threshold && thresholds[threshold],
        cantidad: found.length,
        casos: newest(found).map(({ facts, idGasto, instante, quien, detalle }) => ({
          ...namedCase(facts, stores),
          id_gasto: idGasto,
          instante,
          persona: people.get(quien) ?? '',
          detalle,
        })),
      });
    }
    const look = await lastLook(trx);
    return {
      integridad: look && { instante: look.instante, hallazgos: look.hallazgos },
      clases,
      arqueos: await countsThatDiffer(trx, selected, stores, people),
    };
  });
