import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { queryRunner, checkpointIn } from './app/reads.ts';
import { eventLinesBetween } from './features/cases/audit.repository.ts';
import { startSigning } from './operate/audit/log-signatures.ts';
import { logKey } from './operate/audit/signed-head.ts';
import { startDailyMails } from './operate/daily-mail.ts';
import {
  type Stored,
  startCheckpoints,
  startNightlyAudit,
  startTempFileCleanup,
  startCleanup,
} from './operate/housekeeping.ts';
import { type HeldLeases, keepLease } from './platform/database/lease-keeper.ts';
import { startOutbox } from './operate/outbox-worker.ts';
import { openStorage, startFailure } from './operate/storage.ts';
import {
  type Config,
  type Settings,
  type StorageConfig,
  type Traces,
  loadStorageConfig,
  mistypedSettings,
} from './platform/config/config.ts';
import { productVersion, projectRoot } from './platform/config/project-root.ts';
import type { OpenDatabase } from './platform/database/dialects.ts';
import { StartError, codeOf } from './platform/errors/http-error.ts';
import { receiptStoreOf } from './platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from './platform/files/receipt-store.ts';
import { gracefulShutdown } from './platform/http/connections.ts';
import type { Tracing } from './platform/tracing/scope.ts';

/** Starts OpenTelemetry; without `OTEL_EXPORTER_OTLP_ENDPOINT` returns null and does not load its packages. */
async function startTracing(
  traces: Traces | null,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing | null> {
  if (traces === null) return null;
  const { openTelemetry } = await import('./platform/tracing/open-telemetry.ts');
  return openTelemetry(traces, log);
}

/** Lifecycle of the server process, from configuration to graceful shutdown. */

/** Work between migration and listening, such as loading the demo; the returned function is called once listening. */
export type Prepare = (storage: {
  database: OpenDatabase;
  receipts: ReceiptStore;
  config: Config;
  log: Logger;
}) => Promise<(address: string) => void>;

/** Milliseconds for a graceful shutdown, after which the process exits with an error. */
const STOP_LIMIT = 25_000;

const listenFailures: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => `El puerto ${port} ya está en uso. Elija otro con PORT.`,
  EACCES: ({ port }) => `No hay permiso para usar el puerto ${port}. Elija otro con PORT.`,
  EADDRNOTAVAIL: ({ host }) => `La dirección «${host}» no es de esta máquina. Revise HOST.`,
  ENOTFOUND: ({ host }) => `No se encuentra la dirección «${host}». Revise HOST.`,
};

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const message = listenFailures[codeOf(error)]?.(config);
    throw message ? new StartError(message) : error;
  }
}

/** On a signal, answers pending requests, then releases resources; a second signal exits at once. */
function stopOnSignal(log: Logger, app: FastifyInstance, giveBack: () => Promise<void>): void {
  const close = gracefulShutdown(app);
  const stop = (signal: NodeJS.Signals) => {
    if (app.stopping) process.exit(1);
    app.stopping = true;
    log.info({ signal }, 'cerrando: se terminan las solicitudes en curso');
    const timer = setTimeout(() => {
      log.error('no se pudo cerrar a tiempo');
      process.exit(1);
    }, STOP_LIMIT);
    timer.unref();
    close()
      .then(giveBack)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'falló el cierre');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}

/**
 * Starts the background jobs. Those on the database run in one process at a time: housekeeping, verifying and
 * signing the log and, with `SMTP_URL`, the outbox worker and the daily mail.
 *
 * @returns a function that stops them gracefully
 */
async function workBesideRequests(
  { smtpUrl, publicUrl, logKeyFile, companyName }: Config,
  database: OpenDatabase,
  beside: Omit<Stored, 'db'>,
  leases: HeldLeases,
  tracing: Tracing | null,
): Promise<() => Promise<void>> {
  const { options } = database;
  const ask = queryRunner(options);
  if (smtpUrl !== null && new URL(publicUrl).hostname === 'localhost')
    beside.log.warn(
      { enlaces: publicUrl },
      'los enlaces de los correos solo abren en esta máquina: defina PUBLIC_URL',
    );
  const begin = async (db: Stored['db']) => {
    const stored = { ...beside, db };
    const endings = [
      startCleanup(stored, logKeyFile),
      startNightlyAudit({ ...stored, ask }),
      await startSigning({
        ...stored,
        keyFile: logKeyFile,
        now: Date.now,
        read: (...span) => ask(eventLinesBetween, ...span),
      }),
    ];
    if (smtpUrl !== null)
      endings.push(
        startOutbox({
          ...stored,
          smtpUrl,
          companyName,
          now: Date.now,
          tracing,
        }),
        startDailyMails({ ...stored, publicUrl, now: Date.now }),
      );
    return () => ended(endings);
  };
  const endings = [
    startTempFileCleanup(beside),
    startCheckpoints({ ...beside, database: options, checkpoint: checkpointIn }),
    await keepLease({ ...beside, database, task: 'segundo plano', begin, leases }),
  ];
  return () => ended(endings);
}

async function ended(endings: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(endings.map((end) => end()));
}

/** @throws the failures that `startFailure` turns into one line, and unexpected errors */
export async function startServer(settings: Settings, prepare?: Prepare): Promise<void> {
  const log = pino({ level: settings.logLevel });
  for (const [given, meant] of mistypedSettings(process.env))
    log.warn(`No se conoce la variable ${given}, que no tiene efecto: ¿quiso escribir ${meant}?`);
  if (settings.smtpUrl === null && prepare === undefined)
    log.warn('No sale ningún correo, tampoco invitaciones ni contraseñas: falta SMTP_URL.');
  const tracing = await startTracing(settings.traces, log);
  const database = await openStorage(settings, {
    data: prepare === undefined ? 'company' : 'demonstration',
    onPoolError: (error) => log.warn({ err: error }, 'se perdió una conexión con la base de datos'),
    traced: tracing !== null,
  });
  let app: FastifyInstance | undefined;
  try {
    // With PostgreSQL nothing else has created it yet. It holds the key: no other user of the machine may read it.
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
    // Also in a process that does not sign yet: a wrong key prevents the start, before any request is answered.
    const { publicKey } = await logKey(settings.logKeyFile);
    // Processes of one installation share the key, so the page of each can call any of them, also after a restart.
    const derived = createHash('sha256').update(`API_TOKEN ${publicKey}`).digest('base64url');
    const config: Config = { ...settings, apiToken: settings.apiToken ?? derived };
    const receipts = receiptStoreOf(config, database);
    const welcome = await prepare?.({ database, receipts, config, log });
    const leases: HeldLeases = new Map();
    app = await buildApp({
      config,
      database,
      receipts,
      log,
      webDir: join(projectRoot, 'dist', 'web'),
      processMetrics: true,
      leases,
      tracing,
    });
    let endWork = async () => {};
    stopOnSignal(log, app, async () => {
      await endWork();
      await database.close();
      await tracing?.end();
    });
    const address = await listen(app, config);
    endWork = await workBesideRequests(config, database, { receipts, log }, leases, tracing);
    log.info(
      { direccion: address, motor: database.engine, version: productVersion() },
      'caja menor está lista',
    );
    welcome?.(address);
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
}

/**
 * Runs a program; on failure prints one line with the reason, or the stack, and exits with 1. A reason that does not
 * say everything is preceded by a log line with its cause.
 */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const line = startFailure(error, readableStorage());
    if (line !== null && error instanceof Error && error.cause !== undefined)
      pino().error({ err: error.cause }, error.message);
    process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exit(1);
  }
}

/** The storage settings; null when the configuration itself is invalid. */
function readableStorage(): StorageConfig | null {
  try {
    return loadStorageConfig(process.env);
  } catch {
    return null;
  }
}
