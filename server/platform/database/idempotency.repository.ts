import type { Trx } from './transactions.ts';

export interface IdempotencyKey {
  clave: string;
  id_usuario: number;
  ruta: string;
}

/**
 * Takes the key for this transaction. A concurrent request with the same key waits here until this
 * transaction ends.
 *
 * @returns false when a finished request had it before
 */
export async function takeKey(
  trx: Trx,
  key: IdempotencyKey,
  huella: string,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotencia')
    .values({ ...key, huella, estado_http: null, respuesta: null, creado: now })
    .onConflict((conflict) => conflict.columns(['clave', 'id_usuario', 'ruta']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findStoredAnswer = (trx: Trx, key: IdempotencyKey) =>
  trx
    .selectFrom('idempotencia')
    .select(['huella', 'respuesta'])
    .where(({ and }) => and({ ...key }))
    .executeTakeFirstOrThrow();

export async function keepAnswer(trx: Trx, key: IdempotencyKey, respuesta: string): Promise<void> {
  await trx
    .updateTable('idempotencia')
    .set({ estado_http: 200, respuesta })
    .where(({ and }) => and({ ...key }))
    .execute();
}
