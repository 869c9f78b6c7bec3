/** The limits of the categories of a store, and what counts for them. */
import {
  type BrokenLimit,
  type CategoryLimit,
  brokenLimits,
} from '#machines/domain/expense/category-limits.ts';
import { isWithholding, withholdingThreshold } from '#machines/domain/expense/withholding.ts';
import { boxStates, rejectedCodes } from '#machines/domain/stages/states.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { recordingWindow } from '#machines/domain/values/dates.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { withholdingRules } from '../settings/settings.ts';

interface StoreLimit extends CategoryLimit {
  id: number;
}

interface Place {
  id_tienda: number;
  id_formato: number;
  /** Instant of the recording, whose limits judge the expense. */
  creado: number;
}

/**
 * The limits that held for a store at an instant, each with the ids of its category in the format of the store. The value of
 * a withholding is its threshold of that day.
 */
async function limitsOfStore(
  trx: Trx,
  { id_tienda, id_formato, creado }: Place,
): Promise<StoreLimit[]> {
  const rows = await trx
    .selectFrom('tope_categoria')
    .innerJoin('categoria_gasto as una', 'una.id', 'tope_categoria.id_categoria')
    .innerJoin('categoria_gasto as propia', (join) =>
      join
        .onRef('propia.nombre', '=', 'una.nombre')
        .onRef('propia.cuenta', '=', 'una.cuenta')
        .onRef('propia.mantenimiento', '=', 'una.mantenimiento')
        .on('propia.id_formato', '=', id_formato),
    )
    .select(['tope_categoria.id', 'tope_categoria.clase', 'tope_categoria.efecto'])
    .select(['tope_categoria.valor', 'una.nombre as categoria', 'propia.id as id_propia'])
    .where('tope_categoria.desde', '<=', creado)
    .where((any) =>
      any.or([any('tope_categoria.hasta', 'is', null), any('tope_categoria.hasta', '>', creado)]),
    )
    .where((any) =>
      any.or([
        any('tope_categoria.id_formato', 'is', null),
        any('tope_categoria.id_formato', '=', id_formato),
      ]),
    )
    .where((any) =>
      any.or([
        any('tope_categoria.id_tienda', 'is', null),
        any('tope_categoria.id_tienda', '=', id_tienda),
      ]),
    )
    .orderBy('tope_categoria.id')
    .execute();
  const needsRules = rows.some(({ clase }) => isWithholding(clase));
  const rules = needsRules ? await withholdingRules(trx) : [];
  return rows.flatMap(({ id_propia, clase, ...limit }) => {
    const valor = isWithholding(clase)
      ? withholdingThreshold(rules, clase, dateInBogota(creado))
      : limit.valor;
    return valor === null ? [] : [{ ...limit, clase, valor, ids: [id_propia] }];
  });
}

/** Centavos of the expenses of a category that are not rejected. */
const bought = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .where('gastos.estado', 'not in', rejectedCodes)
    .where((any) =>
      any.exists(
        any
          .selectFrom('gasto_categoria')
          .select('gasto_categoria.id_gasto')
          .whereRef('gasto_categoria.id_gasto', '=', 'gastos.id')
          .where('gasto_categoria.id_categoria', 'in', [...ids]),
      ),
    );

/** `2026-06-16` is within `2026-06-01` and `2026-06-31`. */
const monthOf = (day: string) => [`${day.slice(0, 7)}-01`, `${day.slice(0, 7)}-31`] as const;

interface Counted {
  id_tienda: number;
  id_caja: number;
  fecha_gasto: string;
  /** Null while it is not recorded. */
  id: number | null;
}

/** Centavos that count for a limit of a box or of a month without the expense. */
async function countedFor(
  trx: Trx,
  { clase, ids }: Pick<CategoryLimit, 'clase' | 'ids'>,
  { id_tienda, id_caja, fecha_gasto, id }: Counted,
): Promise<number> {
  const [first, last] = monthOf(fecha_gasto);
  const { total } = await bought(trx, ids)
    .select(({ fn }) => fn.sum<number | null>('gastos.valor').as('total'))
    .where('gastos.id', '<>', id ?? 0)
    .$if(clase === 'caja', (rows) => rows.where('gastos.id_caja', '=', id_caja))
    .$if(clase === 'mes', (rows) =>
      rows
        .where('cajas.id_tienda', '=', id_tienda)
        .where('gastos.fecha_gasto', '>=', first)
        .where('gastos.fecha_gasto', '<=', last),
    )
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

interface Judged extends Counted, Place {
  valor: number;
  categoria: readonly number[];
  factura_elec: number;
}

/** The limits that an expense breaks, by the rules of the instant at which it was recorded. */
export async function limitsBrokenBy(trx: Trx, expense: Judged) {
  const { valor, categoria } = expense;
  const limits = (await limitsOfStore(trx, expense)).filter(({ ids }) =>
    ids.some((id) => categoria.includes(id)),
  );
  const before = new Map<number, number>();
  for (const limit of limits)
    if (limit.clase === 'caja' || limit.clase === 'mes')
      before.set(limit.id, await countedFor(trx, limit, expense));
  const electronica = expense.factura_elec === 1;
  return brokenLimits(limits, { valor, categoria, electronica }, ({ id }) => before.get(id) ?? 0);
}

/** @throws HttpError 422 when one of the limits forbids the expense */
export function requireLimits(broken: readonly BrokenLimit[]): void {
  const motivos = broken.flatMap(({ impide, ...refusal }) => (impide ? [refusal] : []));
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}

/** The limits of a store now, with what counts for each in its open box, or in the months of the recording window. */
export async function limitsWithSums(
  trx: Trx,
  { id: id_tienda, id_formato }: { id: number; id_formato: number },
  now: number,
) {
  const limits = await limitsOfStore(trx, { id_tienda, id_formato, creado: now });
  if (limits.length === 0) return [];
  const { min, max } = recordingWindow(dateInBogota(now));
  const open = await trx
    .selectFrom('cajas')
    .select('id')
    .where('id_tienda', '=', id_tienda)
    .where('active', '=', boxStates.open.codigo)
    .executeTakeFirst();
  const daysOf = { gasto: [], factura: [], servicio: [], compra: [], caja: [''], mes: [min, max] };
  const answered = [];
  for (const limit of limits) {
    const sumas = [];
    for (const day of daysOf[limit.clase]) {
      const place = { id_tienda, id_caja: open?.id ?? 0, fecha_gasto: day, id: null };
      sumas.push({
        mes: day.slice(0, 7),
        valor: toPesos(await countedFor(trx, limit, place)),
      });
    }
    const { clase, efecto, categoria, ids, valor } = limit;
    answered.push({ clase, efecto, categoria, ids: [...ids], valor: toPesos(valor), sumas });
  }
  return answered;
}
