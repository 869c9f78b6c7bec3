/** Calls to a mail server or database that does not answer: each times out and reports it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { postgresTimeouts } from '#server/platform/database/postgres-pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { fileReceiptStore } from '#server/platform/files/receipt-store.ts';
import { failureAnswer } from '#server/platform/http/answer.ts';
import { LEASE, sendNext } from '#server/operate/outbox-worker.ts';
import { smtpTimeouts } from '#server/platform/mail/smtp.ts';
import { queueMail } from '#server/features/outbox/outbox.repository.ts';
import { startFailure } from '#server/operate/storage.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  engines,
  type TestDatabase,
} from './database/database-fixture.ts';

/** Servers that accept connections and never answer, like a frozen machine or a lossy network. */

interface SilentServer {
  port: number;
  close: () => Promise<void>;
}

async function listening(server: Server, sockets: Set<Socket>): Promise<SilentServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function stored(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}

/** Accepts connections and sends at most the greeting. */
function startSilentServer(greeting = ''): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    stored(sockets, socket);
    socket.resume();
    if (greeting !== '') socket.write(greeting);
  });
  return listening(server, sockets);
}

interface FragileLink extends SilentServer {
  /** Stops traffic on open connections in both directions; new connections work. */
  freeze: () => void;
}

/** Forwards everything to another port until it freezes. */
async function startFragileLink(to: number): Promise<FragileLink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(to, '127.0.0.1');
    for (const end of [socket, onward]) stored(sockets, end);
    socket.pipe(onward);
    onward.pipe(socket);
  });
  return {
    ...(await listening(server, sockets)),
    freeze() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
  };
}

/** PostgreSQL, if the run has one. */
const postgres = engines.filter((engine) => engine === 'postgres');

/** Milliseconds; in production, the limits are seconds. */
const SOON = 250;

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});
function closedAfter<Closable extends { close: () => Promise<unknown> }>(
  closable: Closable,
): Closable {
  closings.push(closable.close);
  return closable;
}

/** The error that the work throws, and the milliseconds that it takes. */
async function failing(work: () => Promise<unknown>): Promise<{ error: unknown; took: number }> {
  const begun = Date.now();
  try {
    await work();
  } catch (error) {
    return { error, took: Date.now() - begun };
  }
  throw new Error('it did not fail');
}

test('every external call has a limit, and those of a mail end before its lease', () => {
  const { idleInTransaction: _server, ...postgres } = postgresTimeouts;
  for (const limit of [...Object.values(postgres), ...Object.values(smtpTimeouts)])
    expect(limit).toBeGreaterThan(0);
  expect(postgresTimeouts.answer).toBeGreaterThan(postgresTimeouts.statement);
  const whole = Object.values(smtpTimeouts).reduce((sum, limit) => sum + limit, 0);
  expect(whole).toBeLessThan(LEASE);
});

describe('a mail server that', () => {
  let database: TestDatabase;

  async function sendTo(server: SilentServer): Promise<{ error: string; took: number }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-silencio-'));
    closings.push(async () => rmSync(dataDir, { recursive: true }));
    database = await createMigratedDatabase('sqlite');
    closings.push(() => database.drop());
    const mail = { para: 'ana@tienda.test', asunto: 'Prueba', texto: 'Hola' };
    await inTransaction(database.db, (trx) => queueMail(trx, mail, 1));
    const begun = Date.now();
    await sendNext({
      db: database.db,
      receipts: fileReceiptStore(dataDir),
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      log: pino({ level: 'silent' }),
      now: () => 1,
      timeouts: { greetingTimeout: SOON, socketTimeout: SOON },
    });
    const took = Date.now() - begun;
    const { error, estado } = await database.db
      .selectFrom('correo')
      .select(['error', 'estado'])
      .executeTakeFirstOrThrow();
    expect(estado).toBe('pendiente');
    return { error, took };
  }

  test.each([
    ['never greets', '', 'imeout'],
    ['greets and then falls silent', '220 correo ESMTP\r\n', 'imeout'],
  ])('%s leaves the mail for its next attempt', async (_, greeting, words) => {
    const { error, took } = await sendTo(closedAfter(await startSilentServer(greeting)));
    expect(error).toContain(words);
    expect(took).toBeLessThan(20 * SOON);
  });
});

describe('a PostgreSQL that', () => {
  test.each(postgres)(
    '(%s) ends a connection during a transaction is answered as 503',
    async () => {
      const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
      const broken: Error[] = [];
      const onPoolError = (error: Error) => void broken.push(error);
      const { db, close } = openDatabase({ databaseUrl, poolSize: 2, onPoolError });
      closings.push(close);
      const { error } = await failing(() =>
        inTransaction(db, async (trx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
          await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
          // Between statements only the pool reports the broken connection.
          await expect.poll(() => broken.length).toBeGreaterThan(0);
          await sql`select 2`.execute(trx);
        }),
      );
      expect(failureAnswer(error, 'c0d1').httpStatus).toBe(503);
      expect((await sql`select 3 as tres`.execute(db)).rows).toEqual([{ tres: 3 }]);
    },
  );

  test('accepts a connection but stays silent is reported in one line, and as 503', async () => {
    const { port } = closedAfter(await startSilentServer());
    const databaseUrl = `postgres://u:secreta@127.0.0.1:${port}/x`;
    const { db, close } = openDatabase({ databaseUrl, timeouts: { connection: SOON } });
    closings.push(close);
    const { error, took } = await failing(() => sql`select 1`.execute(db));
    expect(took).toBeLessThan(20 * SOON);
    expect(startFailure(error, { dataDir: '/x', databaseUrl })).toBe(
      'No se puede usar la base de datos de DATABASE_URL: el servidor no responde (ETIMEDOUT).',
    );
    expect(failureAnswer(error, 'c0d1').httpStatus).toBe(503);
  });

  test.each(postgres)('(%s) has no free connection is answered as 503', async (engine) => {
    const { drop } = await createTestDatabase(engine);
    closings.push(drop);
    const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
    const timeouts = { connection: SOON };
    const { db, close } = openDatabase({ databaseUrl, poolSize: 1, timeouts });
    closings.push(close);
    await db.connection().execute(async () => {
      const { error } = await failing(() => sql`select 1`.execute(db));
      expect(failureAnswer(error, 'c0d1').httpStatus).toBe(503);
    });
  });

  test.each(postgres)(
    '(%s) falls silent during a transaction ends the request and its connection',
    async (engine) => {
      const behind = await createTestDatabase(engine);
      closings.push(() => behind.drop());
      const url = new URL(process.env.TEST_DATABASE_URL ?? '');
      const link = closedAfter(await startFragileLink(Number(url.port)));
      url.port = String(link.port);
      const timeouts = { answer: SOON };
      const { db, close } = openDatabase({ databaseUrl: url.href, poolSize: 1, timeouts });
      closings.push(close);
      const { error, took } = await failing(() =>
        inTransaction(db, async (trx) => {
          await sql`select 1`.execute(trx);
          link.freeze();
          await sql`select 2`.execute(trx);
        }),
      );
      expect(took).toBeLessThan(20 * SOON);
      expect(failureAnswer(error, 'c0d1').httpStatus).toBe(503);
      // The pool has one connection: the next request gets a new one, not the frozen one.
      expect((await sql`select 3 as tres`.execute(db)).rows).toEqual([{ tres: 3 }]);
    },
  );
});
