import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { migrationsAreDone } from '../database/migrations.ts';
import { inTransaction } from '../database/transactions.ts';
import { countUnsent } from '../repositories/outbox.repository.ts';
import type { Standby } from '../reads/standby.ts';
import { watchForwarded } from './forwarded.ts';
import { requireOperator } from './operator-access.ts';
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
  const { db, log, standby } = services;
  const forwarded = watchForwarded(app, services);
  app.get('/salud', async () => ({ estado: 'ok' }));
  app.get('/listo', async (_request, reply) => {
    try {
      if (!app.stopping && (await migrationsAreDone(db))) {
        const aviso = [forwarded(), standby?.warning].filter(Boolean).join(' ');
        return { estado: 'listo', ...(aviso && { aviso }) };
      }
    } catch (error) {
      log.warn({ err: error }, 'la base de datos no responde');
    }
    return reply.code(503).send({ estado: 'no disponible' });
  });
}

/** Mails that wait or were given up, counted when somebody asks; none while the database does not answer. */
function measureOutbox(registry: Registry, { db, log }: Services): void {
  const unsent = new Gauge({
    name: 'caja_menor_correos_sin_enviar',
    help: 'Correos en la bandeja de salida por estado.',
    labelNames: ['estado'] as const,
    registers: [registry],
    async collect() {
      try {
        const counts = await inTransaction(db, countUnsent);
        for (const [estado, count] of Object.entries(counts)) unsent.set({ estado }, count);
      } catch (error) {
        unsent.reset();
        log.warn({ err: error }, 'no se pudieron contar los correos sin enviar');
      }
    },
  });
}

/** Where long reads are answered, and what the standby lacks: no figure of it while it does not answer. */
function measureStandby(registry: Registry, standby: Standby): void {
  const registers = [registry];
  new Counter({
    name: 'caja_menor_lecturas_total',
    help: 'Consultas largas según dónde se respondieron.',
    labelNames: ['lugar'] as const,
    registers,
    collect() {
      this.reset();
      for (const [lugar, count] of Object.entries(standby.reads)) this.inc({ lugar }, count);
    },
  });
  new Gauge({
    name: 'caja_menor_replica_en_uso',
    help: '1 mientras las consultas largas van a la réplica, 0 mientras van a la principal.',
    registers,
    collect() {
      this.set(standby.warning === null ? 1 : 0);
    },
  });
  new Gauge({
    name: 'caja_menor_replica_atraso_bytes',
    help: 'Bytes del registro de la principal que la réplica no tenía cuando se miró.',
    registers,
    collect() {
      this.set(standby.lag ?? Number.NaN);
    },
  });
}

/** `/metricas`, as Prometheus reads it, for whoever operates the program. */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  options: { ofProcess: boolean },
): void {
  const registry = new Registry();
  measureOutbox(registry, services);
  if (services.standby) measureStandby(registry, services.standby);
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'caja_menor_http_duracion_segundos',
    help: 'Duración de las solicitudes por ruta y estado.',
    labelNames: ['metodo', 'ruta', 'estado'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      {
        metodo: request.method,
        // The route, not the address: ids and names of files must not become labels.
        ruta: request.routeOptions.url ?? 'desconocida',
        estado: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });
  app.get(
    '/metricas',
    { onRequest: async (request, reply) => requireOperator(services.config, request, reply) },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}
