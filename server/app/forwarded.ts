/** Forwarding headers that a proxy writes, and the warning when nobody believes them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from './services.ts';

const forwardedHeader = /^(forwarded|x-forwarded(-.+)?|x-real-ip|cf-connecting-ip|true-client-ip)$/;

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name));

const localName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * True when a proxy may be in between: it says so, it stored the name that people know, or it speaks the older HTTP
 * that nginx speaks to us by default.
 */
export const cameThroughProxy = (request: FastifyRequest): boolean =>
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
