/** Rows that an audit reads, by store or by box. */
import { type RawBuilder, sql } from 'kysely';
import type { Flag, Row } from '../../platform/database/schema.ts';
import {
  KEYS,
  keysOf,
  type SearchedTable,
  searchedNames,
  searchTexts,
} from '../../platform/database/search-texts.ts';
import { onPostgres, type Trx } from '../../platform/database/transactions.ts';
import { adding, rowsOf, valuesOf } from '../../platform/database/queries.ts';

/** A row of a split, with its position. */
export type SplitRow = Omit<Row<'gasto_categoria'>, 'id'>;

export const storeIds = (trx: Trx): Promise<number[]> =>
  valuesOf(trx.selectFrom('tiendas').select('id').orderBy('id'), 'id');

export const storeRow = (trx: Trx, id: number): Promise<Row<'tiendas'>> =>
  trx.selectFrom('tiendas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The boxes of a store in the order in which they were opened. */
export const boxIdsOfStore = (trx: Trx, idTienda: number): Promise<number[]> =>
  valuesOf(
    trx.selectFrom('cajas').select('id').where('id_tienda', '=', idTienda).orderBy('id'),
    'id',
  );

/** Ids of the next boxes after an id, of all stores. */
export const boxIdsAfter = (trx: Trx, after: number, limit: number): Promise<number[]> =>
  valuesOf(
    trx.selectFrom('cajas').select('id').where('id', '>', after).orderBy('id').limit(limit),
    'id',
  );

/** The last comparison of all boxes with their logs. */
export const lastVerification = async (trx: Trx): Promise<Row<'verificacion'> | null> =>
  (await trx
    .selectFrom('verificacion')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

export const addVerification = adding('verificacion');

/** Who owes what is not granted of the boxes whose send did not log it, and when they were sent. */
export const unloggedDebtors = (trx: Trx) =>
  trx
    .selectFrom('cajas')
    .innerJoin('evento', 'evento.id_caja', 'cajas.id')
    .select(['cajas.id', 'cajas.id_tienda', 'cajas.id_responsable', 'evento.instante'])
    .where('evento.evento', '=', 'BOX.SEND')
    .where('evento.version_maquina', 'in', ['1', '2', '3'])
    .orderBy('cajas.id')
    .execute();

/** The first and the last event, by key, of each version of the rules. */
export const eventsOfRules = (trx: Trx) =>
  trx
    .selectFrom('evento')
    .select(({ fn }) => [
      'version_maquina',
      fn.min<number>('id').as('first'),
      fn.max<number>('id').as('last'),
    ])
    .groupBy('version_maquina')
    .execute();

/** A row of a count, stored or recomputed; null for values that this kind of count does not have. */
export interface RecountedRow {
  /** The box of a count by box; null for a count by store. */
  id_caja: number | null;
  active: number;
  paso_mantenimiento: Flag;
  /** State of the expenses; 0 for a row that counts boxes. */
  estado: number;
  /** Boxes with expenses in the state; null for a count of one box. */
  cajas: number | null;
  cantidad: number;
  valor: number;
  de_mantenimiento: number | null;
  desde: number | null;
}

/** The stored counts of a store and its boxes. */
export const storedCounts = (trx: Trx, idTienda: number): Promise<RecountedRow[]> =>
  rowsOf(
    trx,
    sql`select id_caja, active, paso_mantenimiento, estado, cast(null as integer) as cajas, cantidad,
        valor, de_mantenimiento, desde
      from conteo_caja
      where id_caja in (select id from cajas where id_tienda = ${idTienda}) and id_tienda = ${idTienda}
      union all
      select null, active, paso_mantenimiento, estado, cajas, cantidad, valor, null, null
      from conteo where id_tienda = ${idTienda} and (cajas <> 0 or cantidad <> 0 or valor <> 0)`,
  );

/** The same counts, recomputed from the boxes and their expenses. */
const recomputedCounts = (idTienda: number): RawBuilder<RecountedRow> =>
  sql`with contados as (
      select cajas.id as id_caja, cajas.active, cajas.paso_mantenimiento, gastos.estado,
        cast(null as integer) as cajas, count(*) as cantidad, sum(gastos.valor) as valor,
        sum(gastos.requiere_mantenimiento) as de_mantenimiento,
        case when min(gastos.cambio) > cajas.fecha_movimiento
          then min(gastos.cambio) else cajas.fecha_movimiento end as desde
      from cajas inner join gastos on gastos.id_caja = cajas.id
      where cajas.id_tienda = ${idTienda}
      group by cajas.id, gastos.estado)
    select * from contados
    union all
    select null, active, paso_mantenimiento, estado, count(*), sum(cantidad), sum(valor), null, null
    from contados group by active, paso_mantenimiento, estado
    union all
    select null, active, paso_mantenimiento, 0, count(*), count(*), sum(total), null, null
    from cajas where id_tienda = ${idTienda} group by active, paso_mantenimiento`;

export const countQueries = (trx: Trx, idTienda: number): Promise<RecountedRow[]> =>
  rowsOf(trx, recomputedCounts(idTienda));

/** The search texts of an expense. */
interface SearchedRow {
  gasto: number;
  texto: string;
  marcas: string;
}

const ofStore = (idTienda: number) => `cajas.id_tienda = ${idTienda}`;
const gasto = sql.raw(`rowid % ${KEYS} as gasto`);

/** The stored search texts of the expenses of a store. */
export const storedTexts = (trx: Trx, idTienda: number): Promise<SearchedRow[]> =>
  rowsOf(
    trx,
    sql`select ${gasto}, texto, marcas from busqueda
      where rowid in (select rowid from (${sql.raw(searchTexts(ofStore(idTienda)))}) as textos)`,
  );

/** The same texts, recomputed from the rows. */
export const recomputedTexts = (trx: Trx, idTienda: number): Promise<SearchedRow[]> =>
  rowsOf(
    trx,
    sql`select ${gasto}, texto, marcas from (${sql.raw(searchTexts(ofStore(idTienda)))}) as textos`,
  );

/** Rows whose search text is missing (`stored` is null), outdated, or left from a removed row (`right` is null). */
export const orphanIndexRows = (
  trx: Trx,
  table: SearchedTable,
): Promise<{ id: number; stored: string | null; right: string | null }[]> => {
  const before = sql.lit(keysOf(table));
  return rowsOf(
    trx,
    sql`with nombres as (${sql.raw(searchedNames(table, `${table}.id > 0`))})
      select nombres.rowid - ${before} as id, guardados.texto as stored, nombres.texto as "right"
      from nombres left join busqueda_nombres as guardados on guardados.rowid = nombres.rowid
      where guardados.texto is null or guardados.texto <> nombres.texto
      union all
      select rowid - ${before}, texto, null from busqueda_nombres
      where rowid > ${before} and rowid < ${sql.lit(keysOf(table) + KEYS)}
        and rowid not in (select rowid from nombres)
      order by 1`,
  );
};

/** The categories of every expense of a box. */
export const splitOfBox = (trx: Trx, idCaja: number): Promise<SplitRow[]> =>
  trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .select([
      'gasto_categoria.id_gasto',
      'gasto_categoria.id_categoria',
      'gasto_categoria.orden',
      'gasto_categoria.valor_item',
      'gasto_categoria.iva_item',
      'gasto_categoria.agregada',
      'gasto_categoria.deducible',
    ])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.id_gasto')
    .orderBy('gasto_categoria.orden')
    .execute();

/** A file that a row refers to. */
export interface NamedFile {
  /** Name of the row: `gasto 5`, `factura electrónica 3`. */
  of: string;
  sha256: string;
}

/** The files of the expenses after `id`, in order, and the last id read; null without any. */
export async function expenseFilesAfter(
  trx: Trx,
  id: number,
  limit: number,
): Promise<{ files: NamedFile[]; last: number | null }> {
  const rows = await trx
    .selectFrom('gastos')
    .select(['id', 'soporte_sha256'])
    .where('id', '>', id)
    .where('soporte_sha256', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return {
    files: rows.flatMap((row) =>
      row.soporte_sha256 === null ? [] : [{ of: `gasto ${row.id}`, sha256: row.soporte_sha256 }],
    ),
    last: rows.at(-1)?.id ?? null,
  };
}

/** The same for imported electronic invoices. */
export async function invoiceFilesAfter(
  trx: Trx,
  id: number,
  limit: number,
): Promise<{ files: NamedFile[]; last: number | null }> {
  const rows = await trx
    .selectFrom('factura_electronica')
    .select(['id', 'xml_sha256', 'pdf_sha256'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return {
    files: rows.flatMap(({ id: key, xml_sha256, pdf_sha256 }) =>
      [xml_sha256, pdf_sha256].flatMap((sha256) =>
        sha256 === null ? [] : [{ of: `factura electrónica ${key}`, sha256 }],
      ),
    ),
    last: rows.at(-1)?.id ?? null,
  };
}

/**
 * The id of the newest event, 0 without one; every event up to it is visible to the transactions that
 * begin after this one. PostgreSQL assigns ids before the commit, so the lock waits for transactions that are writing.
 */
export async function lastEventId(trx: Trx): Promise<number> {
  if (onPostgres(trx)) await sql`lock table evento in share mode`.execute(trx);
  const { last } = await trx
    .selectFrom('evento')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Events as the lines that a head of the log hashes. */
export interface EventLines {
  /** Id, box, sequence and hash of each event, one line for each. */
  lines: string;
  /** Id of the last event; null without any. */
  last: number | null;
}

/** Lines of at most `limit` events with `after` < id ≤ `upTo`, in order. */
export async function eventLinesBetween(
  trx: Trx,
  after: number,
  upTo: number,
  limit: number,
): Promise<EventLines> {
  const events = await trx
    .selectFrom('evento')
    .select(['id', 'id_caja', 'secuencia', 'hash'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute();
  const lines = events.map((row) => `${row.id} ${row.id_caja} ${row.secuencia} ${row.hash}\n`);
  return { lines: lines.join(''), last: events.at(-1)?.id ?? null };
}

/** Accounts and the profiles with which they acted on boxes. */
export const actingProfiles = (trx: Trx) =>
  trx
    .selectFrom('evento')
    .select(['id_actor', 'perfil'])
    .distinct()
    .where('id_actor', 'is not', null)
    .orderBy('id_actor')
    .execute();

interface Sentence {
  frase: string;
}

/** Dangling references, one sentence each: rows were deleted with the engine's foreign key checks off. */
const orphanSentences = [
  sql<Sentence>`select distinct 'caja ' || id_caja || ': no está, y el registro tiene eventos suyos' as frase
    from evento where not exists (select 1 from cajas where cajas.id = id_caja)`,
  sql<Sentence>`select 'caja ' || id || ': su tienda ' || id_tienda || ' no está' as frase
    from cajas where not exists (select 1 from tiendas where tiendas.id = id_tienda)`,
  sql<Sentence>`select 'gasto ' || id || ': su caja ' || id_caja || ' no está' as frase
    from gastos where not exists (select 1 from cajas where cajas.id = id_caja)`,
];

/** Search texts of expenses that are not there. */
export const orphanTexts = async (trx: Trx): Promise<string[]> =>
  (
    await rowsOf(
      trx,
      sql<Sentence>`select 'búsqueda: el gasto ' || (rowid % ${sql.lit(KEYS)}) || ' no está' as frase
        from busqueda where not exists (select 1 from gastos
          where gastos.id = busqueda.rowid % ${sql.lit(KEYS)} and gastos.id_caja = busqueda.rowid / ${sql.lit(KEYS)})`,
    )
  ).map(({ frase }) => frase);

export async function orphans(trx: Trx): Promise<string[]> {
  const found: string[] = [];
  for (const sentences of orphanSentences)
    found.push(...(await rowsOf(trx, sentences)).map(({ frase }) => frase));
  return found;
}

/** Decisions and sends of delegates, in order. */
export const delegatedEvents = (trx: Trx) =>
  trx
    .selectFrom('evento')
    .select(['id_caja', 'secuencia', 'id_actor', 'instante', 'payload'])
    .where('payload', 'like', '%"enNombreDe":%')
    .orderBy('id')
    .execute();

export const everyDelegation = (trx: Trx) => trx.selectFrom('delegacion').selectAll().execute();
