import { describe, expect, test } from 'vitest';
import { profiles, type ProfileId } from '#machines/domain/people/profiles.ts';
import { ATTEMPT_WINDOW } from '#server/features/accounts/attempts.ts';
import { ABSOLUTE_LIMIT, IDLE_LIMIT } from '#server/features/accounts/session.repository.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);

const refused = [{ status: '401', msg: 'Usuario o contraseña incorrectos' }];

const newcomer = (name: string, given: { active_?: 0 | 1 } = {}) =>
  addPerson(server.db, { profile: 2, email: `${name}@cajamenor.test`, ...given });

describe('signing in', () => {
  test.each(Object.keys(profiles).map(Number) as ProfileId[])(
    'returns the permissions of profile %i',
    async (profile) => {
      const person = server.people[profile];
      const { answer } = await server.client().call('/auth/user', {
        email: ` ${person.email.toUpperCase()}`.trim(),
        password: 'Caja2026',
      });
      expect(answer).toEqual([
        {
          status: '200',
          msg: 'Bienvenido',
          email: person.email,
          cambiar_clave: 'no',
          permisos: profiles[profile].permisos.join(','),
          nombre: person.nombre,
          id_usuario: person.id,
          tipoperfil_id: profile,
          tipoperfil_nombre: profiles[profile].nombre,
          vence: server.clock.now() + 12 * 60 * 60_000,
          inactividad: 30 * 60_000,
        },
      ]);
    },
  );

  test('returns the own permissions of a user instead of those of the profile', async () => {
    const { email } = await addPerson(server.db, {
      profile: 6,
      email: 'lista.propia@cajamenor.test',
      permisos: ['verTiendas', 'flujo'],
    });
    const browser = await server.signIn(email);
    const { answer } = await browser.call('/auth/sesion');
    expect(answer[0]?.permisos).toBe('verTiendas,flujo');
    expect((await browser.call('/cajasPendientesContabilidad', { estado: 4 })).status).toBe(403);
  });

  test('refuses a wrong password, an unknown and an inactive user with the same answer', async () => {
    const inactive = await newcomer('inactiva', { active_: 0 });
    const tries = [
      { email: server.people[7].email, password: 'Equivocada1' },
      { email: 'nadie@cajamenor.test', password: 'Caja2026' },
      { email: inactive.email, password: 'Caja2026' },
    ];
    for (const body of tries) {
      const { status, body: answer, headers } = await server.client().call('/auth/user', body);
      expect([status, answer]).toEqual([401, refused]);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('stores no cookie value of the browser', async () => {
    const browser = await server.signIn(1);
    const rows = await server.db.selectFrom('sesion').selectAll().execute();
    const text = JSON.stringify(rows);
    expect(text).not.toContain(browser.cookies.get('sid'));
    expect(text).not.toContain(browser.cookies.get('XSRF-TOKEN'));
  });

  test('replaces the previous session of the browser', async () => {
    const browser = await server.signIn(1);
    const before = browser.copy();
    await browser.call('/auth/user', { email: server.people[2].email, password: 'Caja2026' });
    expect(browser.cookies.get('sid')).not.toBe(before.cookies.get('sid'));
    expect((await before.call('/auth/sesion')).status).toBe(401);
    expect((await browser.call('/auth/sesion')).answer[0]?.tipoperfil_id).toBe(2);
  });
});

describe('guessing', () => {
  const guess = (email: string) =>
    server.client().call('/auth/user', { email, password: 'Equivocada1' });

  test('is slowed down per account, without locking it', async () => {
    const { email } = await newcomer('adivinada');
    for (let failure = 0; failure < 5; failure += 1) expect((await guess(email)).status).toBe(401);
    const right = { email, password: 'Caja2026' };
    const { status, refusal } = await server.client().call('/auth/user', right);
    expect([status, refusal.msg]).toEqual([
      429,
      'Demasiados intentos. Espere un momento e intente de nuevo.',
    ]);
    server.clock.advance(1_000);
    expect((await guess(email)).status).toBe(401);
    server.clock.advance(1_000);
    expect((await server.client().call('/auth/user', right)).status).toBe(429);
    server.clock.advance(1_000);
    expect((await server.client().call('/auth/user', right)).status).toBe(200);
    // A success resets the failures before it.
    expect((await guess(email)).status).toBe(401);
  });

  test('counts simultaneous attempts', async () => {
    const { email } = await newcomer('simultanea');
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(email)));
    const tried = answers.filter(({ status }) => status === 401);
    expect(tried.length).toBe(5);
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  test('at many accounts does not slow down another account of the address', async () => {
    server.clock.advance(ATTEMPT_WINDOW);
    const { email } = await newcomer('oficina');
    for (let account = 0; account < 60; account += 1)
      expect((await guess(`cuenta${account}@cajamenor.test`)).status).toBe(401);
    await server.signIn(email);
  });
});

describe('a session', () => {
  test('ends after half an hour without requests', async () => {
    const browser = await server.signIn(1);
    server.clock.advance(IDLE_LIMIT - 1);
    expect((await browser.call('/auth/sesion')).status).toBe(200);
    server.clock.advance(IDLE_LIMIT - 1);
    expect((await browser.call('/auth/sesion')).status).toBe(200);
    server.clock.advance(IDLE_LIMIT);
    const { status, refusal } = await browser.call('/auth/sesion');
    expect([status, refusal.msg]).toEqual([401, 'Su sesión terminó. Inicie sesión de nuevo.']);
  });

  test('ends after twelve hours despite requests', async () => {
    const browser = await server.signIn(1);
    const end = server.clock.now() + ABSOLUTE_LIMIT;
    while (server.clock.now() + IDLE_LIMIT / 2 < end) {
      server.clock.advance(IDLE_LIMIT / 2);
      expect((await browser.call('/auth/sesion')).status).toBe(200);
    }
    const { answer } = await browser.call('/auth/sesion');
    expect(answer[0]?.vence).toBe(end);
    server.clock.set(end);
    expect((await browser.call('/auth/sesion')).status).toBe(401);
  });

  test('ends at once when its user is deactivated', async () => {
    const { id, email } = await newcomer('despedida');
    const browser = await server.signIn(email);
    const admin = await server.signIn(1);
    await admin.call('/actdesElemento', { id_elemento: id, opc: 0, tabla: 'usuarios' });
    expect((await browser.call('/auth/sesion')).status).toBe(401);
  });

  test('ends at sign-out', async () => {
    const browser = await server.signIn(1);
    const copy = browser.copy();
    expect((await browser.call('/auth/logout')).answer).toEqual([{ status: '200' }]);
    // The remaining cookie only marks a browser with an earlier sign-in.
    expect([...browser.cookies.keys()]).toEqual(['navegador']);
    expect((await copy.call('/auth/sesion')).status).toBe(401);
  });
});

describe('changing the password', () => {
  test('sets a new cookie and ends the other sessions', async () => {
    const { email } = await newcomer('cambia');
    const [browser, elsewhere] = [await server.signIn(email), await server.signIn(email)];
    const before = browser.copy();
    const { status } = await browser.call('/changePwd', { email, password: 'Nueva12345' });
    expect(status).toBe(200);
    expect((await browser.call('/auth/sesion')).answer[0]?.cambiar_clave).toBe('no');
    expect((await before.call('/auth/sesion')).status).toBe(401);
    expect((await elsewhere.call('/auth/sesion')).status).toBe(401);
    const old = await server.client().call('/auth/user', { email, password: 'Caja2026' });
    expect(old.status).toBe(401);
    await server.signIn(email, 'Nueva12345');
  });

  test('is refused for another user', async () => {
    const browser = await server.signIn(2);
    const body = { email: server.people[1].email, password: 'Nueva12345' };
    expect((await browser.call('/changePwd', body)).status).toBe(403);
    await server.signIn(1);
  });

  test.each(['corta1', 'once1234567', 'con espacio', 'contraseña'])(
    'refuses «%s»',
    async (password) => {
      const browser = await server.signIn(2);
      const { status, refusal } = await browser.call('/changePwd', {
        email: server.people[2].email,
        password,
      });
      expect([status, refusal.msg]).toEqual([
        422,
        'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)',
      ]);
    },
  );
});

describe('recovering the password', () => {
  const mailedTo = (email: string) =>
    server.db
      .selectFrom('correo')
      .select(['asunto', 'texto'])
      .where('para', '=', email)
      .orderBy('id', 'desc')
      .execute();

  const temporaryFor = async (email: string) => {
    await server.client().call('/recoverPassword', { email });
    const [mail] = await mailedTo(email);
    return /temporal es: (\w{10})\n/.exec(mail?.texto ?? '')?.[1] ?? '';
  };

  test('answers the same whether the address is known or not', async () => {
    const { email } = await newcomer('olvida');
    const known = await server.client().call('/recoverPassword', { email });
    const unknown = await server.client().call('/recoverPassword', { email: 'no@cajamenor.test' });
    expect(known.body).toEqual([
      { status: '200', msg: 'Si el correo está registrado, recibirá una contraseña temporal.' },
    ]);
    expect(unknown.body).toEqual(known.body);
    expect(await mailedTo(email)).toHaveLength(1);
    expect(await mailedTo('no@cajamenor.test')).toEqual([]);
  });

  test('mails a single-use password that must be changed, and leaves the old one valid', async () => {
    const { email } = await newcomer('olvida.dos');
    const temporary = await temporaryFor(email);
    await server.signIn(email);
    const browser = server.client();
    const { answer } = await browser.call('/auth/user', { email, password: temporary });
    expect(answer[0]?.cambiar_clave).toBe('si');
    const body = { id_tienda: server.store.id };
    expect((await browser.call('/obtenerCajaActual', body)).status).toBe(403);
    const again = await server.client().call('/auth/user', { email, password: temporary });
    expect(again.body).toEqual(refused);
    expect((await browser.call('/changePwd', { email, password: 'Nueva12345' })).status).toBe(200);
    await server.signIn(email, 'Nueva12345');
  });

  test('mails a password that only one of three simultaneous sign-ins can use', async () => {
    const { email } = await newcomer('olvida.tres');
    const password = await temporaryFor(email);
    const tries = await Promise.all(
      [1, 2, 3].map(() => server.client().call('/auth/user', { email, password })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('mails a password that expires, and that a later one does not invalidate', async () => {
    const { email } = await newcomer('olvida.cuatro');
    const enter = async (password: string) =>
      (await server.client().call('/auth/user', { email, password })).status;
    const first = await temporaryFor(email);
    server.clock.advance(5 * 60_000);
    const second = await temporaryFor(email);
    server.clock.advance(5 * 60_000);
    const third = await temporaryFor(email);
    expect(new Set([first, second, third]).size).toBe(3);
    server.clock.advance(20 * 60_000 - 1);
    expect(await enter(first)).toBe(200);
    expect(await enter(first)).toBe(401);
    server.clock.advance(1);
    expect(await enter(second)).toBe(200);
    server.clock.advance(10 * 60_000);
    expect(await enter(third)).toBe(401);
  });

  test('sends no mail to an inactive user', async () => {
    const { email } = await newcomer('olvida.cinco', { active_: 0 });
    await server.client().call('/recoverPassword', { email });
    expect(await mailedTo(email)).toEqual([]);
  });

  test('sends at most one mail in five minutes, and always answers the same', async () => {
    const { email } = await newcomer('olvida.seis');
    const mailsAfter = async (minutes: number) => {
      server.clock.advance(minutes * 60_000);
      expect((await server.client().call('/recoverPassword', { email })).answer).toEqual([
        { status: '200', msg: 'Si el correo está registrado, recibirá una contraseña temporal.' },
      ]);
      return (await mailedTo(email)).length;
    };
    expect([await mailsAfter(0), await mailsAfter(0), await mailsAfter(4)]).toEqual([1, 1, 1]);
    expect([await mailsAfter(1), await mailsAfter(4)]).toEqual([2, 2]);
  });
});
