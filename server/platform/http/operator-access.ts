import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { apiBase } from '#contract/wire.ts';
import { losesCookies } from '../access/session.ts';
import type { Config } from '../config/config.ts';
import { HttpError, notFound } from '../errors/http-error.ts';
import type { Services } from './services.ts';

/** Forwarding headers set by proxies, and the warnings about wrong settings that requests show. */

const forwardedHeader =
  /^(forwarded|x-forwarded(-.+)?|x-original-(forwarded-for|host|url)|x-rewrite-url|x-(real|client|cluster-client)-ip|(cf-connecting|true-client|fastly-client)-ip|cf-(ray|visitor)|cdn-loop|x-amzn-trace-id|x-envoy-.+|x-azure-.+|x-arr-.+|x-appengine-.+|x-varnish)$/;

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

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** True for a request from this machine that did not pass a proxy. */
const isLocal = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) && !cameThroughProxy(request);

/** Wrong settings of the server or its proxy, with how a request shows them. */
const warnings: readonly {
  sentence: string;
  isShownBy: (request: FastifyRequest, config: Config) => boolean;
}[] = [
  {
    sentence:
      'Llegan solicitudes con encabezados de un proxy (X-Forwarded-For…) que no está en TRUST_PROXY: no se creen, y todas las personas parecen venir de una sola dirección.',
    isShownBy(request, { trustProxy }) {
      // Fastify lists only the sender when the sender is not a trusted proxy.
      const isBelieved = trustProxy !== false && (request.ips?.length ?? 0) > 1;
      if (isBelieved || !isForwarded(request)) return false;
      return trustProxy === false || request.headers['x-forwarded-for'] !== undefined;
    },
  },
  {
    sentence:
      'PUBLIC_URL es https, pero llegan llamadas como http: las cookies no son seguras. El proxy debe enviar X-Forwarded-Proto y estar en TRUST_PROXY.',
    isShownBy: (request, { publicUrl }) =>
      request.protocol === 'http' &&
      publicUrl.startsWith('https:') &&
      request.url.startsWith(`${apiBase}/`) &&
      !isLocal(request),
  },
  {
    sentence:
      'El proxy dice https, pero el navegador abrió la página por http y no guarda la sesión: sirva la página por https, o envíe X-Forwarded-Proto: http.',
    isShownBy: losesCookies,
  },
];

/** Warns once about each wrong setting. @returns a function that returns the warnings, null while there is none */
export function watchForwarded(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): () => string | null {
  const seen = new Set<string>();
  app.addHook('onRequest', async (request) => {
    for (const { sentence, isShownBy } of warnings) {
      if (seen.has(sentence) || !isShownBy(request, config)) continue;
      seen.add(sentence);
      log.warn({ ip: request.ip }, sentence);
    }
  });
  return () => (seen.size > 0 ? [...seen].join(' ') : null);
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
