import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../platform/config/config.ts';
import { HttpError, notFound } from '../platform/errors/http-error.ts';
import type { Services } from './services.ts';

/** Forwarding headers set by proxies, and the warning when they are not trusted. */

const forwardedHeader = /^(forwarded|x-forwarded(-.+)?|x-real-ip|cf-connecting-ip|true-client-ip)$/;

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name));

const localName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * True when the request may have passed a proxy: forwarding headers, a public host name, or a version below HTTP/1.1,
 * which nginx uses for upstreams by default.
 */
const cameThroughProxy = (request: FastifyRequest): boolean =>
  isForwarded(request) ||
  request.headers.via !== undefined ||
  request.raw.httpVersionMajor * 10 + request.raw.httpVersionMinor < 11 ||
  !localName.test(request.headers.host ?? '');

const warning =
  'Llegan solicitudes con encabezados de un proxy (X-Forwarded-For…) que no está en TRUST_PROXY: no se creen, y todas las personas parecen venir de una sola dirección.';

/** Warns once about a wrong `TRUST_PROXY`. @returns a function that returns the warning, null while none was seen */
export function watchForwarded(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): () => string | null {
  let seen = false;
  app.addHook('onRequest', async (request) => {
    // Fastify lists only the sender when the sender is not a trusted proxy.
    const isBelieved = config.trustProxy !== false && (request.ips?.length ?? 0) > 1;
    if (seen || isBelieved || !isForwarded(request)) return;
    if (config.trustProxy !== false && request.headers['x-forwarded-for'] === undefined) return;
    seen = true;
    log.warn({ ip: request.ip }, warning);
  });
  return () => (seen ? warning : null);
}

/** Access to the routes for operators of the server. */

/** Compares two texts in constant time. */
export function isSameSecret(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The token of `Authorization`: `Bearer <token>`, or the password of Basic authentication with any user name. */
function sentToken({ authorization = '' }: FastifyRequest['headers']): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** True for a request from this machine that did not pass a proxy. */
const isLocal = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) && !cameThroughProxy(request);

/**
 * Requires `METRICS_TOKEN` when it is set; otherwise answers only requests from this machine.
 *
 * @throws HttpError 401 without the token; 404 from another machine when no token is set
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
