import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../platform/config/config.ts';
import { HttpError, notFound } from '../platform/errors/http-error.ts';
import type { Services } from './services.ts';

/** Forwarding headers that a proxy writes, and the warning when nobody believes them. */

const forwardedHeader = /^(forwarded|x-forwarded(-.+)?|x-real-ip|cf-connecting-ip|true-client-ip)$/;

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name));

const localName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * True when a proxy may be in between: it says so, it stored the name that people know, or it speaks the older HTTP
 * that nginx speaks to us by default.
 */
const cameThroughProxy = (request: FastifyRequest): boolean =>
  isForwarded(request) ||
  request.headers.via !== undefined ||
  request.raw.httpVersionMajor * 10 + request.raw.httpVersionMinor < 11 ||
  !localName.test(request.headers.host ?? '');

const warning =
  'Llegan solicitudes con encabezados de un proxy (X-Forwarded-For…) que no está en TRUST_PROXY: no se creen, y todas las personas parecen venir de una sola dirección.';

/** @returns what is wrong with `TRUST_PROXY`, as far as the requests until now show; it is logged once */
export function watchForwarded(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): () => string | null {
  let seen = false;
  app.addHook('onRequest', async (request) => {
    // The framework lists the sender alone when the sender is no proxy of ours.
    const isBelieved = config.trustProxy !== false && (request.ips?.length ?? 0) > 1;
    if (seen || isBelieved || !isForwarded(request)) return;
    if (config.trustProxy !== false && request.headers['x-forwarded-for'] === undefined) return;
    seen = true;
    log.warn({ ip: request.ip }, warning);
  });
  return () => (seen ? warning : null);
}

/** Access to addresses for operators of the program, not for its users. */

/** True for the same texts; how long it takes tells nothing of where they differ. */
export function isSameSecret(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `Bearer <token>` of a program, or the password that a browser asked for, under any user name. */
function sentToken({ authorization = '' }: FastifyRequest['headers']): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Asked on this very machine, by nobody's proxy. */
const isLocal = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) && !cameThroughProxy(request);

/**
 * With `METRICS_TOKEN` the address wants it from everybody; without one it answers on this machine alone and
 * is nowhere for the others.
 *
 * @throws HttpError 401 or 404
 */
export function requireOperator(
  { metricsToken }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (metricsToken === null) {
    if (isLocal(request)) return;
    throw notFound();
  }
  if (isSameSecret(sentToken(request.headers), metricsToken)) return;
  reply.header('WWW-Authenticate', 'Basic realm="Caja menor", charset="UTF-8"');
  throw new HttpError(401, { msg: 'Esta dirección pide el token de operación.' });
}
