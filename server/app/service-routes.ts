import { lateSince } from '#machines/domain/box/box-delays.ts';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type BoxStateName, boxStates } from '#machines/domain/stages/states.ts';
import { ATTEMPT_WINDOW, failedAttemptsSince } from '../features/accounts/attempts.ts';
import { lastVerification } from '../features/cases/audit.repository.ts';
import { oldestUnsigned } from '../features/cases/event.repository.ts';
import { countUnsent, oldestWaiting } from '../features/outbox/outbox.repository.ts';
import { stageTargets, workingCalendar } from '../features/settings/settings.ts';
import { lastBackup } from '../platform/files/last-backup.ts';
import { productRelease, productVersion } from '../platform/config/project-root.ts';
import { migrationsAreDone } from '../platform/database/migrations.ts';
import { missingFromSchema } from '../platform/database/schema-check.ts';
import { type Trx, inSnapshot } from '../platform/database/transactions.ts';
import { DatabaseGoneError, isDamage } from '../platform/errors/http-error.ts';
import { untrustedFiles } from '../platform/workers/untrusted-files.ts';
import type { WorkerPool } from '../platform/workers/worker-pool.ts';
import { type ProcessUse, processUse } from '../platform/workers/worker-process.ts';
import { requireOperator, watchForwarded } from '../platform/http/operator-access.ts';
import { reads } from './reads.ts';
import type { Services } from '../platform/http/services.ts';
import {
  type Archive,
  type Follower,
  archive,
  countLate,
  followers,
} from './watched.repository.ts';

/** Metrics of this process: responses, and tasks and connections that wait. */

/** Creates a `caja_menor_…` gauge. @param collect updates it on each scrape */
const gaugeOf = <Label extends string = never>(
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

/** Labels are route patterns, never URLs: ids and file names must not become labels. */
function measureAnswers(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const durations = new Histogram({
    // Name and labels that generic dashboards expect.
    name: 'http_request_duration_seconds',
    help: 'Duración de las solicitudes por método, ruta y estado HTTP.',
    labelNames: ['method', 'route', 'status_code'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const answers = new Counter({
    name: 'caja_menor_http_respuestas_total',
    help: 'Respuestas por estado HTTP.',
    labelNames: ['estado'] as const,
    registers,
  });
  // Initialised, since a counter that appears at 1 shows no increase, and a single full disk must raise an alert.
  for (const estado of [503, 507]) answers.inc({ estado }, 0);
  const underWay = gaugeOf(registry, 'http_en_curso', 'Solicitudes que esperan su respuesta.');
  app.addHook('onRequest', async (_request, reply) => {
    underWay.inc();
    // Also when the client disconnects.
    reply.raw.once('close', () => underWay.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'desconocida';
    const labels = { method, route, status_code: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / millisecondsInSecond);
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

/** Resource usage of the server and its running worker processes. */
function measureProcesses(registry: Registry): void {
  for (const [name, help, of] of figuresOfProcess)
    gaugeOf(registry, name, help, {
      labelNames: ['proceso'],
      async collect(gauge) {
        const pids = Object.entries(pools).map(([proceso, pool]) => [proceso, pool.pid()] as const);
        gauge.reset();
        for (const [proceso, pid] of [['principal', process.pid] as const, ...pids]) {
          const use = pid === undefined ? null : await processUse(pid);
          if (use !== null) gauge.set({ proceso }, use[of]);
        }
      },
    });
}

/** Tasks of the worker pools, database connections, and the leases of this process. */
function measureWaiting(registry: Registry, { database, leases }: Services): void {
  gaugeOf(registry, 'tareas', 'Tareas de los procesos de trabajo por proceso y estado.', {
    labelNames: ['proceso', 'estado'],
    collect(gauge) {
      for (const [proceso, pool] of Object.entries(pools)) {
        const { running, waiting } = pool.load();
        gauge.set({ proceso, estado: 'en_curso' }, running);
        gauge.set({ proceso, estado: 'en_espera' }, waiting);
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

/** The disk of the data folder, and the backups of the embedded database. */
function measureStorage(registry: Registry, { config, database, now }: Services): void {
  const disk = 'Bytes del disco de la carpeta de datos: los libres y el total.';
  gaugeOf(registry, 'disco_bytes', disk, {
    labelNames: ['clase'],
    async collect(gauge) {
      gauge.reset();
      const found = await statfs(config.dataDir).catch(() => null);
      if (found === null) return;
      gauge.set({ clase: 'libre' }, found.bavail * found.bsize);
      gauge.set({ clase: 'total' }, found.blocks * found.bsize);
    },
  });
  // Backups of PostgreSQL are made on another machine.
  if (database.engine === 'postgres') return;
  const age = 'Tiempo desde el último respaldo completo de npm run backup; +Inf sin ninguno.';
  gaugeOf(registry, 'respaldo_edad_segundos', age, {
    async collect(gauge) {
      const last = await lastBackup(config.dataDir);
      gauge.set(last === null ? Number.POSITIVE_INFINITY : (now() - last) / millisecondsInSecond);
    },
  });
}

/** Metrics that are read from the database on each scrape. */

/** Milliseconds after which the response omits these metrics; shorter than the scrape timeout of Prometheus. */
const LIMIT = 2 * millisecondsInSecond;

interface Figures {
  /** Epoch milliseconds of the oldest event without a signed head; null without one. */
  unsigned: number | null;
  /** The last nightly audit; null before the first. */
  audited: Awaited<ReturnType<typeof lastVerification>>;
  failedSignIns: number;
  unsent: Awaited<ReturnType<typeof countUnsent>>;
  /** Epoch milliseconds; null without SMTP_URL. */
  oldest: number | null;
  late: ReadonlyMap<BoxStateName, number>;
  followers: Follower[] | null;
  archive: Archive | null;
}

/** Counts late boxes at most once a minute, since the query is slow when there are many. */
function lateCounter({ now }: Services): (trx: Trx) => Promise<Figures['late']> {
  let counted: { at: number; late: Figures['late'] } | null = null;
  return async (trx) => {
    const at = now();
    if (counted === null || at - counted.at >= millisecondsInMinute) {
      const since = lateSince(await stageTargets(trx), at, await workingCalendar(trx, at));
      counted = { at, late: await countLate(trx, since) };
    }
    return counted.late;
  };
}

function gauges(registry: Registry) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => gaugeOf(registry, name, help, { labelNames });
  return {
    answers: gauge('base_datos_responde', '1 si la base de datos respondió a tiempo, 0 si no.'),
    unsent: gauge('correos_sin_enviar', 'Correos en la bandeja de salida por estado.', 'estado'),
    oldest: gauge(
      'correo_espera_segundos',
      'Tiempo que lleva esperando el correo más antiguo; solo con SMTP_URL.',
    ),
    unsigned: gauge(
      'sin_firmar_segundos',
      'Tiempo desde el evento más antiguo que ninguna cabeza firmada cubre; 0 si no hay.',
    ),
    auditAge: gauge('auditoria_edad_segundos', 'Tiempo desde la última revisión nocturna.'),
    findings: gauge(
      'auditoria_hallazgos',
      'Diferencias de la última revisión nocturna por clase.',
      'clase',
    ),
    failedSignIns: gauge('ingresos_fallidos', 'Ingresos y códigos rechazados en la última hora.'),
    late: gauge(
      'cajas_demoradas',
      'Cajas que pasaron los días hábiles de su etapa, por etapa.',
      'etapa',
    ),
    lag: gauge('replica_atraso_segundos', 'Atraso de cada réplica de PostgreSQL.', 'replica'),
    behind: gauge('replica_atraso_bytes', 'Registro que cada réplica no ha aplicado.', 'replica'),
    followers: gauge('replicas', 'Réplicas conectadas, vistas desde el principal.'),
    failures: gauge('wal_archivo_fallas', 'Intentos fallidos de archivar WAL desde el principal.'),
    unarchived: gauge(
      'wal_sin_archivar_segundos',
      'Tiempo desde el último WAL archivado mientras el último intento falló; 0 si no falló.',
    ),
    ready: gauge('wal_por_archivar', 'Archivos de WAL del principal que esperan su archivo.'),
  };
}

/** @returns a function that updates the metrics; it is bounded by `LIMIT` and never throws */
function measureCompany(registry: Registry, services: Services): () => Promise<void> {
  const { db, database, config, log, now } = services;
  const { answers, unsent, oldest, late, lag, behind, findings, ...others } = gauges(registry);
  const forget = () => {
    for (const gauge of [unsent, late, lag, behind, findings]) gauge.reset();
    // A gauge without labels would report 0 when it is not set.
    for (const gauge of [oldest, ...Object.values(others)]) gauge.remove();
  };
  const countLateOnes = lateCounter(services);

  const isPostgres = database.engine === 'postgres';

  const read = (): Promise<Figures> =>
    inSnapshot(db, async (trx) => ({
      unsent: await countUnsent(trx),
      oldest: config.smtpUrl === null ? null : ((await oldestWaiting(trx, now())) ?? now()),
      late: await countLateOnes(trx),
      unsigned: await oldestUnsigned(trx),
      audited: await lastVerification(trx),
      failedSignIns: await failedAttemptsSince(trx, now() - ATTEMPT_WINDOW),
      followers: isPostgres ? await followers(trx) : null,
      archive: isPostgres ? await archive(trx) : null,
    }));

  const show = (figures: Figures) => {
    for (const [estado, count] of Object.entries(figures.unsent)) unsent.set({ estado }, count);
    if (figures.oldest !== null) oldest.set((now() - figures.oldest) / millisecondsInSecond);
    for (const [state, count] of figures.late) late.set({ etapa: boxStates[state].nombre }, count);
    others.unsigned.set((now() - (figures.unsigned ?? now())) / millisecondsInSecond);
    others.failedSignIns.set(figures.failedSignIns);
    if (figures.audited !== null) {
      others.auditAge.set((now() - figures.audited.instante) / millisecondsInSecond);
      findings.set({ clase: 'registro' }, figures.audited.hallazgos);
      findings.set({ clase: 'derivado' }, figures.audited.derivados);
    }
    if (figures.archive !== null) {
      others.failures.set(figures.archive.fallas);
      others.unarchived.set(figures.archive.segundos);
      if (figures.archive.pendientes !== null) others.ready.set(figures.archive.pendientes);
    }
    if (figures.followers === null) return;
    others.followers.set(figures.followers.length);
    for (const { nombre, segundos, bytes } of figures.followers) {
      lag.set({ replica: nombre }, segundos);
      behind.set({ replica: nombre }, bytes);
    }
  };

  let reading: Promise<Figures> | null = null;
  return async () => {
    // Concurrent scrapes share one read, so a stuck database gets a single query.
    reading ??= read().finally(() => {
      reading = null;
    });
    const expired = wait(LIMIT, undefined, { ref: false }).then(() => {
      throw new Error(`no answer in ${LIMIT} ms`);
    });
    try {
      const figures = await Promise.race([reading, expired]);
      forget();
      answers.set(1);
      show(figures);
    } catch (error) {
      forget();
      answers.set(0);
      log.warn({ err: error }, 'no se pudieron leer las cifras de la base de datos');
    }
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown has begun: pending requests are answered, and `/listo` answers 503. */
    stopping: boolean;
  }
}

/** Free bytes below which a disk counts as full: it may still take a small change, but no receipt. */
const LEAST_SPACE = 1024 * 1024;

/** True when the folder is writable and its disk has space; writes nothing. */
async function canStoreIn(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= LEAST_SPACE;
  } catch {
    return false;
  }
}

const damaged = 'La base de datos está dañada.';

/** Why this process should not get requests; null when it is ready. */
async function whyNotReady({ db, database, config }: Services): Promise<string | null> {
  if (!(await migrationsAreDone(db))) return 'La base de datos es de otra versión.';
  const missing = await missingFromSchema(db);
  if (missing !== null) return `A la base de datos le falta «${missing}».`;
  if (database.isDamaged()) return damaged;
  if (await canStoreIn(config.dataDir)) return null;
  return 'No hay espacio o permiso para escribir en la carpeta de datos.';
}

/**
 * `/salud`: the process is alive. `/listo`: the database responds, is in its place, has the expected schema and can store
 * changes; includes `aviso` for a wrong setting that does not prevent operation, `motivo` when it is not ready.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const { log } = services;
  const forwarded = watchForwarded(app, services);
  const problem = async (): Promise<string | null> => {
    if (app.stopping) return 'Se está cerrando.';
    try {
      return await whyNotReady(services);
    } catch (error) {
      if (error instanceof DatabaseGoneError) {
        log.error(error.message);
        return error.message;
      }
      log.warn({ err: error }, 'la base de datos no responde');
      return isDamage(error) ? damaged : 'La base de datos no responde.';
    }
  };
  app.get('/salud', async () => ({ estado: 'ok' }));
  app.get('/listo', async (_request, reply) => {
    const motivo = await problem();
    const version = productVersion();
    if (motivo !== null) return reply.code(503).send({ estado: 'no disponible', version, motivo });
    const aviso = forwarded();
    return { estado: 'listo', version, ...(aviso && { aviso }) };
  });
}

/** Registers `/metricas` in the Prometheus format, for the operator of the server. */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  options: { ofProcess: boolean },
): void {
  const registry = new Registry();
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  const { version, commit } = productRelease();
  gaugeOf(registry, 'version_info', 'Versión y commit de este programa; siempre 1.', {
    labelNames: ['version', 'commit'],
  }).set({ version, commit: commit ?? '' }, 1);
  measureAnswers(app, registry);
  measureProcesses(registry);
  measureWaiting(registry, services);
  measureStorage(registry, services);
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
