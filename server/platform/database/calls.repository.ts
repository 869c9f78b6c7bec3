import { sql } from 'kysely';
import { exists } from './queries.ts';
import type { Trx } from './transactions.ts';

export interface IdempotencyKey {
  clave: string;
  id_usuario: number;
  ruta: string;
}

/**
 * Claims the key for this transaction. A concurrent request with the same key waits here until this
 * transaction ends.
 *
 * @returns false when a finished request already used the key
 */
export async function claimKey(
  trx: Trx,
  key: IdempotencyKey,
  huella: string,
  now: number,
): Promise<boolean> {
  return exists(
    trx
      .insertInto('idempotencia')
      .values({ ...key, huella, estado_http: null, respuesta: null, creado: now })
      .onConflict((conflict) => conflict.columns(['clave', 'id_usuario', 'ruta']).doNothing())
      .returning('clave'),
  );
}

export const findStoredAnswer = (trx: Trx, key: IdempotencyKey) =>
  trx
    .selectFrom('idempotencia')
    .select(['huella', 'respuesta'])
    .where(({ and }) => and({ ...key }))
    .executeTakeFirstOrThrow();

export async function storeAnswer(trx: Trx, key: IdempotencyKey, respuesta: string): Promise<void> {
  await trx
    .updateTable('idempotencia')
    .set({ estado_http: 200, respuesta })
    .where(({ and }) => and({ ...key }))
    .execute();
}

interface Window {
  /** Requests in the window, including this one. */
  cuenta: number;
  /** Its end, epoch milliseconds. */
  vence: number;
}

/** Counts a request; starts a new window when the last one has ended. @param length milliseconds */
export async function countRequest(
  trx: Trx,
  clave: string,
  now: number,
  length: number,
): Promise<Window> {
  const isOver = sql<boolean>`limite_peticiones.vence <= ${now}`;
  const { rows } = await sql<Window>`
    insert into limite_peticiones (clave, cuenta, vence) values (${clave}, 1, ${now + length})
    on conflict (clave) do update set
      cuenta = case when ${isOver} then 1 else limite_peticiones.cuenta + 1 end,
      vence = case when ${isOver} then excluded.vence else limite_peticiones.vence end
    returning cuenta, vence`.execute(trx);
  return rows[0] ?? { cuenta: 1, vence: now + length };
}
