/** Sign-in with the account of the company, against a real OpenID Connect provider. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/contract.ts';
import { profiles } from '#machines/domain/people/profiles.ts';
import { tidy } from '#server/operate/housekeeping.ts';
import { lengthOf } from '#tests/kit/full-length.ts';
import type { TestClient } from '#tests/kit/client.ts';
import {
  type CompanyAccounts,
  type Employee,
  clientId,
  clientSecret,
  startCompanyAccounts,
} from '#tests/kit/company-accounts.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const MINUTE = 60_000;
const returnTo = 'https://caja.prueba.test/ingreso/compania/respuesta';
const server = perFile(() => startTestServer({ config: { oidcClientSecret: clientSecret } }));

let accounts: CompanyAccounts;
let admin: TestClient;
type Settings = RequestOf<'/guardarIngresoCompania'>;

const usualGroups: Settings['grupos'] = [
  { grupo: 'contadores', tipo: 6, tiendas: '' },
  { grupo: 'tiendas', tipo: 2, tiendas: 'CC-01' },
  { grupo: 'supervisores', tipo: 3, tiendas: '' },
  { grupo: 'zona', tipo: 3, tiendas: 'CC-09' },
  { grupo: 'control', tipo: 7, tiendas: '' },
];

async function save(changes: Partial<Settings> = {}, by = admin) {
  const { version } = (await by.call('/ingresoCompania')).answer;
  return by.call('/guardarIngresoCompania', {
    version,
    activo: 1,
    emisor: accounts.issuer,
    cliente: clientId,
    dato_grupos: 'groups',
    nuevos: 'crear',
    grupos: usualGroups,
    sin_clave: [],
    ...changes,
  });
}

beforeAll(async () => {
  accounts = await startCompanyAccounts(returnTo);
  admin = await server.signIn(1);
});
afterAll(() => accounts.close());
beforeEach(async () => {
  accounts.forge = null;
  accounts.forgeKey = accounts.ownKey;
  // A new window of the rate limit, and a session that has not ended.
  server.clock.advance(MINUTE);
  admin = await server.signIn(1);
  expect((await save()).status).toBe(200);
});

let employees = 0;
function employ(given: Partial<Employee> = {}): Employee {
  employees += 1;
  const employee = {
    sub: `sujeto-${employees}`,
    email: `empleado${employees}@compania.test`,
    email_verified: true,
    name: `Empleado ${employees}`,
    groups: ['tiendas'],
    ...given,
  };
  accounts.employees.set(employee.sub, employee);
  return employee;
}

const pathIn = (address: string) => new URL(address).pathname + new URL(address).search;
const ofReturn = (location: unknown) => String(location);

/** Begins a sign-in in a browser. @returns the address to which the provider leads back */
async function wayBack(browser: TestClient, { sub }: Employee, from = '/ingreso/compania') {
  const { statusCode, headers } = await browser.get(from);
  expect(statusCode).toBe(302);
  accounts.signedIn = sub;
  return pathIn(await accounts.follow(ofReturn(headers.location)));
}

async function enter(employee: Employee, browser = server.client()) {
  const back = await browser.get(await wayBack(browser, employee));
  return { browser, to: ofReturn(back.headers.location) };
}

async function entered(employee: Employee) {
  const { browser, to } = await enter(employee);
  expect(to).toBe('/?ingreso');
  const [session] = (await browser.call('/auth/sesion')).answer;
  return { browser, session };
}

const refusal = (motivo: string) => `/#/login?compania=${motivo}`;
const userOf = ({ email }: Employee) =>
  server.db.selectFrom('usuarios').selectAll().where('email', '=', email).executeTakeFirst();
const isIn = async (browser: TestClient) => (await browser.call('/auth/sesion')).status === 200;

/** Profiles that must have a second factor. */
const requireFactor = (field_content: string) =>
  server.db
    .updateTable('config')
    .set({ field_content })
    .where('field_name', '=', 'perfiles_segundo_factor')
    .execute();

describe('a first sign-in', () => {
  test('creates the person with the profile and the stores of the groups, and asks for nothing', async () => {
    await requireFactor('2');
    const employee = employ({ name: 'Nueva Persona' });
    const { session } = await entered(employee);
    expect(session).toMatchObject({
      nombre: 'Nueva Persona',
      email: employee.email,
      tipoperfil_id: 2,
      cambiar_clave: 'no',
      permisos: profiles[2].permisos.join(','),
    });
    expect(session).not.toHaveProperty('segundo_factor');
    await requireFactor('');
    const stores = await server.db
      .selectFrom('responsable_tienda')
      .innerJoin('tiendas', 'tiendas.id', 'responsable_tienda.id_tienda')
      .select(['centro_costo', 'responsable_tienda.tipo'])
      .where('id_usuario', '=', session?.id_usuario ?? 0)
      .execute();
    expect(stores.length).toBeGreaterThan(0);
    for (const store of stores) expect(store).toEqual({ centro_costo: 'CC-01', tipo: 2 });
    const events = await server.db
      .selectFrom('evento_administracion')
      .select(['evento', 'ingreso', 'id_actor'])
      .where('tabla', '=', 'identidad')
      .where('id_actor', '=', session?.id_usuario ?? 0)
      .orderBy('secuencia')
      .execute();
    expect(events.map(({ evento, ingreso }) => [evento, ingreso])).toEqual([
      ['CREATE', 'compania'],
      ['SIGN_IN', 'compania'],
    ]);
    // No password opens the account.
    const guessed = await server
      .client()
      .call('/auth/user', { email: employee.email, password: 'Caja2026' });
    expect(guessed.status).toBe(401);
  });

  test('is refused for an unknown group, and where new people are not created', async () => {
    const unknown = employ({ groups: ['cafeteria'] });
    expect((await enter(unknown)).to).toBe(refusal('grupo'));
    const none = employ({ groups: [] });
    expect((await enter(none)).to).toBe(refusal('grupo'));
    await save({ nuevos: 'rechazar' });
    const newcomer = employ();
    expect((await enter(newcomer)).to).toBe(refusal('nuevo'));
    for (const one of [unknown, none, newcomer]) expect(await userOf(one)).toBeUndefined();
  });

  test('gives rights that move no money for a day, and the others are notified', async () => {
    await server.db.updateTable('usuarios').set({ creado: 1 }).execute();
    const employee = employ({ name: 'Contadora Nueva', groups: ['contadores'] });
    await entered(employee);
    expect((await userOf(employee))?.derechos_desde).toBe(server.clock.now());
    const notices = await server.db
      .selectFrom('aviso_derechos')
      .select(['id_usuario', 'texto'])
      .where('texto', 'like', '%Contadora Nueva%')
      .execute();
    expect(notices).toContainEqual({
      id_usuario: server.people[1].id,
      texto: 'El ingreso de la compañía creó el usuario de Contadora Nueva.',
    });
    expect(notices.some(({ id_usuario }) => id_usuario === server.people[6].id)).toBe(true);
  });

  test('ends the session that the browser had, whose cookie does not come back from another site', async () => {
    const before = await server.signIn(2);
    const employee = employ();
    const way = await wayBack(before, employee);
    const other = await server.signIn(2);
    const returning = server.client();
    for (const [name, value] of before.cookies)
      if (name !== 'sid') returning.cookies.set(name, value);
    expect(await isIn(before)).toBe(true);
    expect(ofReturn((await returning.get(way)).headers.location)).toBe('/?ingreso');
    expect([await isIn(before), await isIn(other), await isIn(returning)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('in five browsers at once creates one user', async () => {
    const employee = employ();
    const ways = [];
    for (let at = 0; at < 5; at += 1) {
      const browser = server.client();
      ways.push({ browser, back: await wayBack(browser, employee) });
    }
    const answers = await Promise.all(ways.map(({ browser, back }) => browser.get(back)));
    expect(answers.map(({ headers }) => headers.location)).toEqual(Array(5).fill('/?ingreso'));
    const users = await server.db
      .selectFrom('usuarios')
      .select('id')
      .where('email', '=', employee.email)
      .execute();
    expect(users).toHaveLength(1);
  });

  test('of many people at once by groups', { timeout: 600_000 }, async () => {
    const many = Array.from({ length: lengthOf('SIGN_INS', { full: 1_000, short: 20 }) }, () =>
      employ(),
    );
    const begun = performance.now();
    for (let at = 0; at < many.length; at += 5) {
      server.clock.advance(MINUTE);
      const chunk = many.slice(at, at + 5);
      const ways = [];
      for (const one of chunk) {
        const browser = server.client();
        ways.push({ browser, back: await wayBack(browser, one) });
      }
      const answers = await Promise.all(ways.map(({ browser, back }) => browser.get(back)));
      expect(answers.map(({ headers }) => headers.location)).toEqual(chunk.map(() => '/?ingreso'));
    }
    const seconds = (performance.now() - begun) / 1_000;
    process.stdout.write(`${many.length} first sign-ins: ${seconds.toFixed(1)} s\n`);
  });
});

describe('an account of somebody else', () => {
  test('is not opened by an e-mail, verified or not', async () => {
    const victim = await addPerson(server.db, { profile: 6, email: 'victima@compania.test' });
    const unverified = employ({ email: victim.email, email_verified: false });
    expect((await enter(unverified)).to).toBe(refusal('correo'));
    const verified = employ({ email: 'Victima@Compania.test' });
    expect((await enter(verified)).to).toBe(refusal('unir'));
    const joined = await server.db
      .selectFrom('identidad')
      .select('id')
      .where('id_usuario', '=', victim.id)
      .execute();
    expect(joined).toEqual([]);
  });

  test('is joined once, by who is signed in and has the same verified e-mail', async () => {
    const person = await addPerson(server.db, { profile: 2, email: 'une@compania.test' });
    const browser = await server.signIn(person.email);
    const begin = async () => {
      const [answer] = (await browser.call('/unirCuentaCompania')).answer;
      return answer?.direccion ?? '';
    };
    const join = async (employee: Employee) =>
      ofReturn(
        (await browser.get(await wayBack(browser, employee, await begin()))).headers.location,
      );
    const back = (motivo: string) => `/#/mi-cuenta?compania=${motivo}`;
    expect(await join(employ({ email: 'otra@compania.test' }))).toBe(back('otro'));
    expect(await join(employ({ email: person.email, email_verified: false }))).toBe(back('correo'));
    expect((await browser.call('/miCuentaCompania')).answer).toEqual({ activo: 1, unida: 0 });
    const employee = employ({ email: person.email });
    expect(await join(employee)).toBe('/#/mi-cuenta');
    expect((await browser.call('/miCuentaCompania')).answer).toEqual({ activo: 1, unida: 1 });
    const again = await browser.call('/unirCuentaCompania');
    expect(again.status).toBe(409);
    // From now on by issuer and subject: the e-mail no longer matters.
    accounts.employees.set(employee.sub, { ...employee, email: 'nuevo@compania.test' });
    expect((await entered(employee)).session?.id_usuario).toBe(person.id);
  });

  test('needs a link that was not used and a session that has not ended', async () => {
    const person = await addPerson(server.db, { profile: 2, email: 'enlace@compania.test' });
    const browser = await server.signIn(person.email);
    const [first] = (await browser.call('/unirCuentaCompania')).answer;
    const link = first?.direccion ?? '';
    const employee = employ({ email: person.email });
    const way = await wayBack(browser, employee, link);
    expect((await browser.get(link)).headers.location).toBe(refusal('vencido'));
    await browser.call('/auth/logout');
    expect((await browser.get(way)).headers.location).toBe('/#/mi-cuenta?compania=vencido');
    // The link is no state of a sign-in.
    const other = await server.signIn(person.email);
    const [second] = (await other.call('/unirCuentaCompania')).answer;
    const secret = (second?.direccion ?? '').split('union=')[1] ?? '';
    other.cookies.set('ingreso_compania', secret);
    const forged = await other.get(`/ingreso/compania/respuesta?code=x&state=${secret}`);
    expect(forged.headers.location).toBe(refusal('vencido'));
  });
});

describe('the rights of every sign-in', () => {
  test('go with the group, and so do the open sessions', async () => {
    const employee = employ({ groups: ['control'] });
    const { browser } = await entered(employee);
    accounts.employees.set(employee.sub, { ...employee, groups: ['cafeteria'] });
    expect((await enter(employee)).to).toBe(refusal('grupo'));
    expect(await isIn(browser)).toBe(false);
  });

  test('change with the group, and rights over money are fresh again', async () => {
    const employee = employ({ groups: ['control'] });
    await entered(employee);
    server.clock.advance(2 * 24 * 60 * MINUTE);
    admin = await server.signIn(1);
    accounts.employees.set(employee.sub, { ...employee, groups: ['contadores'] });
    const { session } = await entered(employee);
    expect(session?.tipoperfil_id).toBe(6);
    expect((await userOf(employee))?.derechos_desde).toBe(server.clock.now());
  });

  test('take a store away, but not from its main person in charge', async () => {
    const employee = employ();
    const { session } = await entered(employee);
    const own = () =>
      server.db
        .selectFrom('responsable_tienda')
        .select('id_tienda')
        .where('id_usuario', '=', session?.id_usuario ?? 0)
        .execute();
    expect(await own()).not.toEqual([]);
    await save({ grupos: [{ grupo: 'tiendas', tipo: 2, tiendas: 'CC-77' }] });
    await entered(employee);
    expect(await own()).toEqual([]);
    const main = server.people[2];
    const joined = employ({ email: main.email });
    await server.db
      .insertInto('identidad')
      .values({
        id_usuario: main.id,
        emisor: `${accounts.issuer}/`,
        sujeto: joined.sub,
        creada: 1,
        ultima: 0,
      })
      .execute();
    expect((await enter(joined)).to).toBe(refusal('cargo'));
  });

  test('do not let a disabled user in', async () => {
    const employee = employ({ groups: ['control'] });
    const { browser } = await entered(employee);
    const id = (await userOf(employee))?.id ?? 0;
    await server.db.updateTable('usuarios').set({ active_: 0 }).where('id', '=', id).execute();
    expect((await enter(employee)).to).toBe(refusal('inactivo'));
    expect(await isIn(browser)).toBe(false);
  });
});

describe('an answer of the provider', () => {
  const other = 'https://otro.emisor.test';
  const forgeries: Record<string, (claims: JWTPayload) => JWTPayload> = {
    'another issuer': (claims) => ({ ...claims, iss: other }),
    'another audience': (claims) => ({ ...claims, aud: 'otra-aplicacion' }),
    'another nonce': (claims) => ({ ...claims, nonce: 'otro' }),
    'no nonce': ({ nonce: _nonce, ...claims }) => claims,
    'an expired token': (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 600 }),
  };

  test.each(Object.entries(forgeries))('with %s is refused', async (_name, forge) => {
    accounts.forge = forge;
    const employee = employ();
    expect((await enter(employee)).to).toBe(refusal('proveedor'));
    expect(await userOf(employee)).toBeUndefined();
  });

  test('signed by another key under the same name is refused, by its own key accepted', async () => {
    accounts.forge = (claims) => claims;
    expect((await enter(employ())).to).toBe('/?ingreso');
    accounts.forgeKey = accounts.foreignKey;
    expect((await enter(employ())).to).toBe(refusal('proveedor'));
  });

  test('works once, in the browser that began, for ten minutes', async () => {
    const browser = server.client();
    const way = await wayBack(browser, employ());
    expect((await server.client().get(way)).headers.location).toBe(refusal('vencido'));
    const changed = way.replace(/state=[^&]+/, 'state=otro');
    expect((await browser.get(changed)).headers.location).toBe(refusal('vencido'));
    const before = browser.copy();
    expect((await browser.get(way)).headers.location).toBe('/?ingreso');
    expect((await before.get(way)).headers.location).toBe(refusal('vencido'));
    const late = server.client();
    const lateWay = await wayBack(late, employ());
    server.clock.advance(10 * MINUTE);
    expect((await late.get(lateWay)).headers.location).toBe(refusal('vencido'));
  });

  test('with the code of another sign-in, an unknown one or an error is refused', async () => {
    const [one, two] = [server.client(), server.client()];
    const [first, second] = [await wayBack(one, employ()), await wayBack(two, employ())];
    const code = /code=[^&]+/.exec(first)?.[0] ?? '';
    expect((await two.get(second.replace(/code=[^&]+/, code))).headers.location).toBe(
      refusal('proveedor'),
    );
    const third = await wayBack(two, employ());
    expect((await two.get(third.replace(/code=[^&]+/, 'code=inventado'))).headers.location).toBe(
      refusal('proveedor'),
    );
    const fourth = await wayBack(two, employ());
    const denied = fourth.replace(/code=[^&]+/, 'error=access_denied');
    expect((await two.get(denied)).headers.location).toBe(refusal('negado'));
  });

  test('leaves no row behind', async () => {
    await server.client().get('/ingreso/compania');
    await tidy(server.db, server.clock.now() + 60 * MINUTE);
    const rows = await server.db.selectFrom('ingreso_compania').select('id').execute();
    expect(rows).toEqual([]);
  });
});

describe('a sign-out at the company', () => {
  const send = async (token: string) =>
    (
      await server.client().send({
        method: 'POST',
        url: '/ingreso/compania/salida',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
    ).statusCode;

  test('ends the sessions of the person, once', async () => {
    const employee = employ({ groups: ['control'] });
    const { browser } = await entered(employee);
    const bystander = (await entered(employ({ groups: ['control'] }))).browser;
    const token = await accounts.logoutToken({ sub: employee.sub });
    expect(await send(token)).toBe(200);
    expect([await isIn(browser), await isIn(bystander)]).toEqual([false, true]);
    const again = (await entered(employee)).browser;
    expect(await send(token)).toBe(400);
    expect(await isIn(again)).toBe(true);
  });

  const now = () => Math.floor(Date.now() / 1_000);
  const defects: Record<string, () => Record<string, unknown>> = {
    'another issuer': () => ({ iss: 'https://otro.emisor.test' }),
    'another audience': () => ({ aud: 'otra-aplicacion' }),
    'a nonce': () => ({ nonce: 'x' }),
    'no event': () => ({ events: {} }),
    'no jti': () => ({ jti: undefined }),
    'no subject': () => ({ sub: undefined }),
    'an old date': () => ({ iat: now() - 3_600, exp: now() + 60 }),
    'an end in the past': () => ({ exp: now() - 3_600 }),
  };

  test.each(Object.entries(defects))('is refused with %s', async (_name, claims) => {
    const employee = employ({ groups: ['control'] });
    const { browser } = await entered(employee);
    expect(await send(await accounts.logoutToken({ sub: employee.sub, ...claims() }))).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test('is refused with another key, and without a token', async () => {
    const employee = employ({ groups: ['control'] });
    const { browser } = await entered(employee);
    const forged = await accounts.logoutToken({ sub: employee.sub }, accounts.foreignKey);
    expect([await send(forged), await send('x'), await send('')]).toEqual([400, 400, 400]);
    expect(await isIn(browser)).toBe(true);
  });
});

describe('the password', () => {
  const closed = 'Su perfil ingresa con la cuenta de la compañía';
  const tried = (email: string) =>
    server.client().call('/auth/user', { email, password: 'Caja2026' });

  test('is closed by profile, but for one administrator who always gets in', async () => {
    const without = await save({ sin_clave: [1, 7], administrador: null });
    expect([without.status, without.refusal.motivos?.[0]?.guardia]).toEqual([422, 'administrador']);
    const second = await addPerson(server.db, { profile: 1, email: 'segunda@compania.test' });
    expect((await save({ sin_clave: [1, 7], administrador: server.people[1].id })).status).toBe(
      200,
    );
    for (const email of [server.people[7].email, second.email]) {
      const refused = await tried(email);
      expect([refused.status, refused.refusal.msg]).toEqual([401, expect.stringContaining(closed)]);
    }
    expect((await tried(server.people[1].email)).status).toBe(200);
    expect((await tried(server.people[2].email)).status).toBe(200);
    // A wrong password learns nothing.
    const guess = { email: server.people[7].email, password: 'Equivocada1' };
    const wrong = await server.client().call('/auth/user', guess);
    expect(wrong.refusal.msg).toBe('Usuario o contraseña incorrectos');
    // The last way in is never closed: without its administrator nobody's password is.
    const id = server.people[1].id;
    await server.db.updateTable('usuarios').set({ active_: 0 }).where('id', '=', id).execute();
    expect((await tried(second.email)).status).toBe(200);
    await server.db.updateTable('usuarios').set({ active_: 1 }).where('id', '=', id).execute();
    await save({ activo: 0, sin_clave: [7], administrador: id });
    expect((await tried(server.people[7].email)).status).toBe(200);
  });
});

describe('the settings', () => {
  test('give no profile of administrators, no group twice and no store where none is held', async () => {
    const group = { grupo: 'a', tipo: 2, tiendas: '' } as const;
    for (const grupos of [
      [{ ...group, tipo: 1 as const }],
      [group, group],
      [{ ...group, grupo: 'a,b' }],
      [{ ...group, tipo: 6 as const, tiendas: '*' }],
    ])
      expect((await save({ grupos })).status).toBe(422);
    expect((await save({ activo: 1, cliente: '' })).status).toBe(422);
    for (const emisor of ['http://cuentas.test', 'https://a.test?x=1', 'ftp://a.test', 'cuentas'])
      expect((await save({ emisor })).status).toBe(422);
  });

  test('never show or store the secret of the client', async () => {
    const { body } = await admin.call('/ingresoCompania');
    expect(body).toMatchObject({ secreto: 1, regreso: returnTo });
    const rows = await server.db.selectFrom('config').selectAll().execute();
    const events = await server.db.selectFrom('evento_administracion').select('payload').execute();
    expect(JSON.stringify([body, rows, events])).not.toContain(clientSecret);
  });

  test('switched off let nobody in', async () => {
    const employee = employ();
    const browser = server.client();
    const way = await wayBack(browser, employee);
    await save({ activo: 0 });
    expect((await browser.get(way)).headers.location).toBe(refusal('apagado'));
    expect((await browser.get('/ingreso/compania')).headers.location).toBe(refusal('apagado'));
  });

  test('are tried, with a sentence for what is wrong', async () => {
    const tries = async (emisor: string, cliente = clientId) =>
      (await admin.call('/probarIngresoCompania', { emisor, cliente })).answer[0];
    expect(await tries(accounts.issuer)).toMatchObject({ correcto: 1, avisa_salida: 1 });
    const { msg } = (await tries(accounts.issuer, 'otro-cliente')) ?? {};
    expect(msg).toContain('rechaza al cliente');
    expect((await tries('http://127.0.0.1:2'))?.msg).toContain('no acepta conexiones');
    expect((await tries(`${accounts.issuer}/nada`))?.msg).toContain('no hay un emisor');
    expect((await tries(accounts.issuer.replace('127.0.0.1', 'localhost')))?.msg).toContain(
      'se llama de otro modo',
    );
  });
});

test('no secret of a sign-in is in the log', async () => {
  const browser = server.client();
  const way = await wayBack(browser, employ());
  const state = new URL(way, returnTo).searchParams.get('state') ?? '';
  const code = new URL(way, returnTo).searchParams.get('code') ?? '';
  await browser.get(way);
  await server.heard();
  const text = JSON.stringify(server.logged);
  expect(text).toContain('/ingreso/compania/respuesta');
  for (const secret of [state, code, clientSecret]) expect(text).not.toContain(secret);
});
