/** Sessions and passwords against a patient attacker: stored data, ends of sessions, and restarts. */
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { ATTEMPT_WINDOW } from '#server/features/accounts/attempts.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, type NewPerson, type Person, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';
import { bodiesOf, CROWD, crowd, tally } from '#tests/kit/trust-crowd.ts';

const MINUTE = 60_000;

/** Some tenths of a second per hash, so that another request can finish meanwhile. */
const slowCost = { memoryCost: 65_536, timeCost: 8, parallelism: 1 };

const server = perFile(startTestServer);

let people = 0;
const newcomer = (given: Partial<NewPerson> = {}): Promise<Person> => {
  people += 1;
  return addPerson(server.db, { profile: 2, email: `sesion${people}@cajamenor.test`, ...given });
};

const enter = (email: string, password: string, browser = server.client()) =>
  browser.call('/auth/user', { email, password });

const sessionsOf = ({ id }: Person) =>
  server.db.selectFrom('sesion').selectAll().where('id_usuario', '=', id).execute();

const sha256 = (text: string | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');

/** Another app on the same database, as after a restart. */
async function restarted(): Promise<{ client: () => TestClient; close: () => Promise<void> }> {
  const { config, database, receipts, clock } = server;
  const log = pino({ level: 'silent' });
  const app = await buildApp({ config, database, receipts, log, now: clock.now });
  return { client: () => new TestClient(app), close: () => app.close() };
}

describe('stored session data', () => {
  test('is hashed, after a sign-in and after a password change', async () => {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    const expectHashes = async () =>
      expect(await sessionsOf(person)).toMatchObject([
        {
          token_hash: sha256(browser.cookies.get('sid')),
          xsrf_hash: sha256(browser.cookies.get('XSRF-TOKEN')),
        },
      ]);
    await expectHashes();
    await browser.call('/changePwd', { email: person.email, password: 'Nueva12345' });
    await expectHashes();
  });

  test('contains a password only as its argon2id hash', async () => {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    await browser.call('/changePwd', { email: person.email, password: 'Unica98765' });
    await enter(person.email, 'Erronea4321');
    const tables = ['usuarios', 'clave_temporal', 'sesion', 'intento', 'idempotencia'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await server.db.selectFrom(table).selectAll().execute());
      expect(rows).not.toMatch(/Unica98765|Erronea4321/);
      expect(rows).not.toContain(browser.cookies.get('sid'));
    }
    await server.heard();
    expect(JSON.stringify(server.logged)).not.toMatch(/Unica98765|Erronea4321/);
    const { clave_hash } = await server.db
      .selectFrom('usuarios')
      .select('clave_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(clave_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('a session cookie', () => {
  test('is never a value that the browser sent', async () => {
    const { email } = await newcomer();
    const browser = server.client();
    browser.cookies.set('sid', 'elegido-por-otro').set('XSRF-TOKEN', 'elegido-por-otro');
    await enter(email, testPassword, browser);
    expect(browser.cookies.get('sid')).not.toBe('elegido-por-otro');
    const planted = server.client();
    planted.cookies.set('sid', 'elegido-por-otro').set('XSRF-TOKEN', 'elegido-por-otro');
    expect((await planted.call('/auth/sesion')).status).toBe(401);
  });

  test('changes with the XSRF cookie at each sign-in and password change', async () => {
    const { email } = await newcomer();
    const browser = await server.signIn(email);
    const both = () => ['sid', 'XSRF-TOKEN'].map((name) => browser.cookies.get(name));
    const seen = both();
    await enter(email, testPassword, browser);
    seen.push(...both());
    await browser.call('/changePwd', { email, password: 'Nueva12345' });
    seen.push(...both());
    expect(new Set(seen).size).toBe(6);
    const mixed = browser.copy();
    mixed.cookies.set('XSRF-TOKEN', seen[3] ?? '');
    expect((await mixed.call('/auth/sesion')).status).toBe(403);
  });

  test('stays invalid after it expires, or after its user is deactivated and reactivated', async () => {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    server.clock.advance(30 * MINUTE);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await browser.call('/auth/sesion')).status).toBe(401);
    const admin = await server.signIn(1);
    const again = await server.signIn(person.email);
    for (const opc of [0, 1])
      await admin.call('/actdesElemento', { id_elemento: person.id, opc, tabla: 'usuarios' });
    expect((await again.call('/auth/sesion')).status).toBe(401);
    expect((await enter(person.email, testPassword)).status).toBe(200);
  });

  test('grants only the current permissions of its user', async () => {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    const status = async () => (await browser.call('/obtenerTiendas')).status;
    const change = (changes: { permisos?: string | null; tipo?: number }) =>
      server.db.updateTable('usuarios').set(changes).where('id', '=', person.id).execute();
    expect(await status()).toBe(200);
    await change({ permisos: 'verCaja' });
    expect(await status()).toBe(403);
    await change({ permisos: null });
    expect(await status()).toBe(200);
    await change({ tipo: 5 });
    expect(await status()).toBe(403);
  });

  test('is valid in another app, with the same idle limit', async () => {
    const { email } = await newcomer();
    const other = await restarted();
    const browser = other.client();
    expect((await enter(email, testPassword, browser)).status).toBe(200);
    const here = server.client();
    for (const [name, value] of browser.cookies) here.cookies.set(name, value);
    expect((await here.call('/auth/sesion')).status).toBe(200);
    server.clock.advance(30 * MINUTE);
    expect((await browser.call('/auth/sesion')).status).toBe(401);
    await other.close();
  });
});

describe('a new password', () => {
  test('invalidates a simultaneous sign-in with the old one', async () => {
    const person = await newcomer();
    const admin = await server.signIn(1);
    const { answer } = await admin.call('/obtenerUsuarioById', { id_usuario: person.id });
    const { tipo, tipo_doc, num_doc, email } = answer;
    const clave_hash = await hashPassword(testPassword, slowCost);
    await server.db
      .updateTable('usuarios')
      .set({ clave_hash })
      .where('id', '=', person.id)
      .execute();
    const signingIn = enter(person.email, testPassword);
    await vi.waitFor(async () => expect(await triesAt(person.email)).toBe(1), 5_000);
    const form = { tipo, tipo_doc, num_doc, email, nombre: person.nombre, id_usuario: person.id };
    const set = await admin.call('/editarUsuario', { ...form, password: 'Fresno4821' });
    expect(set.status).toBe(200);
    expect((await signingIn).status).toBe(401);
    expect(await sessionsOf(person)).toEqual([]);
  });

  test('is set once by fifty simultaneous requests', async () => {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    const answers = await crowd((index) =>
      browser.copy().call('/changePwd', { email: person.email, password: `Nueva1234${index % 5}` }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 401: CROWD - 1 });
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  test('is not set by a session that ended during the hashing', async () => {
    const slow = await startTestServer({ config: { passwordCost: slowCost } });
    const [browser, admin] = [await slow.signIn(7), await slow.signIn(1)];
    const { id, email } = slow.people[7];
    const choosing = browser.call('/changePwd', { email, password: 'Nueva12345' });
    for (const opc of [0, 1])
      await admin.call('/actdesElemento', { id_elemento: id, opc, tabla: 'usuarios' });
    expect((await choosing).status).toBe(401);
    await slow.signIn(7);
    await slow.close();
  });

  test('that is due stays required after any other call', async () => {
    const person = await newcomer({ cambiar_clave: 1 });
    const browser = await server.signIn(person.email);
    const body = { id_tienda: server.store.id };
    const attempts = [
      () => browser.call('/changePwd', { email: person.email, password: 'corta' }),
      () => browser.call('/changePwd', { email: server.people[1].email, password: 'Nueva12345' }),
      () => browser.call('/auth/sesion'),
      () => enter(person.email, testPassword, browser),
      () => browser.call('/recoverPassword', { email: person.email }),
    ];
    for (const attempt of attempts) {
      await attempt();
      expect((await browser.call('/obtenerCajaActual', body)).status).toBe(403);
      expect((await browser.call('/auth/sesion')).answer[0]?.cambiar_clave).toBe('si');
    }
  });
});

const triesAt = async (email: string): Promise<number> =>
  (await server.db.selectFrom('intento').select('id').where('sujeto', '=', email).execute()).length;

describe('guessing', () => {
  const guess = (email: string, browser?: TestClient) => enter(email, 'Equivocada1', browser);

  test('is slowed down equally for active, inactive and unknown users', async () => {
    const { email } = await newcomer();
    const { email: inactive } = await newcomer({ active_: 0 });
    const answersOf = async (address: string) => {
      const answers: string[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const { status, body, headers } = await guess(address);
        answers.push(JSON.stringify([status, body, headers['set-cookie']]));
      }
      return answers;
    };
    const known = await answersOf(email);
    server.clock.advance(ATTEMPT_WINDOW);
    expect(known.map((answer) => answer.slice(1, 4))).toEqual([
      ...Array(5).fill('401'),
      '429',
      '429',
    ]);
    expect(await answersOf('nadie.aqui@cajamenor.test')).toEqual(known);
    server.clock.advance(ATTEMPT_WINDOW);
    expect(await answersOf(inactive)).toEqual(known);
  });

  test('is still slowed down after a restart', async () => {
    server.clock.advance(ATTEMPT_WINDOW);
    const { email } = await newcomer();
    for (let failure = 0; failure < 5; failure += 1) await guess(email);
    const other = await restarted();
    expect((await enter(email, testPassword, other.client())).status).toBe(429);
    server.clock.advance(1_000);
    expect((await enter(email, testPassword, other.client())).status).toBe(200);
    await other.close();
  });

  test('never locks an account: one more attempt is allowed every five minutes', async () => {
    server.clock.advance(ATTEMPT_WINDOW);
    const { email } = await newcomer();
    for (let failure = 0; failure < 5; failure += 1) await guess(email);
    for (let failure = 0; failure < 40; failure += 1) {
      server.clock.advance(5 * MINUTE);
      expect([failure, (await guess(email)).status]).toEqual([failure, 401]);
      expect([failure, (await guess(email)).status]).toEqual([failure, 429]);
    }
    server.clock.advance(5 * MINUTE);
    expect((await enter(email, testPassword)).status).toBe(200);
  });
});

describe('recovering', () => {
  test('answers the same for active, inactive and unknown users', async () => {
    const [known, inactive, pending] = [
      await newcomer(),
      await newcomer({ active_: 0 }),
      await newcomer({ cambiar_clave: 1 }),
    ];
    const addresses = [known.email, inactive.email, pending.email, 'nadie@cajamenor.test'];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answers = [];
      for (const email of addresses)
        answers.push(await server.client().call('/recoverPassword', { email }));
      expect(tally(answers)).toEqual({ 200: addresses.length });
      expect(bodiesOf(answers, 200)).toHaveLength(1);
      // Without the date and the headers of the connection.
      const headers = answers.map(
        ({ headers: { date: _date, connection: _line, 'keep-alive': _stored, ...rest } }) =>
          JSON.stringify(rest),
      );
      expect(new Set(headers).size).toBe(1);
    }
  });

  test('stores a digest of the temporary password, which one of fifty sign-ins consumes', async () => {
    const { id, email } = await newcomer();
    await server.client().call('/recoverPassword', { email });
    const { texto } = await server.db
      .selectFrom('correo')
      .select('texto')
      .where('para', '=', email)
      .executeTakeFirstOrThrow();
    const password = /temporal es: (\w{10})\n/.exec(texto)?.[1] ?? '';
    const { clave_hash } = await server.db
      .selectFrom('clave_temporal')
      .select('clave_hash')
      .where('id_usuario', '=', id)
      .executeTakeFirstOrThrow();
    expect(clave_hash).toBe(sha256(`${id} ${password}`));
    const answers = await crowd(() => enter(email, password));
    const { 200: opened, ...refused } = tally(answers);
    expect(opened).toBe(1);
    // The checked sign-ins were wrong by then; the others exceeded the limit.
    expect(Object.keys(refused)).toEqual(['401', '429']);
  });
});
