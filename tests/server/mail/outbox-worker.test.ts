/** The outbox: sending and retries, and that no mail is sent twice or lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { fileReceiptStore } from '#server/platform/files/receipt-store.ts';
import {
  startOutbox,
  LEASE,
  type OutboxServices,
  pauses,
  sendNext,
} from '#server/operate/outbox-worker.ts';
import { type Mail, claimMail, queueMail } from '#server/features/outbox/outbox.repository.ts';
import { readMail, startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';
import {
  createMigratedDatabase,
  engines,
  type TestDatabase,
} from '../database/database-fixture.ts';

const start = Date.UTC(2026, 5, 17, 15, 0, 0);
/** No server listens there. */
const nowhere = 'smtp://127.0.0.1:9';

const mail: Mail = {
  para: 'ana@tienda.test',
  asunto: 'Caja menor: prueba',
  texto: 'Su contraseña temporal es: ABC123',
};

describe.each(engines)('the outbox on %s', (engine) => {
  let database: TestDatabase;
  let dataDir: string;
  let smtp: TestSmtp;
  let clock: number;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-correo-'));
    database = await createMigratedDatabase(engine);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
  beforeEach(async () => {
    clock = start;
    smtp = await startSmtp();
    await database.db.deleteFrom('correo').execute();
  });
  afterEach(() => smtp.close());

  const servicesOf = (smtpUrl = smtp.url): OutboxServices => ({
    db: database.db,
    receipts: fileReceiptStore(dataDir),
    smtpUrl,
    log: pino({ level: 'silent' }),
    now: () => clock,
  });

  const queue = (given: Partial<Mail> = {}) =>
    inTransaction(database.db, (trx) => queueMail(trx, { ...mail, ...given }, clock));

  const rows = () => database.db.selectFrom('correo').selectAll().orderBy('id').execute();
  const row = async () => (await rows())[0];

  describe('a mail that is due', () => {
    test('is sent as text and HTML, and its content is erased', async () => {
      await queue({ texto: 'Hola, Ñandú:\n\nSu contraseña <es> «áéíóú».' });
      expect(await sendNext(servicesOf())).toBe(true);
      const [received] = smtp.received;
      if (!received) throw new Error('nothing came');
      expect(received).toMatchObject({
        from: 'caja-menor@[127.0.0.1]',
        to: ['ana@tienda.test'],
      });
      const read = readMail(received);
      expect(read.headers.subject).toBe('Caja menor: prueba');
      expect(read.headers.from).toBe('Caja menor <caja-menor@[127.0.0.1]>');
      expect(read.part('text/plain').text).toContain('Su contraseña <es> «áéíóú».');
      const html = read.part('text/html').text;
      expect(html).toContain('<html lang="es">');
      expect(html).toContain('<p>Su contraseña &lt;es&gt; «áéíóú».</p>');
      expect(await row()).toMatchObject({
        estado: 'enviado',
        enviado: start,
        intentos: 1,
        texto: '',
        html: '',
        error: '',
      });
      expect(await sendNext(servicesOf())).toBe(false);
    });

    test('is sent in the order of its due time', async () => {
      await queue({ asunto: 'segundo' });
      clock -= 1_000;
      await queue({ asunto: 'primero' });
      clock += 1_000;
      await sendNext(servicesOf());
      await sendNext(servicesOf());
      expect(smtp.received.map((received) => readMail(received).headers.subject)).toEqual([
        'primero',
        'segundo',
      ]);
    });

    test('is sent to the accepted addresses, and its row names the refused one', async () => {
      smtp.refuse = (address) => (address === 'fuera@tienda.test' ? 'no such user' : null);
      await queue({ para: 'ana@tienda.test, fuera@tienda.test' });
      await sendNext(servicesOf());
      expect(smtp.received[0]?.to).toEqual(['ana@tienda.test']);
      expect(await row()).toMatchObject({
        estado: 'enviado',
        error: 'Direcciones rechazadas: fuera@tienda.test',
      });
    });
  });

  describe('a failure', () => {
    test('is retried with the same text after growing pauses, until the mail fails', async () => {
      await queue();
      for (const [index, pause] of pauses.entries()) {
        expect(await sendNext(servicesOf(nowhere))).toBe(true);
        expect(await row()).toMatchObject({
          estado: 'pendiente',
          intentos: index + 1,
          proximo_intento: clock + pause,
          error: expect.stringContaining('ECONNREFUSED'),
          texto: mail.texto,
        });
        clock += pause - 1;
        expect(await sendNext(servicesOf(nowhere))).toBe(false);
        clock += 1;
      }
      expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
      await sendNext(servicesOf(nowhere));
      expect(await row()).toMatchObject({ estado: 'fallido', intentos: pauses.length + 1 });
      clock += 365 * 24 * 60 * 60_000;
      expect(await sendNext(servicesOf())).toBe(false);
      expect(smtp.received).toEqual([]);
    });

    test('of the server is followed by a successful retry', async () => {
      await queue();
      smtp.refuse = () => 'try later';
      await sendNext(servicesOf());
      expect(await row()).toMatchObject({ error: expect.stringContaining('try later') });
      smtp.refuse = () => null;
      clock += pauses[0] ?? 0;
      await sendNext(servicesOf());
      expect(smtp.received).toHaveLength(1);
      expect(await row()).toMatchObject({ estado: 'enviado', intentos: 2, error: '', texto: '' });
    });

    test('of an attachment is a failure of the mail', async () => {
      await queue({ adjuntos: [{ tipo: 'legalizacion', id_caja: 999 }] });
      await sendNext(servicesOf());
      expect(await row()).toMatchObject({ estado: 'pendiente', intentos: 1 });
      expect((await row())?.error).not.toBe('');
    });
  });

  describe('several workers', () => {
    test('send each mail once', async () => {
      for (let index = 0; index < 12; index += 1) await queue({ asunto: `correo ${index}` });
      const worker = async () => {
        while (await sendNext(servicesOf()));
      };
      await Promise.all([worker(), worker(), worker()]);
      const subjects = smtp.received.map((received) => readMail(received).headers.subject);
      expect(subjects.toSorted()).toEqual(
        Array.from({ length: 12 }, (_, index) => `correo ${index}`).toSorted(),
      );
    });

    test('do not send a mail that another one is sending', async () => {
      await queue();
      let seen: boolean | undefined;
      smtp.beforeAccepting = async () => {
        clock += LEASE - 1;
        seen = await sendNext(servicesOf());
      };
      await sendNext(servicesOf());
      expect(seen).toBe(false);
      expect(smtp.received).toHaveLength(1);
    });

    test('do not overwrite the result of another one after their lease has expired', async () => {
      await queue();
      smtp.beforeAccepting = async () => {
        smtp.beforeAccepting = async () => undefined;
        clock += LEASE;
        await sendNext(servicesOf());
        throw new Error('too late');
      };
      await sendNext(servicesOf());
      expect(await row()).toMatchObject({ estado: 'enviado', intentos: 2, error: '' });
      clock += LEASE * 100;
      expect(await sendNext(servicesOf())).toBe(false);
    });
  });

  describe('a process that ends while sending', () => {
    const claim = () => inTransaction(database.db, (trx) => claimMail(trx, clock, clock + LEASE));

    test('leaves a mail that is sent later with the same Message-ID', async () => {
      await queue();
      smtp.beforeAccepting = () => Promise.reject(new Error('ended'));
      await sendNext(servicesOf());
      smtp.beforeAccepting = async () => undefined;
      clock += pauses[0] ?? 0;
      await claim();
      expect(await sendNext(servicesOf())).toBe(false);
      clock += LEASE;
      await sendNext(servicesOf());
      const ids = smtp.received.map((received) => readMail(received).headers['message-id']);
      expect(ids).toHaveLength(2);
      expect(ids[0]).toMatch(/^<correo-\d+-\d+@caja-menor>$/);
      expect(new Set(ids).size).toBe(1);
      expect(await row()).toMatchObject({ estado: 'enviado', intentos: 3 });
    });

    test('leaves a mail that fails after several interruptions', async () => {
      await queue();
      for (let index = 0; index <= pauses.length; index += 1) {
        expect(await claim()).toBeDefined();
        clock += LEASE;
      }
      await sendNext(servicesOf());
      expect(smtp.received).toEqual([]);
      expect(await row()).toMatchObject({
        estado: 'fallido',
        error: 'El envío se interrumpió varias veces.',
      });
    });
  });

  describe('the worker', () => {
    test('sends mails that are queued while it runs, and none after its end', async () => {
      await queue({ asunto: 'antes' });
      const arrived: (() => void)[] = [];
      const next = () => new Promise<void>((resolve) => arrived.push(resolve));
      smtp.beforeAccepting = async () => arrived.shift()?.();
      const first = next();
      const end = startOutbox(servicesOf(), 5);
      await first;
      const second = next();
      await queue({ asunto: 'mientras' });
      await second;
      await end();
      expect((await rows()).map(({ estado }) => estado)).toEqual(['enviado', 'enviado']);
      await queue({ asunto: 'después' });
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(smtp.received).toHaveLength(2);
    });

    test('continues after a failure of the database', async () => {
      const failing = { ...servicesOf() };
      let failures = 0;
      Object.defineProperty(failing, 'db', {
        get: () => {
          failures += 1;
          if (failures === 1) throw new Error('gone');
          return database.db;
        },
      });
      await queue();
      const accepted = new Promise<void>((resolve) => {
        smtp.beforeAccepting = async () => resolve();
      });
      const end = startOutbox(failing, 5);
      await accepted;
      await end();
      expect(await row()).toMatchObject({ estado: 'enviado' });
    });
  });
});
