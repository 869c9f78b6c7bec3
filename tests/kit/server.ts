/** A server in this process on a new database, with a clock that tests set. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { buildApp } from '#server/app.ts';
import { type Config, defaultTimeLimits } from '#server/platform/config/config.ts';
import type { OpenDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { receiptStoreOf } from '#server/platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from '#server/platform/files/receipt-store.ts';
import { logBase } from '#server/features/cases/administration-replay.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/server/database/database-fixture.ts';
import { TestClient, testToken } from './client.ts';
import { closeAtOnce } from './close-at-once.ts';
import { testEngine, testProcesses } from './environment.ts';
import { startMembers } from './members.ts';
import { addCast, addPeople, type Cast, cheapPasswordCost, testPassword } from './people.ts';

/** A Wednesday morning in Bogotá; all tests use this day, so none of them expires. */
export const testNow = Date.UTC(2026, 5, 17, 15, 0, 0);

interface TestClock {
  now: () => number;
  set: (instant: number) => void;
  /** Milliseconds. */
  advance: (by: number) => void;
}

function testClock(now: number): TestClock {
  let instant = now;
  return {
    now: () => instant,
    set: (value) => {
      instant = value;
    },
    advance: (by) => {
      instant += by;
    },
  };
}

export interface TestServer extends Cast {
  app: FastifyInstance;
  config: Config;
  database: OpenDatabase;
  db: Kysely<Database>;
  receipts: ReceiptStore;
  clock: TestClock;
  /** Parsed log lines. */
  logged: Record<string, unknown>[];
  /** Resolves once the log lines of every process have arrived. */
  heard: () => Promise<void>;
  /** A browser without a session. */
  client: () => TestClient;
  /** A browser with a signed-in user, by profile or by address. */
  signIn: (who: ProfileId | string, password?: string) => Promise<TestClient>;
  close: () => Promise<void>;
}

export interface TestServerOptions {
  config?: Partial<Config>;
  webDir?: string | null;
  /** A database with data. */
  database?: TestDatabase;
  /** Initial time of its clock. */
  now?: number;
  /** Nothing but its people: without it, two stores. */
  withoutStores?: boolean;
  /** For tests that inspect the answering process. */
  oneProcess?: boolean;
}

const testConfig = (dataDir: string, given: Partial<Config> = {}): Config => ({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  databaseUrl: null,
  preparedStatements: true,
  logKeyFile: join(dataDir, 'registro.key'),
  companyName: '',
  demonstration: null,
  apiToken: testToken,
  publicUrl: 'https://caja.prueba.test',
  smtpUrl: null,
  trustProxy: false,
  logLevel: 'info',
  metricsToken: null,
  oidcClientSecret: null,
  traces: null,
  passwordCost: cheapPasswordCost,
  timeLimits: defaultTimeLimits,
  keyRequests: 100_000,
  // A test user sends as many requests as many users.
  atOnce: { uploads: 100, documents: 100 },
  recoveryTime: 0,
  validateAnswers: true,
  ...given,
});

/** A server of a company on its first day: its people, and no formats. */
export const startEmptyCompany = async (): Promise<TestServer> =>
  startTestServer({ database: await createTestDatabase(testEngine()), withoutStores: true });

/** A server for a test file: `perFile(startTestServer)`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-datos-'));
  const database = options.database ?? (await createMigratedDatabase(testEngine()));
  if (options.database) await migrateToLatest(database.db, database.engine);
  const clock = testClock(options.now ?? testNow);
  await inTransaction(database.db, (trx) => logBase(trx, clock.now()));
  const noStore = { id: 0, idCaja: 0 };
  const cast: Cast = options.withoutStores
    ? { ...(await addPeople(database.db)), store: noStore, otherStore: noStore }
    : await addCast(database.db, clock.now());
  const config = testConfig(dataDir, options.config);
  const receipts = receiptStoreOf(config, database);
  const logged: Record<string, unknown>[] = [];
  const hear = (line: string) => void logged.push(JSON.parse(line));
  const log = pino({ level: config.logLevel }, { write: hear });
  const webDir = options.webDir ?? null;
  const app = await buildApp({
    config,
    database,
    receipts,
    log,
    now: clock.now,
    webDir,
  });
  await app.ready();

  const { options: opened } = database;
  const processes = options.oneProcess ? 1 : testProcesses();
  const members =
    processes > 1 && 'databaseUrl' in opened
      ? await startMembers(
          app,
          processes,
          { config: { ...config, databaseUrl: opened.databaseUrl }, webDir },
          { now: clock.now, hear },
        )
      : null;
  const client = () => new TestClient(members ?? app, config.apiToken);
  return {
    ...cast,
    app,
    config,
    database,
    db: database.db,
    receipts,
    clock,
    logged,
    heard: async () => members?.heard(),
    client,
    async signIn(who, password = testPassword) {
      const browser = client();
      const email = typeof who === 'string' ? who : cast.people[who].email;
      const { status, body } = await browser.call('/auth/user', { email, password });
      if (status !== 200) throw new Error(`${email} was not let in: ${JSON.stringify(body)}`);
      return browser;
    },
    async close() {
      await members?.close();
      await closeAtOnce(app);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
