import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { migrationsAreDone } from '../platform/database/migrations.ts';
import { measureCompany } from './company-figures.ts';
import { watchForwarded } from './forwarded.ts';
import { requireOperator } from './operator-access.ts';
import { measureAnswers, measureProcesses, measureWaiting } from './process-figures.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment the process was asked to end: it then answers what it has, and is not ready for more. */
    stopping: boolean;
  }
}

/**
 * `/salud`: alive. `/listo`: the database answers and is as this program expects; with `aviso` when something is set
 * wrongly that does not keep it from working.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const { db, log } = services;
  const forwarded = watchForwarded(app, services);
  app.get('/salud', async () => ({ estado: 'ok' }));
  app.get('/listo', async (_request, reply) => {
    try {
      if (!app.stopping && (await migrationsAreDone(db))) {
        const aviso = forwarded();
        return { estado: 'listo', ...(aviso && { aviso }) };
      }
    } catch (error) {
      log.warn({ err: error }, 'la base de datos no responde');
    }
    return reply.code(503).send({ estado: 'no disponible' });
  });
}

/** `/metricas`, as Prometheus reads it, for whoever operates the program. */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  options: { ofProcess: boolean },
): void {
  const registry = new Registry();
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  measureAnswers(app, registry);
  measureProcesses(registry);
  measureWaiting(registry, services);
  const refresh = measureCompany(registry, services);
  app.get(
    '/metricas',
    { onRequest: async (request, reply) => requireOperator(services.config, request, reply) },
    async (_request, reply) => {
      await refresh();
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
