import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accounting } from '#machines/domain/people/authority.ts';
import { keyStateOf } from '#machines/domain/people/machine-key.ts';
import { hashOf } from '../../platform/access/digests.ts';
import { type Caller, secretCookie, sessionCookie } from '../../platform/access/session.ts';
import { countRequest } from '../../platform/database/calls.repository.ts';
import { inTransaction, withoutTransaction } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { Services } from '../../platform/http/services.ts';
import { findKeyByHash, type KeyRow, noteUse, scopesOf, storesOf } from './key.repository.ts';

/** The key in `Authorization: Bearer cm_…`; null for any other header, such as that of a proxy. */
export const sentKey = ({ headers }: FastifyRequest): string | null =>
  /^bearer +(cm_\S*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** Counts the request of a key, and stores when the key was used, at most once a minute. */
async function countUse(
  { db, now, config, log }: Services,
  { id, ultimo_uso }: KeyRow,
  reply: FastifyReply,
): Promise<void> {
  const instant = now();
  const counted = await inTransaction(db, async (trx) => {
    if (instant - (ultimo_uso ?? 0) >= millisecondsInMinute) await noteUse(trx, id, instant);
    return countRequest(trx, `llave ${id}`, instant, millisecondsInMinute);
  }).catch((error: unknown) => {
    // A failed write, as on a full disk, must not prevent reading.
    log.warn({ err: error }, 'no se pudo contar la solicitud de una clave');
    return null;
  });
  if (counted === null || counted.cuenta <= config.keyRequests) return;
  reply.header('Retry-After', Math.ceil((counted.vence - instant) / millisecondsInSecond));
  throw new HttpError(429, { msg: 'Esta clave pasó su límite de solicitudes por minuto.' });
}

/**
 * The caller of a request with a key.
 *
 * @throws HttpError 400 with a session beside the key, 401 for a key that is not valid, 429 beyond its limit
 */
export async function keyCaller(
  services: Services,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  if (secretCookie(request, sessionCookie) !== undefined)
    throw new HttpError(400, { msg: 'Envíe la clave o la sesión, no las dos.' });
  const instant = services.now();
  const row = await withoutTransaction(services.db, (trx) =>
    findKeyByHash(trx, hashOf(key), instant),
  );
  if (row === undefined || keyStateOf(row, instant) !== 'vigente')
    throw new HttpError(401, { msg: 'La clave no vale: no existe, venció o fue revocada.' });
  await countUse(services, row, reply);
  const tiendas = storesOf(row);
  return {
    xsrfHash: '',
    session: {
      id: 0,
      idUsuario: row.id_usuario,
      nombre: row.nombre,
      email: '',
      profile: accounting,
      permisos: [],
      alcances: scopesOf(row),
      ...(tiendas !== undefined && { tiendas }),
      representa: [],
      cambiarClave: false,
      metodo: 'llave',
      debeInscribir: false,
      vence: row.vence,
    },
  };
}
