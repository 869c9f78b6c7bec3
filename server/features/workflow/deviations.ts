/** Deviations in the selected cases: allowed behaviour that a company should look at. */
import { type DeviationKind, deviationKinds } from '#contract/calls/figures.calls.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { differenceOf } from '#machines/domain/fund/fund.ts';
import {
  type Deviation,
  type Thresholds,
  deviationsInCase,
} from '#machines/domain/history/case-findings.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { lastVerification } from '../cases/audit.repository.ts';
import { thresholdsOf, maximumForOccasional } from '../settings/settings.ts';
import {
  type ExpenseDeviation,
  type ExpenseFound,
  type Selected,
  cashCountsIn,
  deviatingExpenses,
  namedCase,
  namesOf,
  selectCases,
} from './figures.repository.ts';

/** Threshold of each kind; null for a kind without one. */
const thresholdOf: Record<DeviationKind, keyof Thresholds | null> = {
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

/** Maximum number of listed cases: of each kind, and of a requested one. */
const mostNamed = 100;
const mostRequested = 5_000;
/** Number of users that a kind names. */
const mostPeople = 3;

/** Details of an expense, for each kind. */
const detailOf: Record<ExpenseDeviation, (row: ExpenseFound) => string> = {
  repetido: ({ proveedor, valor }) => `Igual al rechazado: ${proveedor}, ${formatMoney(valor)}.`,
  fraccionado: ({ proveedor, cuantas, suma }) =>
    `${cuantas} compras a ${proveedor} suman ${formatMoney(suma)}.`,
  bajo_tope: ({ proveedor, valor }) => `${proveedor}: ${formatMoney(valor)}.`,
  persona_tiendas: ({ proveedor, cuantas }) => `${proveedor}: le pagaron ${cuantas} tiendas.`,
  novedad: ({ informe_novedad }) => anomaliesIn(informe_novedad).join(' '),
};

const isInCase = (kind: DeviationKind): kind is keyof typeof deviationsInCase =>
  kind in deviationsInCase;

/** How many cases of a kind an answer lists. @param requested undefined for every kind */
const mostOf = (requested: string | undefined, kind: DeviationKind): number =>
  requested === undefined ? mostNamed : requested === kind ? mostRequested : 0;

/** Deviations by kind: of the cases themselves, and of expenses of the same cases. */
async function deviationsIn(
  trx: Trx,
  selected: Selected,
  thresholds: Thresholds,
): Promise<(kind: DeviationKind) => Deviation[]> {
  const found = grouped(
    await deviatingExpenses(trx, selected.selection, {
      limit: await maximumForOccasional(trx),
      days: thresholds.dias_fraccion,
      percent: thresholds.margen_tope,
      stores: thresholds.tiendas_persona,
    }),
    ({ clase }) => clase,
    (row) => row,
  );
  const cases = new Map(selected.cases.map(({ facts }) => [facts.id_caja, facts]));
  const judged = { ...selected, thresholds };
  return (kind) => {
    if (isInCase(kind)) {
      const find = deviationsInCase[kind];
      return selected.cases.flatMap((one): readonly Deviation[] => find(one, judged));
    }
    return (found.get(kind) ?? []).flatMap((row) => {
      const facts = cases.get(row.id_caja);
      const { id_gasto: idGasto, instante, quien } = row;
      const detalle = () => detailOf[kind](row);
      return facts === undefined ? [] : { facts, idGasto, instante, quien, detalle };
    });
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
    casos: newest(found, mostRequested).map(
      ({ id, id_tienda, id_usuario, instante, diferencia }) => ({
        id,
        id_tienda,
        instante,
        diferencia,
        tienda: stores.get(id_tienda) ?? '',
        persona: people.get(id_usuario) ?? '',
      }),
    ),
  };
}

const newest = <Row extends { instante: number }>(rows: readonly Row[], most: number): Row[] =>
  rows.toSorted((one, other) => other.instante - one.instante).slice(0, most);

/** The users with the most deviations, and the number of the others. */
function peopleOf(found: readonly Deviation[], people: ReadonlyMap<number, string>) {
  const counts = [
    ...grouped(
      found.filter(({ quien }) => quien > 0),
      ({ quien }) => quien,
      () => 1,
    ),
  ].toSorted(([, one], [, other]) => other.length - one.length);
  return {
    personas: counts
      .slice(0, mostPeople)
      .map(([id, times]) => ({ nombre: people.get(id) ?? '', veces: times.length })),
    otras_personas: Math.max(0, counts.length - mostPeople),
  };
}

/** /flujoDesviaciones: the kinds in their order, each with its newest cases; with a kind, all of it and no other cases. */
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
        ...peopleOf(found, people),
        casos: newest(found, mostOf(input.clase, clase)).map(
          ({ facts, idGasto, instante, quien, detalle }) => ({
            ...namedCase(facts, stores),
            id_gasto: idGasto,
            instante,
            persona: people.get(quien) ?? '',
            detalle: detalle(),
          }),
        ),
      });
    }
    const look = await lastVerification(trx);
    return {
      integridad: look && {
        instante: look.instante,
        hallazgos: look.hallazgos,
        derivados: look.derivados,
      },
      clases,
      arqueos: await countsThatDiffer(trx, selected, stores, people),
    };
  });
