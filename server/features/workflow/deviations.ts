/** What the rules allow and a company looks at, in the cases of a selection. */
import { type DeviationKind, deviationKinds } from '#contract/calls/figures.calls.ts';
import type { ThresholdField } from '#contract/calls/administration.calls.ts';
import { anomaliesIn } from '#contract/expense-fields.ts';
import { differenceOf } from '#machines/domain/fund/fund.ts';
import {
  type Deviation,
  type Thresholds,
  deviationsInCase,
} from '#machines/domain/history/case-findings.ts';
import { type DateText, daysFrom } from '#machines/domain/values/dates.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { lastLook } from '../cases/audit.repository.ts';
import { thresholdsOf, maximumForOccasional } from '../settings/settings.ts';
import {
  type ExpenseDeviation,
  type ExpenseFound,
  type PairedPurchases,
  type Purchase,
  type Selected,
  cashCountsIn,
  deviatingExpenses,
  namedCase,
  namesOf,
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

/** A purchase and what there is to see in it. */
type Found = Purchase & Pick<Deviation, 'detalle'>;

/** The day so many days after another one; few days are asked for often. */
function daysAfter(days: number): (first: DateText) => DateText {
  const known = new Map<DateText, DateText>();
  return (first) => {
    const end = known.get(first) ?? daysFrom(first, days);
    known.set(first, end);
    return end;
  };
}

/** Purchases of a store from one supplier within so many days that together pass the limit, each as its last one. */
function splitPurchases(
  { proveedor, compras }: PairedPurchases,
  dayAfter: (first: DateText) => DateText,
  limit: number,
): Found[] {
  const found: Found[] = [];
  let [count, sum, end] = [0, 0, ''];
  compras.forEach((purchase, at) => {
    if (count === 0) end = dayAfter(purchase.fecha_gasto);
    count += 1;
    sum += purchase.valor;
    const next = compras[at + 1];
    if (next !== undefined && next.fecha_gasto < end) return;
    if (count > 1 && sum > limit) {
      const [bought, total] = [count, sum];
      const detalle = () => `${bought} compras a ${proveedor} suman ${formatMoney(total)}.`;
      found.push({ ...purchase, detalle });
    }
    [count, sum] = [0, 0];
  });
  return found;
}

/** What there is to see in an expense of each kind. */
const detailOf: Record<ExpenseDeviation, (row: ExpenseFound) => string> = {
  repetido: ({ proveedor, valor }) => `Igual al rechazado: ${proveedor}, ${formatMoney(valor)}.`,
  bajo_tope: ({ proveedor, valor }) => `${proveedor}: ${formatMoney(valor)}.`,
  persona_tiendas: ({ proveedor, tiendas }) => `${proveedor}: le pagaron ${tiendas} tiendas.`,
  novedad: ({ informe_novedad }) => anomaliesIn(informe_novedad).join(' '),
};

/** Those of the rows of cases, and those of expenses of the same cases; by their kind. */
async function deviationsIn(
  trx: Trx,
  selected: Selected,
  thresholds: Thresholds,
): Promise<(kind: DeviationKind) => Deviation[]> {
  const limit = await maximumForOccasional(trx);
  const { found, pairs } = await deviatingExpenses(trx, selected.selection, {
    limit,
    percent: thresholds.margen_tope,
    stores: thresholds.tiendas_persona,
  });
  const cases = new Map(selected.cases.map(({ facts }) => [facts.id_caja, facts]));
  const dayAfter = daysAfter(thresholds.dias_fraccion);
  const ofExpenses = (kind: ExpenseDeviation | 'fraccionado'): Found[] =>
    kind === 'fraccionado'
      ? pairs.flatMap((pair) => splitPurchases(pair, dayAfter, limit ?? 0))
      : found
          .filter(({ clase }) => clase === kind)
          .map((row) => ({ ...row, detalle: () => detailOf[kind](row) }));
  const judged = { ...selected, thresholds };
  return (kind) => {
    if (kind in deviationsInCase) {
      const find = deviationsInCase[kind as keyof typeof deviationsInCase];
      const found: Deviation[] = [];
      for (const one of selected.cases) found.push(...find(one, judged));
      return found;
    }
    return ofExpenses(kind as ExpenseDeviation | 'fraccionado').flatMap(
      ({ id_caja, id_gasto, instante, quien, detalle }) => {
        const facts = cases.get(id_caja);
        return facts === undefined ? [] : { facts, idGasto: id_gasto, instante, quien, detalle };
      },
    );
  };
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
    const deviationsOf = await deviationsIn(trx, selected, thresholds);
    const stores = await namesOf(trx, 'tienda');
    const people = await namesOf(trx, 'persona');
    const clases = [];
    for (const clase of deviationKinds) {
      const found = deviationsOf(clase);
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
          detalle: detalle(),
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
