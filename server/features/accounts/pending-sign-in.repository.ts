import { sql } from 'kysely';
import type { Trx } from '../../platform/database/transactions.ts';
import { adding, exists } from '../../platform/database/queries.ts';

export const insertPendingSignIn = adding('ingreso_pendiente');

/** Counts one try. @returns nothing when there is no such sign-in any more, or its tries are used up */
export const countCode = (
  trx: Trx,
  tokenHash: string,
  { now, allowed }: { now: number; allowed: number },
) =>
  trx
    .updateTable('ingreso_pendiente')
    .set({ intentos: sql`intentos + 1` })
    .where('token_hash', '=', tokenHash)
    .where('vence', '>', now)
    .where('intentos', '<', allowed)
    .returningAll()
    .executeTakeFirst();

/** @returns false when another request ended it first */
export const endPendingSignIn = (trx: Trx, id: number): Promise<boolean> =>
  exists(trx.deleteFrom('ingreso_pendiente').where('id', '=', id).returning('id'));
