import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '#machines/domain/people/profiles.ts';
import { sha256Of } from '../access/digests.ts';
import { lockName } from './row-lock.ts';
import type { Database, Row } from './schema.ts';
import type { Trx } from './transactions.ts';

/** Tables and columns that the administration log records. */

export interface LoggedTable {
  /** Spanish noun for a row, used in sentences. */
  name: string;
  /** SQL expression of the permanent key of a row. */
  key: string;
  /** Columns logged in clear; the others as SHA-256, which shows that a secret changed without revealing it. */
  readable?: readonly string[];
  /** Columns that name a person, logged as a digest with the `sal` of the row: without it no name can be guessed. */
  personal?: readonly string[];
  /** Columns that another log records, or none. */
  unlogged?: readonly string[];
  /** SQL condition of the rows that it records; the others are in another log. */
  rows?: string;
}

/** A new table needs a row here, a new column does not: in a table with `readable`, unlisted columns are hashed. */
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
  banco: { name: 'banco', key: 'id' },
  usuarios: {
    name: 'usuario',
    key: 'id',
    readable: [
      'id',
      'tipo',
      'tipo_doc',
      'cambiar_clave',
      'permisos',
      'active_',
      'eliminado',
      'creado',
      'derechos_desde',
    ],
    personal: ['razon_social', 'num_doc', 'digito', 'email', 'celular'],
    unlogged: ['sal'],
  },
  segundo_factor: {
    name: 'segundo factor',
    key: 'id_usuario',
    readable: ['id_usuario', 'activo', 'creado'],
    unlogged: ['ultimo_paso'],
  },
  identidad: { name: 'cuenta de la compañía', key: 'id' },
  aviso_leido: { name: 'aviso leído por el usuario', key: 'id_usuario' },
  delegacion: { name: 'delegación', key: 'id' },
  invitacion: {
    name: 'invitación',
    key: 'id',
    readable: ['id', 'id_usuario', 'creada', 'vence', 'usada', 'retirada'],
  },
  llave: {
    name: 'clave de integración',
    key: 'id',
    readable: [
      'id',
      'id_usuario',
      'prefijo',
      'anterior_hasta',
      'alcances',
      'dias',
      'creada',
      'id_creador',
      'vence',
      'revocada',
      'tiendas',
    ],
    unlogged: ['ultimo_uso'],
  },
  empresas: { name: 'empresa', key: 'id' },
  tiendas: { name: 'tienda', key: 'id', unlogged: ['ultimo_consecutivo'] },
  responsable_tienda: { name: 'responsable de tienda', key: "id_tienda || '-' || id_usuario" },
  arqueo: { name: 'arqueo', key: 'id' },
  movimiento_fondo: { name: 'movimiento del fondo', key: 'id' },
  vale: { name: 'vale', key: 'id', personal: ['persona'], unlogged: ['sal'] },
  cuenta_tienda: {
    name: 'cuenta de tienda',
    key: 'id',
    readable: [
      'id',
      'id_tienda',
      'via',
      'banco',
      'codigo_banco',
      'id_banco',
      'tipo_cuenta',
      'tipo_doc',
      'estado',
      'creada',
      'id_usuario',
      'resuelta',
      'id_usuario_resuelve',
      'suspendida',
    ],
    personal: ['titular', 'documento'],
    unlogged: ['sal'],
  },
  lote_giro: { name: 'lote de giros', key: 'id' },
  giro: { name: 'giro de un movimiento', key: 'id', rows: 'id_movimiento is not null' },
  archivo_banco: {
    name: 'archivo para el banco',
    key: 'id',
    readable: [
      'id',
      'id_lote',
      'nombre',
      'formato',
      'sha256',
      'registros',
      'valor',
      'bytes',
      'creado',
      'id_usuario',
    ],
  },
  exportacion_contable: {
    name: 'exportación de comprobantes',
    key: 'id',
    readable: [
      'id',
      'numero',
      'hasta',
      'comprobantes',
      'filas',
      'valor',
      'nombre',
      'sha256',
      'bytes',
      'creado',
      'id_usuario',
      'motivo',
      'retirada',
      'id_usuario_retira',
    ],
  },
  documento_soporte: { name: 'documento soporte', key: 'id' },
  reversa_contable: { name: 'reversa de un comprobante', key: 'id' },
  formato_banco: { name: 'formato de respuesta de un banco', key: 'id' },
  palabra_banco: { name: 'palabra de un banco', key: 'id' },
  proveedores: {
    name: 'proveedor',
    key: 'id',
    personal: ['num_doc', 'documento', 'digito', 'nombre', 'direccion', 'nombres', 'apellidos'],
    unlogged: ['sal'],
  },
  tope_categoria: { name: 'tope de una categoría', key: 'id' },
} as const satisfies Partial<Record<keyof Database, LoggedTable>>;

export type LoggedTableName = keyof typeof loggedTables;
export const loggedTableNames = Object.keys(loggedTables) as LoggedTableName[];

/**
 * The administration log: who created, changed or deleted which rows. It is one hash chain; rows of
 * `loggedTables` are written through `logChanges`, which appends the event in the same transaction.
 */

/** The user who changes something, and when. */
export interface Author {
  /** Null: the operator of the server. */
  actor: Person | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Columns = Readonly<Record<string, unknown>>;
/** Rows of a table by key. */
export type Rows = ReadonlyMap<string, Columns>;
/** By row key: the changed columns with their new values; null for a deleted row. */
export type Changes = Readonly<Record<string, Columns | null>>;
export type AdministrationEvent = Row<'evento_administracion'>;

/** Begins the digests of personal columns. */
const digestMark = 'sha256:';

const isDigest = (value: unknown): boolean => String(value).startsWith(digestMark);

function loggedValue(table: LoggedTable, column: string, value: unknown, { sal }: Columns) {
  if (value === null) return null;
  if (table.personal?.includes(column))
    return value === '' ? '' : digestMark + sha256Of(String(sal), String(value));
  return table.readable?.includes(column) === false ? sha256Of(String(value)) : value;
}

/** Columns of a row in their logged form. */
export function loggedColumns(table: LoggedTable, row: Columns): Columns {
  const columns = Object.entries(row).filter(([column]) => !table.unlogged?.includes(column));
  return Object.fromEntries(
    columns.map(([column, value]) => [column, loggedValue(table, column, value, row)]),
  );
}

/**
 * Columns of a row to compare with those of its log: events of earlier versions have the personal ones in clear, and a
 * difference shows what is stored.
 */
export function comparedColumns(table: LoggedTable, row: Columns, logged: Columns): Columns {
  const columns = loggedColumns(table, row);
  const differing = (table.personal ?? []).filter(
    (column) => columns[column] !== logged[column] && !isDigest(row[column]),
  );
  return { ...columns, ...Object.fromEntries(differing.map((column) => [column, row[column]])) };
}

const loggedRows = (name: LoggedTableName, rows: Rows): Rows =>
  new Map([...rows].map(([key, row]) => [key, loggedColumns(loggedTables[name], row)]));

/** Current rows as they are stored, in key order, and the key of the last one, for the next page. */
async function rowsWhere(
  trx: Trx,
  name: LoggedTableName,
  where: RawBuilder<SqlBool>,
  limit: number | null,
): Promise<{ rows: Map<string, Columns>; last: unknown }> {
  const { key: keyText, rows: logged = '1 = 1' }: LoggedTable = loggedTables[name];
  const key = sql.raw(keyText);
  const { rows } = await sql<{ llave_: unknown; [column: string]: unknown }>`
    select ${key} as llave_, ${sql.table(name)}.* from ${sql.table(name)}
    where ${where} and ${sql.raw(logged)} order by llave_ ${limit === null ? sql`` : sql`limit ${limit}`}`.execute(
    trx,
  );
  return {
    rows: new Map(rows.map(({ llave_, ...row }) => [String(llave_), row])),
    last: rows.at(-1)?.llave_,
  };
}

const CHUNK = 500;

/** Yields all rows of a table as they are stored, in pages. */
export async function* everyRow(trx: Trx, name: LoggedTableName): AsyncGenerator<Rows> {
  const key = sql.raw(loggedTables[name].key);
  for (let after = sql<SqlBool>`1 = 1`; ; ) {
    const { rows, last } = await rowsWhere(trx, name, after, CHUNK);
    if (rows.size > 0) yield rows;
    if (rows.size < CHUNK) return;
    after = sql<SqlBool>`${key} > ${last}`;
  }
}

/** Compares rows before and after; the result has the columns whose value changed. */
function changesBetween(before: Rows, after: Rows): Changes {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...after].flatMap(([key, row]) => {
    const old = before.get(key);
    const columns = Object.entries(row).filter(([column, value]) => old?.[column] !== value);
    return columns.length === 0 ? [] : [[key, Object.fromEntries(columns)] as const];
  });
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
}

/** Hexadecimal SHA-256 over all columns but `id` and `hash`; `hash_previo` links the chain. */
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

/** Locks the log until the transaction ends, so that a row read before its change matches its last logged state. */
export const lockAdministrationLog = (trx: Trx): Promise<void> =>
  lockName(trx, 'evento_administracion');

/** Appends an event. Events other than row changes have their own name and payload. */
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
 * Runs work that changes rows and appends the changes to the log; appends nothing when no row changed.
 *
 * @param where column and value of the rows that `work` may change; value null: the key that `work` returns
 * @param named the name of the event, when it is not that of a row that was created, changed or removed
 */
export async function logChanges<Result>(
  trx: Trx,
  by: Author,
  name: LoggedTableName,
  [column, value]: readonly [column: string, value: string | number | null],
  work: () => Promise<Result>,
  named?: string,
): Promise<Result> {
  const rowsOf = async (of: unknown): Promise<Rows> =>
    loggedRows(
      name,
      (await rowsWhere(trx, name, sql<SqlBool>`${sql.ref(column)} = ${of}`, null)).rows,
    );
  await lockAdministrationLog(trx);
  const before: Rows = value === null ? new Map() : await rowsOf(value);
  const result = await work();
  const after = await rowsOf(value ?? result);
  const changes = changesBetween(before, after);
  const evento = named ?? (before.size === 0 ? 'CREATE' : after.size === 0 ? 'REMOVE' : 'EDIT');
  if (Object.keys(changes).length > 0) await appendAdministration(trx, by, evento, name, changes);
  return result;
}

/** The events after a sequence number, at most `limit`. */
export const administrationEventsAfter = (trx: Trx, secuencia: number, limit: number) =>
  trx
    .selectFrom('evento_administracion')
    .selectAll()
    .where('secuencia', '>', secuencia)
    .orderBy('secuencia')
    .limit(limit)
    .execute();
