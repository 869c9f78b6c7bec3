/** Builds the server without listening, so that tests can use `inject`. */
import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { apiBase, refusalsHeader } from '#contract/wire.ts';
import { registerCompanySignIn } from './features/company-sign-in/routes.ts';
import { companyOf, companySignInOf } from './features/settings/settings.ts';
import type { Config } from './platform/config/config.ts';
import { inSnapshot } from './platform/database/transactions.ts';
import type { OpenDatabase } from './platform/database/dialects.ts';
import { receiptStoreOf } from './platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from './platform/files/receipt-store.ts';
import { HttpError } from './platform/errors/http-error.ts';
import {
  failureAnswer,
  type RefusalAnswer,
  refusalAnswer,
  refusalOf,
} from './platform/http/answer.ts';
import { concurrencyLimitsOf } from './platform/http/concurrency-limits.ts';
import { SMALL_BODY, registerCalls } from './app/calls.ts';
import { registerDocuments } from './app/documents.ts';
import { registerDocumentation } from './app/openapi.ts';
import {
  registerPage,
  registerSecurityHeaders,
  registerUnknownAddress,
} from './platform/http/page.ts';
import { registerRateLimit } from './platform/http/rate-limit.ts';
import { connectionLimits, registerRefusedBodies } from './platform/http/connections.ts';
import { loggedUrl, registerRequestLog, registerTraces } from './platform/http/request-log.ts';
import { registerHealth, registerMetrics } from './app/service-routes.ts';
import type { Services } from './platform/http/services.ts';
import type { Tracing } from './platform/tracing/scope.ts';

interface AppOptions {
  config: Config;
  /** Open and migrated; closed by the caller. */
  database: OpenDatabase;
  /** Epoch milliseconds; tests set it. */
  now?: () => number;
  receipts?: ReceiptStore;
  log?: Logger;
  /** Folder of the built page; without it the page is not served. */
  webDir?: string | null;
  /** Collects the default process metrics; allowed once per process, so not in tests. */
  processMetrics?: boolean;
  /** The leases of this process, for the metrics. */
  leases?: Services['leases'];
  /** Records traces. */
  tracing?: Tracing | null;
}

function newFastify({ config }: AppOptions): FastifyInstance {
  return Fastify({
    trustProxy: config.trustProxy,
    logger: false,
    // Default for routes without their own limit.
    bodyLimit: SMALL_BODY,
    // The support code: short enough to be read aloud on the phone.
    genReqId: () => randomBytes(5).toString('hex'),
    ...connectionLimits(config.timeLimits),
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still answered normally.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // URLs that cannot be routed because they are too long or malformed.
    frameworkErrors: (error, _request, reply) => {
      const { httpStatus, body } = refusalAnswer(refusalOf(error) ?? new HttpError(400));
      // The cast is needed because the reply type here covers every possible route and accepts no body.
      (reply as unknown as FastifyReply).code(httpStatus).send(body);
    },
  });
}

/** Seconds after which a client may ask again what was answered with 503. */
const RETRY_AFTER = 5;

/** A browser shows this answer in place of a document, and by `Refresh` asks for the document again. */
const waitingPage = (msg: string): string =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>Un momento</title><p>${msg} Esta página lo intenta sola cada ${RETRY_AFTER} segundos.</p></html>`;

const opensDocument = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  url.startsWith('/documentos/') &&
  (headers.accept ?? '').includes('text/html');

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { httpStatus, body }: RefusalAnswer,
): FastifyReply {
  reply.code(httpStatus);
  if (httpStatus !== 503) return reply.send(body);
  reply.header('Retry-After', RETRY_AFTER);
  if (!opensDocument(request)) return reply.send(body);
  return (
    reply
      .header('Refresh', RETRY_AFTER)
      // Without the sandbox of documents, from which the browser would save nothing.
      .header('Content-Security-Policy', "default-src 'none'")
      .type('text/html; charset=utf-8')
      .send(waitingPage(body[0].msg))
  );
}

/** Refusals of calls have HTTP status 200 for a client that reads only the bodies of accepted requests. */
const asRequested = ({ url, headers }: FastifyRequest, refused: RefusalAnswer): RefusalAnswer =>
  url.startsWith(`${apiBase}/`) && headers[refusalsHeader.toLowerCase()] === '200'
    ? { ...refused, httpStatus: 200 }
    : refused;

function registerErrors(app: FastifyInstance, { log, database }: Services): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal) return sendAnswer(request, reply, asRequested(request, refusalAnswer(refusal)));
    // Long reads have connections of their own.
    database.noteDamage(error);
    log.error(
      {
        err: error,
        codigo_soporte: request.id,
        traza: request.traza,
        metodo: request.method,
        ruta: loggedUrl(request.url),
      },
      'falló una solicitud',
    );
    return sendAnswer(request, reply, failureAnswer(error, request.id));
  });
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database } = options;
  const { db } = database;
  const log = options.log ?? pino({ level: config.logLevel });
  const services: Services = {
    config,
    database,
    db,
    now: options.now ?? Date.now,
    receipts: options.receipts ?? receiptStoreOf(config, database),
    atOnce: concurrencyLimitsOf(config.atOnce),
    log,
    leases: options.leases ?? new Map(),
  };
  const app = newFastify(options);
  app.decorate('stopping', false);
  app.decorateRequest('caller', null);
  // Calls accept only JSON; a text body would bypass the CORS preflight of browsers.
  app.removeContentTypeParser('text/plain');

  registerTraces(app, options.tracing ?? null);
  registerErrors(app, services);
  registerRefusedBodies(app);
  registerRequestLog(app, services.log);
  registerMetrics(app, services, { ofProcess: options.processMetrics ?? false });
  registerHealth(app, services);
  await registerSecurityHeaders(app);
  await app.register(compress, { encodings: ['br', 'gzip'] });
  await app.register(cookie);
  await app.register(multipart);
  await registerRateLimit(app, services);
  await registerCalls(app, services);
  await registerDocuments(app, services);
  await registerCompanySignIn(app, services);
  await registerDocumentation(app, config);
  const sendPage = await registerPage(app, options.webDir ?? null, config, () =>
    // Without its database the page still opens, and says so.
    inSnapshot(db, async (trx) => ({
      nombre: (await companyOf(trx, config)).nombre,
      ingreso: (await companySignInOf(trx)).activo,
    })).catch(() => ({ nombre: config.companyName, ingreso: false })),
  );
  registerUnknownAddress(app, sendPage);
  return app;
}
