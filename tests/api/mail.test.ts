/** Mails caused by calls: their delivery, which no call waits for, and the outbox as an administrator sees it. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  startOutbox,
  LEASE,
  type OutboxServices,
  sendNext,
} from '#server/operate/outbox-worker.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { claimMail, queueMail } from '#server/features/outbox/outbox.repository.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { readMail, startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';

const scene = perFile(startScene);
let smtp: TestSmtp;
beforeEach(async () => {
  smtp = await startSmtp();
  await scene.db.deleteFrom('correo').execute();
});
afterEach(() => smtp.close());

/** No server listens here. */
const nowhere = 'smtp://127.0.0.1:9';

const workerOf = (smtpUrl = smtp.url): OutboxServices => ({
  db: scene.db,
  receipts: scene.receipts,
  smtpUrl,
  log: pino({ level: 'silent' }),
  now: scene.clock.now,
});

/** Returns the only received mail; throws otherwise. */
function arrived() {
  const [received, ...others] = smtp.received;
  if (!received || others.length > 0) throw new Error(`${smtp.received.length} mails came`);
  return { to: received.to, ...readMail(received) };
}

const onlyRow = () => scene.db.selectFrom('correo').selectAll().executeTakeFirstOrThrow();

describe('a forgotten password', () => {
  const recover = (email: string) => scene.client().call('/recoverPassword', { email });

  test('causes a mail in Spanish with a temporary password that signs in', async () => {
    const { email } = scene.people[7];
    expect((await recover(email)).status).toBe(200);
    await sendNext(workerOf());
    const { to, headers, part } = arrived();
    expect(to).toEqual([email]);
    expect(headers.subject).toBe('Caja menor: contraseña temporal');
    const text = part('text/plain').text;
    expect(text).toContain('Alguien pidió recuperar la contraseña de su cuenta de Caja menor.');
    expect(text).toContain('Al entrar deberá elegir una contraseña nueva.');
    const password = /Su contraseña temporal es: (\S+)/.exec(text)?.[1] ?? '';
    expect(part('text/html').text).toContain(`Su contraseña temporal es: ${password}`);
    const signedIn = await scene.client().call('/auth/user', { email, password });
    expect(signedIn.answer[0]).toMatchObject({ cambiar_clave: 'si' });
    expect(JSON.stringify(await onlyRow())).not.toContain(password);
  });

  test('is answered while the mail server does not respond', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      smtp.beforeAccepting = () => {
        resolve();
        return held;
      };
    });
    const end = startOutbox(workerOf(), 5);
    expect((await recover(scene.people[6].email)).status).toBe(200);
    await reached;
    expect((await scene.browsers[1].call('/obtenerUsuarios', {})).status).toBe(200);
    expect((await recover(scene.people[8].email)).status).toBe(200);
    release();
    await end();
  });

  test('gets the same answer without a mail server, and its mail waits in the outbox', async () => {
    const refusedByAll = startOutbox(workerOf(nowhere), 5);
    const { status, body } = await recover(scene.people[5].email);
    await refusedByAll();
    expect([status, body]).toEqual([200, (await recover('nadie@cajamenor.test')).body]);
    await sendNext(workerOf(nowhere));
    expect(await onlyRow()).toMatchObject({ para: scene.people[5].email, estado: 'pendiente' });
  });
});

describe('/enviarSoporteCorreo', () => {
  test('mails the legalisation to the store and its main manager', async () => {
    const box = await boxIn(scene, 'readyToShip', [{ concepto: 'Café y piñón' }]);
    // Deletes the mails that the moves of the box have queued.
    await scene.db.deleteFrom('correo').execute();
    await must(scene.browsers[2], '/enviarSoporteCorreo', { id_caja: box.id });
    await sendNext(workerOf());
    const { to, headers, parts, part } = arrived();
    expect(to.toSorted()).toEqual([scene.people[2].email]);
    expect(headers.subject).toMatch(/^Legalización de caja menor n\.º 1 – Tienda de prueba \d+$/);
    expect(part('text/plain').text).toMatch(
      /\nValor solicitado: \$ 12\.500\r?\nAprobado hasta ahora: \$ 12\.500\r?\n/,
    );
    const pdf = part('application/pdf');
    expect(pdf.headers['content-disposition']).toMatch(/filename="?legalizacion-tienda-de-prueba/);
    expect((await pageTexts(pdf.bytes))[0]).toContain('Legalización de caja menor');
    expect(parts).toHaveLength(3);
  });
});

describe('/correosSalientes', () => {
  const queue = (asunto: string) =>
    inTransaction(scene.db, (trx) =>
      queueMail(
        trx,
        { para: 'ana@tienda.test', asunto, texto: 'Su contraseña temporal es: SECRETA' },
        scene.clock.now(),
      ),
    );
  const list = async () => (await scene.browsers[1].call('/correosSalientes', {})).answer;
  const retry = (id_correo: number) => scene.browsers[1].call('/reintentarCorreo', { id_correo });

  test('lists pending and failed mails, the newest first, without their text', async () => {
    await queue('entregado');
    await sendNext(workerOf());
    await queue('en espera');
    await queue('fallido');
    await scene.db
      .updateTable('correo')
      .set({ estado: 'fallido', intentos: 11, error: 'connect ECONNREFUSED' })
      .where('asunto', '=', 'fallido')
      .execute();
    const { body } = await scene.browsers[1].call('/correosSalientes', {});
    expect(body).toEqual([
      {
        id: expect.any(Number),
        para: 'ana@tienda.test',
        asunto: 'fallido',
        estado: 'fallido',
        intentos: 11,
        proximo_intento: '',
        error: 'connect ECONNREFUSED',
        creado: '2026-06-17 10:00',
      },
      {
        id: expect.any(Number),
        para: 'ana@tienda.test',
        asunto: 'en espera',
        estado: 'pendiente',
        intentos: 0,
        proximo_intento: '2026-06-17 10:00',
        error: '',
        creado: '2026-06-17 10:00',
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('SECRETA');
  });

  test('a failed mail is sent again on request', async () => {
    await queue('fallido');
    const { id } = await onlyRow();
    await scene.db
      .updateTable('correo')
      .set({ estado: 'fallido', intentos: 11, error: 'roto' })
      .execute();
    const { answer } = await retry(id);
    expect(answer[0]?.msg).toBe('El correo se enviará de nuevo en un momento.');
    expect((await list())[0]).toMatchObject({ estado: 'pendiente', intentos: 0, error: 'roto' });
    await sendNext(workerOf());
    expect(arrived().headers.subject).toBe('fallido');
    expect(await list()).toEqual([]);
  });

  test('a mail that waits after a failure can be retried immediately', async () => {
    await queue('en espera');
    const { id } = await onlyRow();
    await sendNext(workerOf(nowhere));
    expect(await sendNext(workerOf())).toBe(false);
    expect((await retry(id)).status).toBe(200);
    await sendNext(workerOf());
    expect(smtp.received).toHaveLength(1);
  });

  test('a mail that a worker is sending cannot be retried', async () => {
    await queue('en curso');
    const { id } = await onlyRow();
    const now = scene.clock.now();
    await inTransaction(scene.db, (trx) => claimMail(trx, now, now + LEASE));
    const { status, refusal } = await retry(id);
    expect([status, refusal.msg]).toEqual([409, 'Este correo se está enviando en este momento.']);
    expect(await sendNext(workerOf())).toBe(false);
  });

  test('a sent mail cannot be retried, and an unknown one answers 404', async () => {
    await queue('entregado');
    const { id } = await onlyRow();
    await sendNext(workerOf());
    const { status, refusal } = await retry(id);
    expect([status, refusal.motivos?.[0]?.guardia]).toEqual([409, 'mailIsUnsent']);
    expect((await retry(999_999)).status).toBe(404);
    expect((await retry(0)).status).toBe(400);
  });

  test.each([2, 3, 4, 5, 6, 7, 8] as const)('answers 403 to profile %i', async (profile) => {
    const browser = scene.browsers[profile];
    expect((await browser.call('/correosSalientes', {})).status).toBe(403);
    expect((await browser.call('/reintentarCorreo', { id_correo: 1 })).status).toBe(403);
  });

  test('has metrics of pending and failed mails', async () => {
    await queue('en espera');
    await queue('en espera también');
    const { body } = await scene.client().get('/metricas');
    expect(body).toContain('caja_menor_correos_sin_enviar{estado="pendiente"} 2');
    expect(body).toContain('caja_menor_correos_sin_enviar{estado="fallido"} 0');
  });
});

describe('the mails of a user', () => {
  test('are limited to thirty an hour, separately for each user', async () => {
    const HOUR = 60 * 60_000;
    const box = await boxIn(scene, 'readyToShip');
    scene.clock.advance(HOUR);
    const signedIn = { 2: await scene.signIn(2), 4: await scene.signIn(4) };
    const ask = async (profile: 2 | 4) =>
      (await signedIn[profile].call('/enviarSoporteCorreo', { id_caja: box.id })).status;
    for (let time = 0; time < 30; time += 1) expect(await ask(2)).toBe(200);
    expect([await ask(2), await ask(4)]).toEqual([429, 200]);
    scene.clock.advance(HOUR);
    signedIn[2] = await scene.signIn(2);
    expect(await ask(2)).toBe(200);
  });
});
