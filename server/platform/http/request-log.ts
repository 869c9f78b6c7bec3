import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Scope, type Tracing, inScope, newTraceId, traceParentOf } from '../tracing/scope.ts';

/** Polled every few seconds by monitoring. */
const quietPaths: readonly string[] = ['/salud', '/listo', '/metricas'];

/** A URL as it is logged: without a machine's key, and without the secrets in the query of a sign-in of the company. */
export const loggedUrl = (url: string): string =>
  (url.startsWith('/ingreso/') ? (url.split('?')[0] ?? '') : url).replace(/cm_[\w-]{10,}/g, 'cm_…');

/** Logs one line per response; never a body, a cookie or a header. */
export function registerRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = quietPaths.includes(request.url) ? 'debug' : 'info';
    log[level](
      {
        codigo_soporte: request.id,
        traza: request.traza,
        metodo: request.method,
        ruta: loggedUrl(request.url),
        estado: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        ...(request.caller && { id_usuario: request.caller.session.idUsuario }),
      },
      'solicitud',
    );
  });
}

/** Trace of each request: the caller's (`traceparent`) or a new one. Its id is logged next to the support code. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Trace id, 32 hexadecimal digits. */
    traza: string;
  }
}

/** @param tracing null: requests get trace ids, but no spans are recorded */
export function registerTraces(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('traza', '');
  if (tracing === null) {
    app.addHook('onRequest', (request, _reply, done) => {
      request.traza = traceParentOf(request.headers.traceparent)?.traceId ?? newTraceId();
      done();
    });
    return;
  }
  const scopes = new WeakMap<FastifyRequest, Scope>();
  app.addHook('onRequest', (request, reply, done) => {
    const parent = traceParentOf(request.headers.traceparent);
    if (quietPaths.includes(request.url)) {
      request.traza = parent?.traceId ?? newTraceId();
      done();
      return;
    }
    const { method } = request;
    const { traceId, scope, end } = tracing.open(method, 'server', { parent });
    request.traza = traceId;
    reply.raw.once('close', () => {
      const { url: route } = request.routeOptions;
      const status = reply.statusCode;
      const isAnswered = reply.raw.writableFinished;
      const attributes = {
        'http.request.method': method,
        'url.scheme': request.protocol,
        'caja_menor.codigo_soporte': request.id,
        ...(isAnswered && { 'http.response.status_code': status }),
        ...(route !== undefined && { 'http.route': route }),
      };
      const failure = isAnswered ? status >= 500 && `${status}` : 'aborted';
      end(route === undefined ? method : `${method} ${route}`, attributes, failure || undefined);
    });
    if (scope === null) {
      done();
      return;
    }
    scopes.set(request, scope);
    inScope(scope, done);
  });
  // Reading the body continues in the async context of the connection, outside the request's scope.
  app.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request);
    if (scope === undefined) done();
    else inScope(scope, done);
  });
}
