/** The second factor: enrolment, sign-in, recovery, reset, and profiles that require it. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { tidy } from '#server/operate/housekeeping.ts';
import { totpUri } from '#server/features/accounts/second-factor.repository.ts';
import { RECENT_SIGN_IN } from '#server/features/accounts/session.repository.ts';
import { addPerson, type NewPerson, type Person, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { codeAt, enrol, halfway } from '#tests/kit/second-factor.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);

/** Lets every delay after wrong codes expire. */
beforeEach(() => server.clock.advance(20 * 60_000));

const require = (...perfiles: ProfileId[]) =>
  server.db
    .updateTable('config')
    .set({ field_content: perfiles.join(',') })
    .where('field_name', '=', 'perfiles_segundo_factor')
    .execute();

let people = 0;
const newcomer = (given: Partial<NewPerson> = {}): Promise<Person> => {
  people += 1;
  return addPerson(server.db, { profile: 2, email: `factor${people}@cajamenor.test`, ...given });
};

async function enrolled(given: Partial<NewPerson> = {}) {
  const person = await newcomer(given);
  const browser = await server.signIn(person.email);
  return { person, browser, device: await enrol(server, browser) };
}

/** Subjects of the mails to a user in order, without the product name. */
async function mailsOf({ email }: Person): Promise<string[]> {
  const rows = await server.db
    .selectFrom('correo')
    .select('asunto')
    .where('para', '=', email)
    .orderBy('id')
    .execute();
  return rows.map(({ asunto }) => asunto.replace('Caja menor: ', ''));
}

const sessionsOf = ({ id }: Person) =>
  server.db.selectFrom('sesion').selectAll().where('id_usuario', '=', id).execute();

describe('a device', () => {
  test('generates the codes of RFC 6238', () => {
    // Appendix B: the secret is 12345678901234567890 in ASCII; its eight digits end with these six.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(codeAt(secret, 59_000)).toBe('287082');
    expect(codeAt(secret, 1_111_111_109_000)).toBe('081804');
  });

  test('gets a URI in the format of authenticator apps', () => {
    expect(totpUri('GEZDGNBVGY3TQOJQ', 'ana@tienda.test')).toBe(
      'otpauth://totp/Caja%20menor:ana%40tienda.test?issuer=Caja%20menor&secret=GEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('switching it on', () => {
  test('takes a right code, returns ten recovery codes, renews the session and ends the others', async () => {
    const person = await newcomer();
    const other = await server.signIn(person.email);
    const browser = await server.signIn(person.email);
    const before = browser.cookies.get('sid');
    const prepared = (await browser.call('/prepararSegundoFactor')).answer;
    expect(prepared.uri).toBe(totpUri(prepared.secreto, person.email));
    const wrong = await browser.call('/activarSegundoFactor', { codigo: '000000' });
    expect([wrong.status, wrong.refusal.motivos?.[0]?.guardia]).toEqual([422, 'codigo']);
    expect((await browser.call('/miSegundoFactor')).answer.activo).toBe(0);
    const codigo = codeAt(prepared.secreto, server.clock.now());
    const [{ codigos } = { codigos: [] }] = (
      await browser.call('/activarSegundoFactor', { codigo })
    ).answer;
    expect(new Set(codigos).size).toBe(10);
    for (const code of codigos) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    expect(browser.cookies.get('sid')).not.toBe(before);
    expect((await other.call('/auth/sesion')).status).toBe(401);
    expect(await sessionsOf(person)).toMatchObject([{ metodo: 'clave_totp' }]);
    expect((await browser.call('/miSegundoFactor')).answer).toEqual({
      activo: 1,
      exigido: 0,
      codigos_restantes: 10,
    });
  });

  test('leaves no recovery code in the database or the log, and is refused a second time', async () => {
    const { browser, device } = await enrolled();
    const rows = JSON.stringify(
      await server.db.selectFrom('codigo_recuperacion').selectAll().execute(),
    );
    await server.heard();
    const text = rows + JSON.stringify(server.logged);
    for (const code of device.codigos) expect(text).not.toContain(code.replaceAll('-', ''));
    expect((await browser.call('/prepararSegundoFactor')).status).toBe(409);
    const codigo = device.code();
    expect((await browser.call('/activarSegundoFactor', { codigo })).status).toBe(409);
  });

  /** A user who signed in `agoMs` ago, with a prepared secret and a function that activates it. */
  async function prepared(agoMs: number) {
    const person = await newcomer();
    const browser = await server.signIn(person.email);
    server.clock.advance(agoMs);
    const { secreto } = (await browser.call('/prepararSegundoFactor')).answer;
    const activate = async (body: object) => {
      const codigo = codeAt(secreto, server.clock.now());
      return browser.call('/activarSegundoFactor', { codigo, ...body });
    };
    return { person, browser, activate };
  }

  test('requires no password within five minutes of the sign-in', async () => {
    const { activate } = await prepared(RECENT_SIGN_IN);
    expect((await activate({})).status).toBe(200);
  });

  test('requires the current password more than five minutes after the sign-in', async () => {
    const { person, browser, activate } = await prepared(RECENT_SIGN_IN + 1);
    for (const [password_actual, mensaje] of [
      [undefined, 'Escriba su contraseña actual para continuar.'],
      [null, 'Escriba su contraseña actual para continuar.'],
      ['', 'Escriba su contraseña actual para continuar.'],
      ['equivocada', 'La contraseña actual no es correcta.'],
    ]) {
      const { status, refusal } = await activate({ password_actual });
      expect([status, refusal.motivos]).toEqual([422, [{ guardia: 'password_actual', mensaje }]]);
    }
    expect((await browser.call('/miSegundoFactor')).answer.activo).toBe(0);
    expect(await mailsOf(person)).toEqual([]);
    const right = { password_actual: testPassword };
    const wrong = await activate({ ...right, codigo: '000000' });
    expect([wrong.status, wrong.refusal.motivos?.[0]?.guardia]).toEqual([422, 'codigo']);
    expect((await activate(right)).status).toBe(200);
  });

  test('counts a wrong password as a failed attempt, and a missing one not', async () => {
    const { activate } = await prepared(RECENT_SIGN_IN + 1);
    for (let time = 0; time < 8; time += 1) expect((await activate({})).status).toBe(422);
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1)
      statuses.push((await activate({ password_actual: `equivocada${time}` })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  });

  test('is refused without a prepared secret', async () => {
    const { email } = await newcomer();
    const browser = await server.signIn(email);
    expect((await browser.call('/activarSegundoFactor', { codigo: '123456' })).status).toBe(409);
  });
});

describe('signing in', () => {
  test('without a second factor needs no code', async () => {
    const { email } = await newcomer();
    const answer = await server.client().call('/auth/user', { email, password: testPassword });
    expect(Object.keys(answer.answer[0] ?? {})).toEqual([
      'status',
      'msg',
      'email',
      'cambiar_clave',
      'permisos',
      'nombre',
      'id_usuario',
      'tipoperfil_id',
      'tipoperfil_nombre',
      'vence',
      'inactividad',
    ]);
    expect(String(answer.headers['set-cookie'])).not.toContain('ingreso=');
  });

  test('requires the code, and grants no access before it', async () => {
    const { person, device } = await enrolled();
    const browser = server.client();
    const body = { email: person.email, password: testPassword };
    const asked = await browser.call('/auth/user', body);
    expect([asked.status, asked.refusal.motivos?.[0]?.guardia]).toEqual([
      401,
      'secondFactorIsGiven',
    ]);
    expect([...browser.cookies.keys()]).toEqual(['ingreso']);
    expect(String(asked.headers['set-cookie'])).toMatch(
      /Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/,
    );
    for (const path of ['/auth/sesion', '/obtenerTiendas', '/miSegundoFactor'] as const)
      expect((await browser.call(path)).status).toBe(401);
    const given = await browser.call('/auth/codigo', { codigo: device.code() });
    expect(given.answer[0]).toMatchObject({ msg: 'Bienvenido', email: person.email });
    expect([...browser.cookies.keys()].toSorted()).toEqual(['XSRF-TOKEN', 'navegador', 'sid']);
    expect((await browser.call('/auth/sesion')).status).toBe(200);
    expect((await sessionsOf(person)).at(-1)?.metodo).toBe('clave_totp');
  });

  test('is bound to the browser that sent the password', async () => {
    const { person, device } = await enrolled();
    const browser = await halfway(server, person.email);
    const codigo = device.code();
    expect((await server.client().call('/auth/codigo', { codigo })).status).toBe(401);
    const outsider = server.client();
    outsider.cookies.set('ingreso', 'inventado');
    expect((await outsider.call('/auth/codigo', { codigo })).status).toBe(401);
    expect((await browser.call('/auth/codigo', { codigo })).status).toBe(200);
  });

  test.each([
    ['one step late', -30_000, 200],
    ['one step early', 30_000, 200],
    ['two steps late', -60_000, 401],
    ['two steps early', 60_000, 401],
  ])('with a clock %s (%s ms) answers %i', async (_, drift, status) => {
    const { person, device } = await enrolled();
    server.clock.advance(10 * 60_000);
    const browser = await halfway(server, person.email);
    const codigo = codeAt(device.secreto, server.clock.now() + drift);
    expect((await browser.call('/auth/codigo', { codigo })).status).toBe(status);
  });

  test('accepts a code once, and no earlier code after it', async () => {
    const { person, device } = await enrolled();
    const codigo = device.code();
    const first = await halfway(server, person.email);
    const second = await halfway(server, person.email);
    expect((await first.call('/auth/codigo', { codigo })).status).toBe(200);
    expect((await second.call('/auth/codigo', { codigo })).status).toBe(401);
    const earlier = codeAt(device.secreto, server.clock.now() - 30_000);
    expect((await second.call('/auth/codigo', { codigo: earlier })).status).toBe(401);
  });

  test('with a recovery code works once, in any case and spacing', async () => {
    const { person, device } = await enrolled();
    const [code = ''] = device.codigos;
    const browser = await halfway(server, person.email);
    const typed = ` ${code.replaceAll('-', ' ').toLowerCase()} `;
    expect((await browser.call('/auth/codigo', { codigo: typed })).status).toBe(200);
    expect((await sessionsOf(person)).at(-1)?.metodo).toBe('clave_recuperacion');
    expect((await browser.call('/miSegundoFactor')).answer.codigos_restantes).toBe(9);
    const again = await halfway(server, person.email);
    expect((await again.call('/auth/codigo', { codigo: code })).status).toBe(401);
  });

  test('must be restarted after five wrong codes or five minutes', async () => {
    const { person, device } = await enrolled();
    const tired = await halfway(server, person.email);
    const reasons: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      reasons.push(
        (await tired.call('/auth/codigo', { codigo: '000000' })).refusal.motivos?.[0]?.guardia,
      );
    expect(reasons).toEqual(['codigo', 'codigo', 'codigo', 'codigo', 'signInIsPending']);
    server.clock.advance(2 * 60_000);
    expect((await tired.call('/auth/codigo', { codigo: device.code() })).status).toBe(401);
    const late = await halfway(server, person.email);
    server.clock.advance(5 * 60_000);
    const answer = await late.call('/auth/codigo', { codigo: device.code() });
    expect(answer.refusal.motivos?.[0]?.guardia).toBe('signInIsPending');
    await tidy(server.db, server.clock.now());
    const left = await server.db.selectFrom('ingreso_pendiente').selectAll().execute();
    expect(left.filter(({ id_usuario }) => id_usuario === person.id)).toEqual([]);
  });

  test('limits guesses per account across sign-ins', async () => {
    const { person } = await enrolled();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const browser = await halfway(server, person.email);
      statuses.push((await browser.call('/auth/codigo', { codigo: '000000' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  test('that is pending ends when the password changes', async () => {
    const { person, browser, device } = await enrolled();
    const waiting = await halfway(server, person.email);
    await browser.call('/changePwd', { email: person.email, password: 'Nueva12345' });
    expect((await waiting.call('/auth/codigo', { codigo: device.code() })).status).toBe(401);
    expect(await sessionsOf(person)).toMatchObject([{ metodo: 'clave_totp' }]);
  });

  test('with a temporary password consumes it at the code, and requires a new one', async () => {
    const { person, device } = await enrolled();
    await server.client().call('/recoverPassword', { email: person.email });
    const { texto } = await server.db
      .selectFrom('correo')
      .select('texto')
      .where('para', '=', person.email)
      .where('asunto', 'like', '%temporal%')
      .executeTakeFirstOrThrow();
    const password = /temporal es: (\S+)/.exec(texto)?.[1];
    const [one, two] = [server.client(), server.client()];
    for (const browser of [one, two])
      await browser.call('/auth/user', { email: person.email, password });
    const given = await one.call('/auth/codigo', { codigo: device.code() });
    expect(given.answer[0]?.cambiar_clave).toBe('si');
    expect((await two.call('/auth/codigo', { codigo: device.code() })).status).toBe(401);
  });
});

describe('the own second factor', () => {
  test('triggers a mail without secrets at activation, renewal and deactivation', async () => {
    const { browser, device, person } = await enrolled();
    expect(await mailsOf(person)).toEqual(['segundo factor activado']);
    await browser.call('/renovarCodigos', { codigo: '000000' });
    await browser.call('/desactivarSegundoFactor', { codigo: '000000' });
    expect(await mailsOf(person)).toHaveLength(1);
    const [renewed] = (await browser.call('/renovarCodigos', { codigo: device.code() })).answer;
    await browser.call('/desactivarSegundoFactor', { codigo: device.code() });
    expect(await mailsOf(person)).toEqual([
      'segundo factor activado',
      'códigos de recuperación nuevos',
      'segundo factor desactivado',
    ]);
    const rows = await server.db
      .selectFrom('correo')
      .select('texto')
      .where('para', '=', person.email)
      .execute();
    const text = JSON.stringify(rows);
    for (const secret of [device.secreto, ...device.codigos, ...(renewed?.codigos ?? [])])
      expect(text).not.toContain(secret);
  });

  test('is switched off with a device code or a recovery code', async () => {
    for (const kind of ['device', 'recovery'] as const) {
      const { browser, device, person } = await enrolled();
      const wrong = await browser.call('/desactivarSegundoFactor', { codigo: '000000' });
      expect([wrong.status, wrong.refusal.motivos?.[0]?.guardia]).toEqual([422, 'codigo']);
      const codigo = kind === 'device' ? device.code() : device.codigos[3];
      expect((await browser.call('/desactivarSegundoFactor', { codigo })).status).toBe(200);
      expect((await browser.call('/miSegundoFactor')).answer.activo).toBe(0);
      expect((await browser.call('/desactivarSegundoFactor', { codigo })).status).toBe(409);
      await server.signIn(person.email);
    }
  });

  test('gets new recovery codes that replace the old ones', async () => {
    const { browser, device, person } = await enrolled();
    const codigo = device.code();
    const [renewed] = (await browser.call('/renovarCodigos', { codigo })).answer;
    expect(renewed?.codigos).toHaveLength(10);
    expect((await browser.call('/renovarCodigos', { codigo })).status).toBe(422);
    const again = await halfway(server, person.email);
    expect((await again.call('/auth/codigo', { codigo: device.codigos[0] })).status).toBe(401);
    expect((await again.call('/auth/codigo', { codigo: renewed?.codigos[0] })).status).toBe(200);
  });

  test('cannot be guessed from an open session', async () => {
    const { browser } = await enrolled();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await browser.call('/desactivarSegundoFactor', { codigo: '000000' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('a profile that requires a second factor', () => {
  test('must enrol before any other call, after a due password change', async () => {
    const person = await newcomer({ profile: 7, cambiar_clave: 1 });
    await require(7);
    const browser = server.client();
    const signedIn = await browser.call('/auth/user', {
      email: person.email,
      password: testPassword,
    });
    expect(signedIn.answer[0]).toMatchObject({ cambiar_clave: 'si', segundo_factor: 'inscribir' });
    expect((await browser.call('/prepararSegundoFactor')).status).toBe(403);
    await browser.call('/changePwd', { email: person.email, password: 'Nueva12345' });
    for (const path of [
      '/obtenerTiendas',
      '/misSesiones',
      '/flujoFiltros',
      '/changePwd',
    ] as const) {
      const { status, refusal } = await browser.call(path, { email: person.email });
      expect([status, refusal.msg]).toEqual([
        403,
        'Debe activar el segundo factor para continuar.',
      ]);
    }
    expect((await browser.get('/documentos/consolidado')).statusCode).toBe(403);
    expect((await browser.call('/auth/sesion')).answer[0]?.segundo_factor).toBe('inscribir');
    const device = await enrol(server, browser);
    expect((await browser.call('/auth/sesion')).answer[0]?.segundo_factor).toBeUndefined();
    expect((await browser.call('/obtenerTiendas')).status).toBe(200);
    const off = await browser.call('/desactivarSegundoFactor', { codigo: device.code() });
    expect([off.status, off.refusal.msg]).toEqual([409, 'Su perfil exige el segundo factor.']);
    await require();
  });

  test('is set in the settings, and open sessions continue until the next sign-in', async () => {
    const admin = await server.signIn(1);
    const person = await newcomer({ profile: 7 });
    const before = await server.signIn(person.email);
    const settings = { monto_maximo: 500_000, perfiles_segundo_factor: [7, 6, 7] };
    expect((await admin.call('/configGeneral', settings)).status).toBe(200);
    const { field_content } = await server.db
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', 'perfiles_segundo_factor')
      .executeTakeFirstOrThrow();
    expect(field_content).toBe('6,7');
    expect((await before.call('/obtenerTiendas')).status).toBe(200);
    const after = await server.signIn(person.email);
    expect((await after.call('/obtenerTiendas')).status).toBe(403);
    await admin.call('/configGeneral', { monto_maximo: 500_000 });
    expect(
      (await server.client().call('/auth/user', { email: person.email, password: testPassword }))
        .answer[0]?.segundo_factor,
    ).toBe('inscribir');
    const wrong = { monto_maximo: 500_000, perfiles_segundo_factor: [9] };
    expect((await admin.call('/configGeneral', wrong)).status).toBe(400);
    await require();
  });
});

describe('an administrator', () => {
  test('sees who has a second factor, and resets it', async () => {
    const { person, browser, device } = await enrolled();
    const admin = await server.signIn(1);
    const shown = async () =>
      (await admin.call('/obtenerUsuarioById', { id_usuario: person.id })).answer.segundo_factor;
    const listed = (await admin.call('/obtenerUsuarios', { buscar: person.email })).answer;
    expect(listed).toMatchObject([{ segundo_factor: 1 }]);
    expect(await shown()).toBe(1);
    const waiting = await halfway(server, person.email);
    const reset = await admin.call('/restablecerSegundoFactor', { id_usuario: person.id });
    expect(reset.status).toBe(200);
    expect(await shown()).toBe(0);
    expect((await browser.call('/auth/sesion')).status).toBe(401);
    expect((await waiting.call('/auth/codigo', { codigo: device.code() })).status).toBe(401);
    await server.signIn(person.email);
    expect(await mailsOf(person)).toEqual([
      'segundo factor activado',
      'segundo factor restablecido',
    ]);
    await server.heard();
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: 'segundo factor restablecido',
        usuario: person.id,
        por: server.people[1].id,
      }),
    );
    const reported = await server.db
      .selectFrom('evento_administracion')
      .select(['evento', 'id_actor', 'payload'])
      .where('tabla', '=', 'segundo_factor')
      .orderBy('secuencia', 'desc')
      .limit(2)
      .execute();
    expect(reported).toEqual([
      { evento: 'REMOVE', id_actor: server.people[1].id, payload: `{"${person.id}":null}` },
      { evento: 'EDIT', id_actor: person.id, payload: `{"${person.id}":{"activo":1}}` },
    ]);
    const again = await admin.call('/restablecerSegundoFactor', { id_usuario: person.id });
    expect(again.status).toBe(409);
  });

  test('cannot reset the own one, nor a user editor that of a user with more rights', async () => {
    const admin = await server.signIn(1);
    const own = await admin.call('/restablecerSegundoFactor', { id_usuario: server.people[1].id });
    expect(own.status).toBe(409);
    const { person } = await enrolled({ profile: 6 });
    const clerk = await newcomer({ permisos: ['listarUsuarios', 'editarUsuario'] });
    const browser = await server.signIn(clerk.email);
    const refused = await browser.call('/restablecerSegundoFactor', { id_usuario: person.id });
    expect(refused.status).toBe(403);
  });
});

test('a pending sign-in is stored as a hash', async () => {
  const { person } = await enrolled();
  const browser = await halfway(server, person.email);
  const token = browser.cookies.get('ingreso') ?? '';
  const rows = await server.db
    .selectFrom('ingreso_pendiente')
    .select('token_hash')
    .where('id_usuario', '=', person.id)
    .execute();
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest('hex') }]);
});
