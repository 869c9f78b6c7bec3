import { hash } from 'node:crypto';
import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';

export type EventRow = Row<'evento'>;

type Hashed = Omit<EventRow, 'id' | 'hash'>;

/** Columns that the hash covers, in this order; the chain is `hash_previo` of each row. */
const hashed = [
  'hash_previo',
  'id_caja',
  'secuencia',
  'id_gasto',
  'evento',
  'desde',
  'hacia',
  'id_actor',
  'perfil',
  'instante',
  'version_maquina',
  'payload',
  'id_tienda',
  'ingreso',
  'version_hash',
] as const satisfies readonly (keyof Hashed)[];

/** Written beside every event: raise it when the hash covers other columns. */
const hashVersion = 1;

/** SHA-256 in hexadecimal over the JSON list of the columns. */
export const eventHash = (event: Hashed): string =>
  hash('sha256', JSON.stringify(hashed.map((column) => event[column])), 'hex');

export type EventToAppend = NewRow<'evento'> & Hashed;

/** The event with its place in the chain. */
export function chainEvent(event: Omit<Hashed, 'version_hash'>): EventToAppend {
  const versioned = { ...event, version_hash: hashVersion, hash: '' };
  versioned.hash = eventHash(versioned);
  return versioned;
}

/** Rows of one statement: 16 parameters each stay far below the limits of both engines. */
const CHUNK = 200;

/** Appends events; the log is never updated nor deleted. */
export async function insertEvents(trx: Trx, events: readonly EventToAppend[]): Promise<void> {
  for (let start = 0; start < events.length; start += CHUNK)
    await trx
      .insertInto('evento')
      .values(events.slice(start, start + CHUNK))
      .execute();
}

/** The last movement of a box: by whom, and when; undefined for one that was never sent. */
export const lastMovementOfBox = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('evento')
    .innerJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.id_actor', 'usuarios.razon_social as actor', 'evento.instante'])
    .orderBy('evento.secuencia', 'desc')
    .limit(1)
    .where('evento.id_caja', '=', idCaja)
    .where('evento.id_gasto', 'is', null)
    .whereRef('evento.desde', '<>', 'evento.hacia')
    .executeTakeFirst();

/** The past of a box, from its first event. */
export const eventsOfBox = (trx: Trx, idCaja: number): Promise<EventRow[]> =>
  trx.selectFrom('evento').selectAll().where('id_caja', '=', idCaja).orderBy('secuencia').execute();
