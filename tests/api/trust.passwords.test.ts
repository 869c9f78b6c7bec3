/** The cost of guessing a password, and what response times reveal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { addPerson, testPassword } from '#tests/kit/people.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

const ofProduction = loadConfig({ API_TOKEN: 'token-de-prueba' });

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 iterations, 1 degree of parallelism; a salt of 16 bytes. */
const owasp = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

describe('a stored password in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { passwordCost: ofProduction.passwordCost } });
  });
  afterAll(() => server.close());

  test('has the OWASP parameters and its own salt, after creation and after a change', async () => {
    const admin = await server.signIn(1);
    const form = { tipo: 2, nombre: 'Alguien', tipo_doc: 1, password: 'Nueva12345' };
    const created = [];
    for (const number of [1, 2]) {
      const { answer } = await admin.call('/registrarUsuario', {
        ...form,
        num_doc: `70${number}`,
        email: `costo${number}@cajamenor.test`,
      });
      created.push(answer[0]?.id_usuario ?? 0);
    }
    const { people, db } = server;
    const browser = await server.signIn(2);
    await browser.call('/changePwd', { email: people[2].email, password: 'Nueva12345' });
    const stored = await db
      .selectFrom('usuarios')
      .select('clave_hash')
      .where('id', 'in', [...created, people[2].id])
      .execute();
    const hashes = stored.map(({ clave_hash }) => clave_hash);
    expect(hashes).toHaveLength(3);
    for (const hash of hashes) expect(hash).toMatch(owasp);
    expect(new Set(hashes.map((hash) => hash.split('$')[4])).size).toBe(3);
  });
});

describe('the time of an answer', () => {
  /** Much more work than the rest of the answer, so that skipping it for unknown users would show. */
  const { passwordCost } = ofProduction;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { passwordCost, recoveryTime: 400 } });
  });
  afterAll(() => server.close());

  type Ask = () => Promise<{ status: number }>;

  /** Elapsed milliseconds. */
  async function timeOf(request: Ask, status: number): Promise<number> {
    const start = performance.now();
    expect((await request()).status).toBe(status);
    return performance.now() - start;
  }

  /** The least processor time of this process among five requests, independent of other load. */
  async function workOf(request: Ask, status: number): Promise<number> {
    const works: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const start = process.cpuUsage();
      expect((await request()).status).toBe(status);
      const { user, system } = process.cpuUsage(start);
      works.push(user + system);
    }
    return Math.min(...works);
  }

  test('to a wrong password takes similar work for active, inactive and unknown users', async () => {
    const { email: known } = await addPerson(server.db, {
      profile: 2,
      email: 'hora.una@cajamenor.test',
    });
    const { email: inactive } = await addPerson(server.db, {
      profile: 2,
      email: 'hora.dos@cajamenor.test',
      active_: 0,
    });
    const clave_hash = await hashPassword(testPassword, passwordCost);
    await server.db
      .updateTable('usuarios')
      .set({ clave_hash })
      .where('email', 'in', [known, inactive])
      .execute();
    const works = [];
    for (const email of [known, inactive, 'hora.nadie@cajamenor.test'])
      works.push(
        await workOf(
          () => server.client().call('/auth/user', { email, password: `${testPassword}x` }),
          401,
        ),
      );
    // Without the comparison for one of them, its work would be a tenth.
    expect(Math.max(...works) / Math.min(...works)).toBeLessThan(3);
  });

  test('to a recovery is at least the configured time, for known and unknown users', async () => {
    for (const email of [server.people[4].email, 'hora.nadie@cajamenor.test'])
      expect(
        await timeOf(() => server.client().call('/recoverPassword', { email }), 200),
      ).toBeGreaterThanOrEqual(395);
  });
});
