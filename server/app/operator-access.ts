/** Access to addresses for operators of the program, not for its users. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { notFound, HttpError } from '../platform/errors/http-error.ts';
import { cameThroughProxy } from './forwarded.ts';

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
