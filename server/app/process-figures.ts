/** Figures of this process: what it answers, and what waits in it. */
import { millisecondsInSecond } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { reads } from './reads.ts';
import { type ProcessUse, processUse } from '../platform/workers/worker-process.ts';
import { untrustedFiles } from '../platform/workers/untrusted-files.ts';
import type { WorkerPool } from '../platform/workers/worker-pool.ts';
import type { Services } from './services.ts';

/** A gauge of the product. @param collect brings it up to date whenever somebody asks */
export const gaugeOf = <Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  {
    labelNames = [],
    collect,
  }: { labelNames?: Label[]; collect?: (own: Gauge<Label>) => void | Promise<void> } = {},
): Gauge<Label> =>
  new Gauge<Label>({
    name: `caja_menor_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return collect?.(this);
    },
  });

/** Routes, never addresses: ids and names of files must not become labels. */
export function measureAnswers(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'caja_menor_http_duracion_segundos',
    help: 'Duración de las solicitudes por ruta y clase de respuesta.',
    labelNames: ['metodo', 'ruta', 'clase'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const answers = new Counter({
    name: 'caja_menor_http_respuestas_total',
    help: 'Respuestas por estado HTTP.',
    labelNames: ['estado'] as const,
    registers,
  });
  // A counter that begins with its first case shows no increase by it, and one full disk is enough for an alert.
  for (const estado of [503, 507]) answers.inc({ estado }, 0);
  const underWay = gaugeOf(registry, 'http_en_curso', 'Solicitudes que esperan su respuesta.');
  app.addHook('onRequest', async (_request, reply) => {
    underWay.inc();
    // Also when whoever asked hung up.
    reply.raw.once('close', () => underWay.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const ruta = request.routeOptions.url ?? 'desconocida';
    const clase = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe(
      { metodo: request.method, ruta, clase },
      reply.elapsedTime / millisecondsInSecond,
    );
    answers.inc({ estado: reply.statusCode });
  });
}

const pools: Readonly<Record<string, Pick<WorkerPool<never>, 'load' | 'pid'>>> = {
  archivos: untrustedFiles,
  lecturas: reads,
};

const figuresOfProcess: readonly [name: string, help: string, of: keyof ProcessUse][] = [
  ['proceso_memoria_bytes', 'Memoria residente de cada proceso del servidor.', 'memory'],
  ['proceso_descriptores', 'Descriptores abiertos de cada proceso del servidor.', 'descriptors'],
];

/** The server and its worker processes, those that run. */
export function measureProcesses(registry: Registry): void {
  for (const [name, help, of] of figuresOfProcess)
    gaugeOf(registry, name, help, {
      labelNames: ['proceso'],
      async collect(gauge) {
        const pids = Object.entries(pools).map(([sala, pool]) => [sala, pool.pid()] as const);
        gauge.reset();
        for (const [proceso, pid] of [['principal', process.pid] as const, ...pids]) {
          const use = pid === undefined ? null : await processUse(pid);
          if (use !== null) gauge.set({ proceso }, use[of]);
        }
      },
    });
}

/** Tasks in the pools, connections to the database, and the leases that this process has. */
export function measureWaiting(registry: Registry, { database, leases }: Services): void {
  gaugeOf(registry, 'tareas', 'Tareas de los procesos de trabajo por sala y estado.', {
    labelNames: ['sala', 'estado'],
    collect(gauge) {
      for (const [sala, pool] of Object.entries(pools)) {
        const { running, waiting } = pool.load();
        gauge.set({ sala, estado: 'en_curso' }, running);
        gauge.set({ sala, estado: 'en_espera' }, waiting);
      }
    },
  });
  const connections = 'Conexiones de este proceso a la base de datos, y quienes esperan una.';
  gaugeOf(registry, 'conexiones', connections, {
    labelNames: ['estado'],
    collect(gauge) {
      const { used, idle, waiting } = database.load();
      gauge.set({ estado: 'en_uso' }, used);
      gauge.set({ estado: 'libres' }, idle);
      gauge.set({ estado: 'en_espera' }, waiting);
    },
  });
  const own = '1 si este proceso hace el trabajo de la tarea, 0 si no.';
  gaugeOf(registry, 'arriendo_propio', own, {
    labelNames: ['tarea'],
    collect(gauge) {
      for (const [tarea, since] of leases) gauge.set({ tarea }, since === null ? 0 : 1);
    },
  });
  const since = 'Instante desde el que este proceso hace el trabajo, en segundos desde 1970.';
  gaugeOf(registry, 'arriendo_desde_segundos', since, {
    labelNames: ['tarea'],
    collect(gauge) {
      gauge.reset();
      for (const [tarea, begun] of leases)
        if (begun !== null) gauge.set({ tarea }, begun / millisecondsInSecond);
    },
  });
}
