import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../../platform/http/services.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import {
  clearSecretCookie,
  requireCookies,
  secretCookie,
  setSecretCookie,
} from '../../platform/access/session.ts';
import { adding, exists } from '../../platform/database/queries.ts';
import { type Trx, inTransaction } from '../../platform/database/transactions.ts';
import { CODE_TIME } from '../accounts/second-factor.repository.ts';

const insertPendingSignIn = adding('ingreso_pendiente');

/** Counts one attempt. @returns undefined when the sign-in has ended or its attempts are used up */
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

/**
 * A sign-in with a correct password that waits for its code. Its cookie, which only the browser that sent the password
 * has, gives no access: it only identifies the account of the code.
 */

const pendingCookie = 'ingreso';

/**
 * @param idClaveTemporal key of the temporary password that was used instead of the regular one
 * @param admit checks and changes in the same transaction
 */
export async function startPendingSignIn(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { idUsuario, idClaveTemporal }: { idUsuario: number; idClaveTemporal: number | null },
  admit: (trx: Trx) => Promise<void>,
): Promise<void> {
  requireCookies(request);
  const token = newSecret();
  await inTransaction(db, async (trx) => {
    await admit(trx);
    await insertPendingSignIn(trx, {
      token_hash: hashOf(token),
      id_usuario: idUsuario,
      id_clave_temporal: idClaveTemporal,
      vence: now() + CODE_TIME,
    });
  });
  setSecretCookie(request, reply, pendingCookie, token, CODE_TIME / 1_000);
}

/** Token hash of the pending sign-in of this browser; null without one. */
export function pendingSignInOf(request: FastifyRequest): string | null {
  const token = secretCookie(request, pendingCookie);
  return token && token.length <= 100 ? hashOf(token) : null;
}

export const forgetPendingSignIn = (request: FastifyRequest, reply: FastifyReply): void =>
  clearSecretCookie(request, reply, pendingCookie);
