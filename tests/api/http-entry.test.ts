import { Readable } from 'node:stream';
import axios from 'axios';
import { describe, expect, test } from 'vitest';
import { apiBase, type CallPath, callPaths, calls } from '#contract/contract.ts';
import type { Call } from '#contract/call.ts';
import { profiles, type ProfileId } from '#machines/domain/people/profiles.ts';
import { testToken } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);

const closedPaths = callPaths.filter((path) => calls[path].who !== 'anyone');

describe('access to a call', () => {
  test.each(closedPaths)('%s answers 401 without a session', async (path) => {
    const { status, refusal } = await server.client().call(path, {});
    expect([status, refusal.status]).toEqual([401, '401']);
  });

  test.each(callPaths)('%s answers 401 to a wrong application token', async (path) => {
    const browser = await server.signIn(1);
    const { multipart }: Call = calls[path];
    if (multipart) return;
    const { status } = await browser.call(path, {}, { token: 'otro-token' });
    expect(status).toBe(401);
    expect((await browser.call(path, {}, { token: null })).status).toBe(401);
  });

  test.each(closedPaths)('%s answers 403 without the XSRF header', async (path) => {
    const browser = await server.signIn(1);
    const { status, refusal } = await browser.call(path, {}, { xsrf: null });
    expect([status, refusal.status]).toEqual([403, '403']);
  });

  test('answers 403 to the XSRF token of another session', async () => {
    const [browser, another] = [await server.signIn(1), await server.signIn(1)];
    const stolen = another.cookies.get('XSRF-TOKEN') ?? '';
    expect((await browser.call('/auth/sesion', {}, { xsrf: stolen })).status).toBe(403);
    browser.cookies.set('XSRF-TOKEN', stolen);
    expect((await browser.call('/auth/sesion', {})).status).toBe(403);
  });

  test('answers its refusal with 200 to a client that asks for it', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const client = axios.create({ baseURL: address + apiBase, headers: { 'X-Rechazos': '200' } });
    const sent = { token: testToken, email: 'nadie@cajamenor.test', password: 'Caja2026' };
    const { status, data } = await client.post('/auth/user', sent);
    expect([status, data[0].status, data[0].msg]).toEqual([
      200,
      '401',
      'Usuario o contraseña incorrectos',
    ]);
    const unread = client.post('/auth/user', sent, { headers: { 'X-Rechazos': 'no' } });
    await expect(unread).rejects.toMatchObject({ response: { status: 401 } });
  });

  const permissionOf = (path: CallPath) => {
    const { who }: Call = calls[path];
    return typeof who === 'string' ? null : who;
  };

  test.each(Object.keys(profiles).map(Number) as ProfileId[])(
    'follows exactly the permissions of profile %i',
    async (profile) => {
      const browser = await server.signIn(profile);
      for (const path of closedPaths) {
        const who = permissionOf(path);
        const list: readonly string[] = profiles[profile].permisos;
        const mayCall = who === null || who.some((permission) => list.includes(permission));
        if (path === '/auth/logout') continue;
        const { status } = await browser.call(path, { campo_desconocido: 1 });
        // Every body is invalid: a caller with the permission gets 400 or 415, any other one 403.
        const { multipart }: Call = calls[path];
        const expected = mayCall ? (multipart ? 415 : 400) : 403;
        expect([path, status]).toEqual([path, expected]);
      }
    },
  );

  test('is limited to the password change while one is pending', async () => {
    const person = await addPerson(server.db, {
      profile: 1,
      email: 'pendiente@cajamenor.test',
      cambiar_clave: 1,
    });
    const browser = await server.signIn(person.email);
    const refused = await browser.call('/obtenerUsuarios', {});
    expect([refused.status, refused.refusal.msg]).toEqual([
      403,
      'Debe cambiar su contraseña para continuar.',
    ]);
    expect((await browser.call('/datosGenerales', { tabla: 'tipo_doc' })).status).toBe(403);
    expect((await browser.call('/auth/sesion', {})).answer[0]).toMatchObject({
      cambiar_clave: 'si',
    });
    const body = { email: person.email, password: 'Nueva12345' };
    expect((await browser.call('/changePwd', body)).status).toBe(200);
    expect((await browser.call('/obtenerUsuarios', {})).status).toBe(200);
  });
});

describe('bodies', () => {
  const post = (payload: string, contentType = 'application/json') =>
    server.client().send({
      method: 'POST',
      url: `${apiBase}/auth/user`,
      headers: { 'content-type': contentType },
      payload,
    });

  test.each([
    ['JSON cut off', '{"token":'],
    ['nothing', ''],
    ['a poisoned prototype', `{"token":${JSON.stringify(testToken)},"__proto__":{"x":1}}`],
  ])('%s answers 400', async (_name, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual([{ status: '400', msg: 'La solicitud no es válida.' }]);
  });

  test.each([['null'], ['[]'], ['"texto"'], ['7']])(
    'the JSON %s has no token and answers 401',
    async (payload) => {
      expect((await post(payload)).statusCode).toBe(401);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'the type %s answers 415',
    async (contentType) => {
      const response = await post('{}', contentType);
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual([
        { status: '415', msg: 'La solicitud debe enviarse en formato JSON.' },
      ]);
    },
  );

  const tooLarge = [{ status: '413', msg: 'La solicitud es demasiado grande.' }];

  test('of more than a megabyte answer 413', async () => {
    const browser = await server.signIn(1);
    // A condition is an object, but this body is refused before it is validated.
    const body = { tabla: 'tipo_doc', condicional: 'x'.repeat(1_100_000) } as never;
    const { status, body: answer } = await browser.call('/datosGenerales', body);
    expect([status, answer]).toEqual([413, tooLarge]);
  });

  test('of more than four kilobytes without a session answer 413, also when streamed', async () => {
    const body = ' '.repeat(5_000);
    for (const path of ['/auth/user', '/recoverPassword', '/no-existe'])
      for (const payload of [body, Readable.from([Buffer.from(body)])]) {
        const response = await server.app.inject({
          method: 'POST',
          url: apiBase + path,
          headers: { 'content-type': 'application/json' },
          payload,
        });
        expect([path, response.statusCode, response.json()]).toEqual([path, 413, tooLarge]);
      }
    const largest = await post(JSON.stringify({ token: testToken }).padEnd(4_096, ' '));
    expect(largest.statusCode).toBe(422);
  });

  test('with unknown fields and wrong types answer 400 naming the field', async () => {
    const body = { email: 7, password: 'Caja2026', otro: 1 };
    const { status, refusal } = await server.client().call('/auth/user', body);
    expect(status).toBe(400);
    const mensaje = 'La solicitud no es válida: email debe ser un texto.';
    expect(refusal.msg).toBe(mensaje);
    expect(refusal.motivos).toContainEqual({ guardia: 'email', mensaje });
  });

  test('with invalid values answer 422 with every broken rule', async () => {
    const body = { email: 'sin arroba', password: 'corta' };
    const { status, refusal } = await server.client().call('/auth/user', body);
    expect(status).toBe(422);
    expect(refusal).toEqual({
      status: '422',
      msg: 'Por favor introduzca un correo válido.',
      motivos: [
        { guardia: 'email', mensaje: 'Por favor introduzca un correo válido.' },
        { guardia: 'password', mensaje: 'Tu contraseña necesita mínimo 6 caracteres.' },
      ],
    });
  });
});
