import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '#machines/domain/people/profiles.ts';
import { sha256Of } from '../access/digests.ts';
import { lockName } from './row-lock.ts';
import type { Database, Row } from './schema.ts';
import type { Trx } from './transactions.ts';

/** Tables whose rows the log of administration keeps, and which of their columns. */

export interface LoggedTable {
  /** Name of a row in a sentence. */
  name: string;
  /** SQL of what names one row for ever. */
  key: string;
  /** The columns that are logged as they are; every other one as its SHA-256: a secret that was changed is found, and not read. */
  readable?: readonly string[];
  /** Columns that another log tells. */
  unlogged?: readonly string[];
}

/** A new table is one row here; a new column needs none, and one of `usuarios` is digested until it is named. */
export const loggedTables = {
  tipo_usuario: { name: 'tipo de usuario', key: 'id' },
  tipo_doc: { name: 'tipo de documento', key: 'id' },
  paises: { name: 'departamento', key: 'id' },
  municipios: { name: 'municipio', key: 'id_municipio' },
  ciudades: { name: 'ciudad', key: 'id' },
  formato_tienda: { name: 'formato de tienda', key: 'id' },
  categoria_gasto: { name: 'categoría de gasto', key: 'id' },
  motivo_rechazo: { name: 'motivo de rechazo', key: 'id' },
  indicadores: { name: 'indicador', key: 'id' },
  impuestos: { name: 'impuesto', key: 'id' },
  config: { name: 'ajuste', key: 'field_name' },
  usuarios: {
    name: 'usuario',
    key: 'id',
    readable: [
      'id',
      'razon_social',
      'tipo',
      'tipo_doc',
      'num_doc',
      'digito',
      'email',
      'celular',
      'cambiar_clave',
      'permisos',
      'active_',
      'eliminado',
      'creado',
    ],
  },
  segundo_factor: {
    name: 'segundo factor',
    key: 'id_usuario',
    readable: ['id_usuario', 'activo', 'creado'],
    unlogged: ['ultimo_paso'],
  },
  delegacion: { name: 'delegación', key: 'id' },
  invitacion: {
    name: 'invitación',
    key: 'id',
    readable: ['id', 'id_usuario', 'creada', 'vence', 'usada', 'retirada'],
  },
  empresas: { name: 'empresa', key: 'id' },
  tiendas: { name: 'tienda', key: 'id', unlogged: ['ultimo_consecutivo'] },
  responsable_tienda: { name: 'responsable de tienda', key: "id_tienda || '-' || id_usuario" },
  arqueo: { name: 'arqueo', key: 'id' },
  cuenta_tienda: {
    name: 'cuenta de tienda',
    key: 'id',
    readable: [
      ...['id', 'id_tienda', 'via', 'banco', 'codigo_banco', 'tipo_cuenta', 'titular', 'tipo_doc'],
      ...['documento', 'estado', 'creada', 'id_usuario', 'resuelta', 'id_usuario_resuelve'],
    ],
  },
  archivo_banco: {
    name: 'archivo para el banco',
    key: 'id',
    readable: [
      ...['id', 'id_lote', 'nombre', 'formato', 'sha256', 'registros', 'valor', 'bytes'],
      ...['creado', 'id_usuario'],
    ],
  },
  proveedores: { name: 'proveedor', key: 'id' },
} as const satisfies Partial<Record<keyof Database, LoggedTable>>;

export type LoggedTableName = keyof typeof loggedTables;
export const loggedTableNames = Object.keys(loggedTables) as LoggedTableName[];

/**
 * The log of administration: who made, changed or took away which rows. It is one chain; a row
 * of `loggedTables` is written through `logChanges`, which appends the event in the same transaction.
 */

/** The person who changes something, and when. */
export interface Author {
  /** Null: the operator of the program. */
  actor: Person | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Columns = Readonly<Record<string, unknown>>;
/** The rows of a table by their key. */
export type Rows = ReadonlyMap<string, Columns>;
/** By key of the row: the columns that are new; null: the row is gone. */
export type Changes = Readonly<Record<string, Columns | null>>;
export type AdministrationEvent = Row<'evento_administracion'>;

/** Columns of a row as the log has them. */
function loggedColumns(table: LoggedTable, row: Record<string, unknown>): Columns {
  const columns = Object.entries(row).filter(([column]) => !table.unlogged?.includes(column));
  return Object.fromEntries(
    columns.map(([column, value]) => [
      column,
      value === null || (table.readable?.includes(column) ?? true)
        ? value
        : sha256Of(String(value)),
    ]),
  );
}

/** Rows as they are now, in the order of their keys, with the key behind which the next ones come. */
async function rowsWhere(
  trx: Trx,
  name: LoggedTableName,
  where: RawBuilder<SqlBool>,
  limit: number | null,
): Promise<{ rows: Map<string, Columns>; last: unknown }> {
  const key = sql.raw(loggedTables[name].key);
  const { rows } = await sql<{ llave_: unknown; [column: string]: unknown }>`
    select ${key} as llave_, ${sql.table(name)}.* from ${sql.table(name)} where ${where}
    order by llave_ ${limit === null ? sql`` : sql`limit ${limit}`}`.execute(trx);
  return {
    rows: new Map(
      rows.map(({ llave_, ...row }) => [String(llave_), loggedColumns(loggedTables[name], row)]),
    ),
    last: rows.at(-1)?.llave_,
  };
}

const CHUNK = 500;

/** Every row of a table as the log has it, so many at a time. */
export async function* everyRow(trx: Trx, name: LoggedTableName): AsyncGenerator<Rows> {
  const key = sql.raw(loggedTables[name].key);
  for (let after = sql<SqlBool>`1 = 1`; ; ) {
    const { rows, last } = await rowsWhere(trx, name, after, CHUNK);
    if (rows.size > 0) yield rows;
    if (rows.size < CHUNK) return;
    after = sql<SqlBool>`${key} > ${last}`;
  }
}

/** Compares the rows of one place; a column is in the result when its value is another one. */
function changesBetween(before: Rows, after: Rows): Changes {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...after].flatMap(([key, row]) => {
    const old = before.get(key);
    const columns = Object.entries(row).filter(([column, value]) => old?.[column] !== value);
    return columns.length === 0 ? [] : [[key, Object.fromEntries(columns)] as const];
  });
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
}

/** SHA-256 in hexadecimal over everything but `id` and `hash`; the chain is `hash_previo`. */
export const administrationHash = (event: Omit<AdministrationEvent, 'id' | 'hash'>): string =>
  sha256Of(
    JSON.stringify([
      event.hash_previo,
      event.secuencia,
      event.evento,
      event.tabla,
      event.id_actor,
      event.perfil,
      event.ingreso,
      event.instante,
      event.payload,
    ]),
  );

/** The newest event; undefined while there is none. */
export const lastAdministrationEvent = (trx: Trx): Promise<AdministrationEvent | undefined> =>
  trx
    .selectFrom('evento_administracion')
    .selectAll()
    .orderBy('secuencia', 'desc')
    .limit(1)
    .executeTakeFirst();

export const hasAdministrationEvent = async (
  trx: Trx,
  evento: string,
  tabla: string,
): Promise<boolean> =>
  (await trx
    .selectFrom('evento_administracion')
    .select('id')
    .where('evento', '=', evento)
    .where('tabla', '=', tabla)
    .executeTakeFirst()) !== undefined;

/** Until the transaction ends: what is read of a row before it changes is what the log has last. */
export const lockAdministrationLog = (trx: Trx): Promise<void> =>
  lockName(trx, 'evento_administracion');

/** Appends an event. What is no change of a row has a name and a payload of its own. */
export async function appendAdministration(
  trx: Trx,
  { actor, now }: Author,
  evento: string,
  tabla: string,
  payload: Changes,
): Promise<void> {
  await lockAdministrationLog(trx);
  const last = await lastAdministrationEvent(trx);
  const event = {
    secuencia: (last?.secuencia ?? 0) + 1,
    evento,
    tabla,
    id_actor: actor?.id ?? null,
    perfil: actor?.profile ?? null,
    ingreso: actor === null ? '' : (actor.ingreso ?? 'clave'),
    instante: now,
    payload: JSON.stringify(payload),
    hash_previo: last?.hash ?? '',
  } satisfies Partial<AdministrationEvent>;
  await trx
    .insertInto('evento_administracion')
    .values({ ...event, hash: administrationHash(event) })
    .execute();
}

/**
 * Changes rows and appends what became of them to the log; nothing is appended when nothing changed.
 *
 * @param where column and value of the rows that `work` may change; null as value: the key that it answers
 */
export async function logChanges<Result>(
  trx: Trx,
  by: Author,
  name: LoggedTableName,
  [column, value]: readonly [column: string, value: string | number | null],
  work: () => Promise<Result>,
): Promise<Result> {
  const rowsOf = async (of: unknown): Promise<Rows> =>
    (await rowsWhere(trx, name, sql<SqlBool>`${sql.ref(column)} = ${of}`, null)).rows;
  await lockAdministrationLog(trx);
  const before: Rows = value === null ? new Map() : await rowsOf(value);
  const result = await work();
  const after = await rowsOf(value ?? result);
  const changes = changesBetween(before, after);
  const evento = before.size === 0 ? 'CREATE' : after.size === 0 ? 'REMOVE' : 'EDIT';
  if (Object.keys(changes).length > 0) await appendAdministration(trx, by, evento, name, changes);
  return result;
}

/** The next events after a number, at most so many. */
export const administrationEventsAfter = (trx: Trx, secuencia: number, limit: number) =>
  trx
    .selectFrom('evento_administracion')
    .selectAll()
    .where('secuencia', '>', secuencia)
    .orderBy('secuencia')
    .limit(limit)
    .execute();
