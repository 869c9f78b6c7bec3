/**
 * A sign-in whose password was right and whose code is awaited. It opens nothing: its cookie, which the browser that
 * sent the password has and no other, only says for whom the code is.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { CODE_TIME } from '../accounts/second-factor.policy.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import { insertPendingSignIn } from '../accounts/pending-sign-in.repository.ts';
import type { Services } from '../../app/services.ts';
import { clearSecretCookie, secretCookie, setSecretCookie } from '../../platform/access/session.ts';

const pendingCookie = 'ingreso';

/**
 * @param idClaveTemporal key of the temporary password that was given instead of the own one
 * @param admit what must hold, or happen, in the same transaction
 */
export async function startPendingSignIn(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { idUsuario, idClaveTemporal }: { idUsuario: number; idClaveTemporal: number | null },
  admit: (trx: Trx) => Promise<void>,
): Promise<void> {
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

/** Key under which the database knows the sign-in of this browser; null without one. */
export function pendingSignInOf(request: FastifyRequest): string | null {
  const token = secretCookie(request, pendingCookie);
  return token && token.length <= 100 ? hashOf(token) : null;
}

export const forgetPendingSignIn = (request: FastifyRequest, reply: FastifyReply): void =>
  clearSecretCookie(request, reply, pendingCookie);
