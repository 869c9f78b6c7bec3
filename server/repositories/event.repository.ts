import { createHash } from 'node:crypto';
import type { NewRow, Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

export type EventRow = Row<'evento'>;

/** The columns that the hash covers, in this order; the chain is `hash_previo` of each row. */
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
] as const satisfies readonly (keyof EventRow)[];

type Hashed = Pick<EventRow, (typeof hashed)[number]>;

/** SHA-256 in hexadecimal over the JSON list of the hashed columns. */
export const eventHash = (event: Hashed): string =>
  createHash('sha256')
    .update(JSON.stringify(hashed.map((column) => event[column])))
    .digest('hex');

/** Appends one event; the log is never updated nor deleted. */
export async function insertEvent(trx: Trx, event: Hashed): Promise<string> {
  const hash = eventHash(event);
  await trx
    .insertInto('evento')
    .values({ ...event, hash } satisfies NewRow<'evento'>)
    .execute();
  return hash;
}

/** The past of a box, from its first event. */
export const eventsOfBox = (trx: Trx, idCaja: number): Promise<EventRow[]> =>
  trx.selectFrom('evento').selectAll().where('id_caja', '=', idCaja).orderBy('secuencia').execute();
