import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiBase, callPaths } from '#contract/contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { perFile } from '#tests/kit/per-file.ts';

/** A file that the build compressed: the compressed copy is sent, and nothing is compressed again. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const built = 'y'.repeat(5_000);

const token = 'con "comillas" & <signos>';

let server: TestServer;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'caja-menor-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(
    join(webDir, 'index.html'),
    '<html><head><meta name="api-token" content="%API_TOKEN%"><meta name="company" content="%COMPANY_NAME%"><meta name="version" content="%VERSION%"><meta name="mails" content="%MAILS%"></head><body>inicio</body></html>',
  );
  writeFileSync(join(webDir, 'assets', 'index-abc123.js'), `/*${'x'.repeat(5_000)}*/`);
  const code = Buffer.from(built);
  for (const [name, content] of [
    ['start-def456.js', code],
    ['start-def456.js.br', brotliCompressSync(code)],
    ['start-def456.js.gz', gzipSync(code)],
  ] as const)
    writeFileSync(join(webDir, 'assets', name), content);
  server = await startTestServer({
    webDir,
    config: { apiToken: token, companyName: 'Tiendas & Cía.' },
    oneProcess: true,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(webDir, { recursive: true });
});

describe('unknown addresses', () => {
  test.each([
    ['POST', '/api/v1/noExiste'],
    ['GET', '/api/v1/obtenerUsuarios'],
    ['GET', '/api'],
    ['GET', '/documentos/otro'],
    ['GET', '/assets/falta-123.js'],
    ['GET', '/favicon.ico'],
    ['DELETE', '/cualquiera'],
  ] as const)('%s %s answers 404 in the form of a refusal', async (method, url) => {
    const response = await server
      .client()
      .send({ method, url, headers: { accept: 'text/html,*/*' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual([{ status: '404', msg: 'No se encontró lo que busca.' }]);
  });
});

describe('the page', () => {
  test.each(['/', '/index.html', '/verCaja/12'])(
    'is served at %s, with the token and the company',
    async (url) => {
      const response = await server.client().get(url, { accept: 'text/html' });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body).toContain('content="con &quot;comillas&quot; &amp; &lt;signos&gt;"');
      expect(response.body).toContain('<meta name="company" content="Tiendas &amp; Cía.">');
    },
  );

  const pageOf = async (config: Partial<Config>): Promise<string> => {
    const other = await startTestServer({ webDir, config, oneProcess: true });
    const { body } = await other.client().get('/', { accept: 'text/html' });
    await other.close();
    return body;
  };

  test('has the version, and whether mails leave', async () => {
    const { body } = await server.client().get('/', { accept: 'text/html' });
    expect(body).toContain(`<meta name="version" content="${version}">`);
    expect(body).toContain('<meta name="mails" content="no">');
    const mailing = await pageOf({ smtpUrl: 'smtp://127.0.0.1:1' });
    expect(mailing).toContain('<meta name="mails" content="si">');
  });

  test('names users and their password only in the demonstration', async () => {
    const production = await server.client().get('/', { accept: 'text/html' });
    expect(production.body).not.toMatch(/demonstration|cajamenor\.test/);
    const users = [{ email: 'tienda@cajamenor.test', nombre: 'Tienda' }];
    const demonstration = await pageOf({ demonstration: { password: 'Caja2026', users } });
    expect(demonstration).toContain(
      `<meta name="demonstration" content='{"password":"Caja2026","users":[{"email":"tienda@cajamenor.test","nombre":"Tienda"}]}' /></head>`,
    );
  });

  test('has the name that an administrator gave the company', async () => {
    const own = await startTestServer({
      webDir,
      config: { companyName: 'Del servidor' },
      oneProcess: true,
    });
    const page = () => own.client().get('/', { accept: 'text/html' });
    const before = await page();
    expect(before.body).toContain('<meta name="company" content="Del servidor">');
    const admin = await own.signIn(1);
    const nombre_empresa = 'Droguería "Sol" & Hijos';
    await admin.call('/configGeneral', { monto_maximo: 500_000, nombre_empresa });
    const after = await page();
    expect(after.body).toContain(
      '<meta name="company" content="Droguería &quot;Sol&quot; &amp; Hijos">',
    );
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await own.close();
  });

  test('answers 304 while it is unchanged', async () => {
    const { headers } = await server.client().get('/');
    const again = await server.client().get('/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('has hashed files that are immutable and compressed', async () => {
    const response = await server
      .client()
      .get('/assets/index-abc123.js', { 'accept-encoding': 'br' });
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-encoding']).toBe('br');
  });

  test.each([
    ['br, gzip', 'br', brotliCompressSync(built).length],
    ['gzip', 'gzip', gzipSync(built).length],
    ['identity', undefined, built.length],
  ])('sends the file that the build compressed for %s', async (accepted, encoding, length) => {
    const { headers } = await server
      .client()
      .get('/assets/start-def456.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/^application\/javascript/);
    expect(headers['content-length']).toBe(String(length));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toContain('accept-encoding');
  });

  test('may load only resources of the same origin', async () => {
    const { headers } = await server.client().get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(String(policy).replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=()');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test.each(['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    'serves no file outside its folder for %s',
    async (url) => {
      const response = await server.client().get(url);
      expect([400, 403, 404]).toContain(response.statusCode);
    },
  );
});

describe('the service', () => {
  test('is alive and ready', async () => {
    expect((await server.client().get('/salud')).json()).toEqual({ estado: 'ok' });
    expect((await server.client().get('/listo')).json()).toEqual({ estado: 'listo', version });
  });

  test('is not ready while it is stopping', async () => {
    server.app.stopping = true;
    const response = await server.client().get('/listo');
    server.app.stopping = false;
    expect(response.statusCode).toBe(503);
    expect((await server.client().get('/salud')).statusCode).toBe(200);
  });

  test('is not ready until every migration is done', async () => {
    const notes = server.db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    const last = await notes
      .selectFrom('kysely_migration')
      .selectAll()
      .orderBy('name', 'desc')
      .executeTakeFirstOrThrow();
    await notes.deleteFrom('kysely_migration').where('name', '=', last.name).execute();
    expect((await server.client().get('/listo')).statusCode).toBe(503);
    await notes.insertInto('kysely_migration').values(last).execute();
    expect((await server.client().get('/listo')).statusCode).toBe(200);
  });

  test('is not ready on a database of a newer version', async () => {
    const notes = server.db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    const newer = { name: '9999-de-mañana', timestamp: '2999-01-01' };
    await notes.insertInto('kysely_migration').values(newer).execute();
    expect((await server.client().get('/listo')).statusCode).toBe(503);
    expect((await server.client().get('/salud')).statusCode).toBe(200);
    await notes.deleteFrom('kysely_migration').where('name', '=', newer.name).execute();
    expect((await server.client().get('/listo')).statusCode).toBe(200);
  });

  test('is not ready, and says why, while a table is missing', async () => {
    await sql`alter table preferencia_correo rename to otra`.execute(server.db);
    const response = await server.client().get('/listo');
    expect([response.statusCode, response.json()]).toEqual([
      503,
      {
        estado: 'no disponible',
        version,
        motivo: 'A la base de datos le falta «preferencia_correo».',
      },
    ]);
    await sql`alter table otra rename to preferencia_correo`.execute(server.db);
    expect((await server.client().get('/listo')).statusCode).toBe(200);
  });

  test('measures responses by route, never by URL', async () => {
    await server.signIn(1);
    await server.client().get('/verCaja/secreto-77');
    const { body, headers } = await server.client().get('/metricas');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('http_request_duration_seconds_bucket');
    expect(body).toContain('route="/api/v1/auth/user"');
    expect(body).not.toContain('secreto-77');
  });

  test('documents every call', async () => {
    const document = (await server.client().get('/api/docs/json')).json();
    expect(document.openapi).toBe('3.1.0');
    for (const path of callPaths) expect(document.paths).toHaveProperty([apiBase + path, 'post']);
    const login = document.paths[`${apiBase}/auth/user`].post;
    expect(login.requestBody.content['application/json'].schema.required).toEqual([
      'token',
      'email',
      'password',
    ]);
    const page = await server.client().get('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('swagger-ui');
  });
});

describe('an internal error', () => {
  test('is answered without details, which are in the log under the same code', async () => {
    const browser = await server.signIn(1);
    await browser.call('/datosGenerales', { tabla: 'tipo_doc' });
    const statements = vi
      .spyOn(server.db.getExecutor(), 'provideConnection')
      .mockRejectedValueOnce(new Error('select * from secreto'));
    const { status, refusal } = await browser
      .call('/datosGenerales', { tabla: 'tipo_doc' })
      .finally(() => statements.mockRestore());
    expect(status).toBe(500);
    expect(JSON.stringify(refusal)).not.toContain('secreto');
    expect(refusal.codigo_soporte).toMatch(/^[\da-f]{10}$/);
    const line = server.logged.find(
      (entry) => entry.codigo_soporte === refusal.codigo_soporte && entry.err,
    );
    expect(JSON.stringify(line)).toContain('select * from secreto');
  });

  test('leaves no body, cookie or header in the log', () => {
    const text = JSON.stringify(server.logged);
    expect(text).not.toContain('Caja2026');
    expect(text).not.toContain('XSRF');
    expect(text).not.toContain('comillas');
  });
});

const behindProxy = perFile(() => startTestServer({ config: { trustProxy: ['loopback'] } }));

describe('behind TLS', () => {
  test('cookies are secure, and HSTS is sent', async () => {
    const browser = behindProxy.client();
    const { headers } = await browser.call(
      '/auth/user',
      { email: behindProxy.people[1].email, password: 'Caja2026' },
      { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' } },
    );
    const [sid, xsrf] = [headers['set-cookie']].flat().map(String);
    expect(sid).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; Secure; SameSite=Strict$/);
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    const row = await behindProxy.db.selectFrom('sesion').select('ip').executeTakeFirstOrThrow();
    expect(row.ip).toBe('203.0.113.9');
  });

  test('the session is read only from the cookie with the __Host- prefix', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const browser = behindProxy.client();
    const body = { email: behindProxy.people[1].email, password: 'Caja2026' };
    await browser.call('/auth/user', body, { headers });
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      'XSRF-TOKEN',
      '__Host-navegador',
      '__Host-sid',
    ]);
    expect((await browser.call('/auth/sesion', {}, { headers })).status).toBe(200);
    const planted = browser.copy();
    planted.cookies.set('sid', planted.cookies.get('__Host-sid') ?? '').delete('__Host-sid');
    expect((await planted.call('/auth/sesion', {}, { headers })).status).toBe(401);
    const { headers: answered } = await browser.call('/auth/logout', {}, { headers });
    expect(answered['clear-site-data']).toBe('"cache"');
    expect([...browser.cookies.keys()]).toEqual(['__Host-navegador']);
  });
});

describe('https on one side of the proxy only', () => {
  const ready = async ({ app }: TestServer) =>
    (await app.inject({ method: 'GET', url: '/listo' })).json<{ estado: string; aviso?: string }>();
  const forwarded = (proto: string) => ({
    'x-forwarded-proto': proto,
    'x-forwarded-for': '203.0.113.9',
  });
  const publicUrl = 'https://caja.empresa.test';
  // Each process warns of what it saw.
  const startBehind = () =>
    startTestServer({ config: { trustProxy: ['loopback'], publicUrl }, oneProcess: true });
  const credentials = (server: TestServer) => ({
    email: server.people[1].email,
    password: 'Caja2026',
  });

  test('a browser that cannot store the session is told why, and /listo and the log say it', async () => {
    const server = await startBehind();
    const browser = server.client();
    const headers = { ...forwarded('https'), origin: 'http://caja.empresa.test' };
    const { status, body } = await browser.call('/auth/user', credentials(server), { headers });
    expect([status, body]).toMatchObject([400, [{ msg: expect.stringContaining('https://') }]]);
    expect(browser.cookies.size).toBe(0);
    expect(await server.db.selectFrom('sesion').selectAll().execute()).toEqual([]);
    expect((await ready(server)).aviso).toMatch(/^El proxy dice https, pero el navegador/);
    expect(
      server.logged.filter(({ msg }) => /^El proxy dice https/.test(String(msg))),
    ).toHaveLength(1);
    const secure = { ...forwarded('https'), origin: publicUrl };
    const again = await browser.call('/auth/user', credentials(server), { headers: secure });
    expect(again.status).toBe(200);
    await server.close();
  });

  test('calls over http while PUBLIC_URL is https: /listo warns', async () => {
    const server = await startBehind();
    const browser = server.client();
    const call = (proto: string) =>
      browser.call('/auth/user', credentials(server), { headers: forwarded(proto) });
    await call('https');
    expect(await ready(server)).toEqual({ estado: 'listo', version });
    await call('http');
    expect((await ready(server)).aviso).toMatch(
      /^PUBLIC_URL es https, pero llegan llamadas como http/,
    );
    await server.close();
  });
});

describe('headers of a proxy', () => {
  const ready = async ({ app }: TestServer) =>
    (await app.inject({ method: 'GET', url: '/listo' })).json<{ estado: string; aviso?: string }>();
  const warnings = ({ logged }: TestServer) =>
    logged.filter(({ msg }) => String(msg).includes('TRUST_PROXY'));

  test.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
  ])(
    '%s without a trusted proxy: /listo warns from then on, and the log once',
    async (name, value) => {
      const alone = await startTestServer();
      expect(await ready(alone)).toEqual({ estado: 'listo', version });
      for (let time = 0; time < 3; time += 1)
        await alone.app.inject({ method: 'GET', url: '/', headers: { [name]: value } });
      expect(await ready(alone)).toEqual({
        estado: 'listo',
        version,
        aviso: expect.stringContaining('TRUST_PROXY'),
      });
      expect(warnings(alone)).toHaveLength(1);
      await alone.close();
    },
  );

  test('cause no warning from the trusted proxy, but one from another address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const request = { method: 'GET', url: '/', headers } as const;
    await behindProxy.app.inject(request);
    expect(await ready(behindProxy)).toEqual({ estado: 'listo', version });
    await behindProxy.app.inject({ ...request, remoteAddress: '198.51.100.7' });
    expect(await ready(behindProxy)).toHaveProperty('aviso');
    expect(warnings(behindProxy)).toHaveLength(1);
  });
});
