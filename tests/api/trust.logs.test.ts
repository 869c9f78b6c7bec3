/** The log of a server that handles all kinds of secrets reports what happened, and no secret. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { addPerson } from '#tests/kit/people.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  // Enables every log line.
  server = await startTestServer({
    config: { logLevel: 'trace', metricsToken: 'token-de-operacion' },
    // One of the requests meets a broken database.
    oneProcess: true,
  });
});
afterAll(() => server.close());

const passwords = ['Primer4821', 'Segund7350', 'Tercer9164', 'Errada2073'] as const;
const [first, second, ofAnother, wrong] = passwords;

/** Makes the next statement fail, with a message that may appear only in the log. */
async function withBrokenDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const statements = vi
    .spyOn(server.db.getExecutor(), 'provideConnection')
    .mockRejectedValueOnce(new Error('la base de datos se perdió'));
  return work().finally(() => statements.mockRestore());
}

async function mailedPassword(para: string): Promise<string> {
  const { texto } = await server.db
    .selectFrom('correo')
    .select('texto')
    .where('para', '=', para)
    .where('asunto', '=', 'Caja menor: contraseña temporal')
    .executeTakeFirstOrThrow();
  return /temporal es: (\w{10})\n/.exec(texto)?.[1] ?? '';
}

/** Cookies of all sessions of this test. */
const cookies = new Set<string>();

async function live(): Promise<{ temporary: string; supportCode: string }> {
  const { email } = await addPerson(server.db, { profile: 1, email: 'bitacora@cajamenor.test' });
  const browser = server.client();
  const note = () => {
    for (const value of browser.cookies.values()) cookies.add(value);
  };
  const enter = async (password: string) => {
    const answer = await browser.call('/auth/user', { email, password });
    note();
    return answer.status;
  };
  const choose = async (password: string) => {
    expect((await browser.call('/changePwd', { email, password })).status).toBe(200);
    note();
  };

  expect(await enter('Caja2026')).toBe(200);
  await choose(first);
  expect(await enter(wrong)).toBe(401);
  expect((await browser.call('/changePwd', { email, password: `${wrong} ` })).status).toBe(422);
  await browser.call('/auth/user', { email, password: first }, { token: 'token-ajeno-1' });
  await browser.call('/auth/sesion', {}, { xsrf: 'valor-ajeno-1' });

  expect((await server.client().call('/recoverPassword', { email })).status).toBe(200);
  const temporary = await mailedPassword(email);
  expect(await enter(temporary)).toBe(200);
  await choose(second);

  const created = await browser.call('/registrarUsuario', {
    tipo: 2,
    nombre: 'Otra persona',
    tipo_doc: 1,
    num_doc: '90817263',
    email: 'otra.bitacora@cajamenor.test',
    password: ofAnother,
  });
  expect(created.status).toBe(200);

  await browser.send({
    method: 'POST',
    url: `${apiBase}/auth/user`,
    headers: { 'content-type': 'application/json' },
    payload: `{"email":"${email}","password":"${second}","token":"${server.config.apiToken}"`,
  });
  await browser.get('/metricas', { authorization: 'Bearer token-de-operacion' });

  const failed = await withBrokenDatabase(() => browser.call('/obtenerUsuarios'));
  expect(failed.status).toBe(500);
  note();
  return { temporary, supportCode: failed.refusal.codigo_soporte ?? '' };
}

test('the log holds no password, cookie, token or hash at any level', async () => {
  const { temporary, supportCode } = await live();
  const hashes = [
    ...(await server.db.selectFrom('usuarios').select('clave_hash').execute()),
    ...(await server.db.selectFrom('sesion').select(['token_hash', 'xsrf_hash']).execute()),
  ].flatMap((row) => Object.values(row));
  const secrets = [
    ...passwords,
    'Caja2026',
    temporary,
    ...cookies,
    ...hashes,
    server.config.apiToken,
    'token-de-operacion',
    'token-ajeno-1',
    'valor-ajeno-1',
  ];
  expect(secrets.length).toBeGreaterThan(20);
  const log = JSON.stringify(server.logged);
  expect(secrets.filter((secret) => secret === '' || log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/argon2id|XSRF-TOKEN|sid=|set-cookie|"cookie"|authorization/i);

  // The support code on the screen identifies the lines of its request, which contain the error.
  expect(supportCode).toMatch(/^[\da-f]{10}$/);
  const lines = server.logged.filter(({ codigo_soporte }) => codigo_soporte === supportCode);
  expect(lines.map(({ msg }) => msg)).toEqual(['falló una solicitud', 'solicitud']);
  expect(JSON.stringify(lines)).toContain('la base de datos se perdió');
});

test('the log has one line per request with its support code, route, status and address', () => {
  const requests = server.logged.filter(({ msg }) => msg === 'solicitud');
  expect(requests.length).toBeGreaterThan(10);
  for (const line of requests)
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      codigo_soporte: expect.stringMatching(/^[\da-f]{10}$/),
      metodo: expect.stringMatching(/^(GET|POST)$/),
      ruta: expect.stringMatching(/^\//),
      estado: expect.any(Number),
      ms: expect.any(Number),
      ip: '127.0.0.1',
    });
  const codes = requests.map(({ codigo_soporte }) => codigo_soporte);
  expect(new Set(codes).size).toBe(codes.length);
});

test('a URL cannot inject a log line', async () => {
  const before = server.logged.length;
  await server.client().get('/x%0a%7B%22msg%22:%22falso%22%7D?a=%0d%0ab');
  const added = server.logged.slice(before);
  expect(added.map(({ msg }) => msg)).toEqual(['solicitud']);
  expect(String(added[0]?.ruta)).not.toMatch(/[\r\n]/);
});
