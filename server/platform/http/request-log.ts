import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Asked every few seconds by machines. */
export const quietPaths: readonly string[] = ['/salud', '/listo', '/metricas'];

/** One line for each answer; never a body, a cookie or a header. */
export function registerRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = quietPaths.includes(request.url) ? 'debug' : 'info';
    log[level](
      {
        codigo_soporte: request.id,
        traza: request.traza,
        metodo: request.method,
        ruta: request.url,
        estado: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        ...(request.caller && { id_usuario: request.caller.session.idUsuario }),
      },
      'solicitud',
    );
  });
}
