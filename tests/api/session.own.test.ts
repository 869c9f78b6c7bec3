/** /misSesiones and /cerrarOtrasSesiones: users list their own sessions and close the others. */
import { describe, expect, test } from 'vitest';
import { agentWords } from '#server/features/session/sessions.ts';
import { IDLE_LIMIT, MOST_SESSIONS } from '#server/features/accounts/session.repository.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, type Person, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let people = 0;
const newcomer = (): Promise<Person> => {
  people += 1;
  return addPerson(server.db, { profile: 2, email: `propia${people}@cajamenor.test` });
};

async function enter(email: string, agent: string): Promise<TestClient> {
  const browser = server.client();
  const body = { email, password: testPassword };
  await browser.call('/auth/user', body, { headers: { 'user-agent': agent } });
  return browser;
}

const listOf = async (browser: TestClient) => (await browser.call('/misSesiones')).answer;
const isOpen = async (browser: TestClient) => (await browser.call('/auth/sesion')).status === 200;

describe('the own sessions', () => {
  test('are shown with device, address and times, the current one first', async () => {
    const { email } = await newcomer();
    const current = await enter(email, chromeOnWindows);
    server.clock.advance(60_000);
    const phone = await enter(email, safariOnPhone);
    server.clock.advance(60_000);
    await isOpen(phone);
    expect(await listOf(current)).toEqual([
      {
        id: expect.any(Number),
        equipo: 'Chrome en Windows',
        ip: '127.0.0.1',
        desde: '2026-06-17 10:00',
        ultima_actividad: '2026-06-17 10:02',
        actual: 1,
      },
      {
        id: expect.any(Number),
        equipo: 'Safari en iPhone',
        ip: '127.0.0.1',
        desde: '2026-06-17 10:01',
        ultima_actividad: '2026-06-17 10:02',
        actual: 0,
      },
    ]);
    expect((await listOf(phone)).map(({ equipo }) => equipo)).toEqual([
      'Safari en iPhone',
      'Chrome en Windows',
    ]);
  });

  test('exclude sessions of other users and ended ones, and expose no hash', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    await enter(one.email, chromeOnWindows);
    server.clock.advance(IDLE_LIMIT);
    const current = await enter(one.email, chromeOnWindows);
    await enter(other.email, chromeOnWindows);
    const list = await listOf(current);
    expect(list.map(({ actual }) => actual)).toEqual([1]);
    const stored = await server.db.selectFrom('sesion').selectAll().execute();
    for (const { token_hash, xsrf_hash } of stored)
      expect(JSON.stringify(list)).not.toMatch(new RegExp(`${token_hash}|${xsrf_hash}`));
  });
});

test('a session above the limit ends only the oldest session of its user', async () => {
  const [person, other] = [await newcomer(), await newcomer()];
  const beside = await enter(other.email, chromeOnWindows);
  const browsers = [];
  for (let time = 0; time <= MOST_SESSIONS; time += 1) {
    browsers.push(await enter(person.email, safariOnPhone));
    server.clock.advance(1_000);
  }
  const open = await Promise.all(browsers.map(isOpen));
  expect(open).toEqual([false, ...Array.from({ length: MOST_SESSIONS }, () => true)]);
  expect(await isOpen(beside)).toBe(true);
});

describe('closing the others', () => {
  test('ends all other sessions of the user, and no session of another user', async () => {
    const [person, outsider] = [await newcomer(), await newcomer()];
    const current = await enter(person.email, chromeOnWindows);
    const others = [
      await enter(person.email, safariOnPhone),
      await enter(person.email, safariOnPhone),
    ];
    const beside = await enter(outsider.email, safariOnPhone);
    expect((await current.call('/cerrarOtrasSesiones')).answer).toEqual([
      { status: '200', msg: 'Se cerraron las otras 2 sesiones.', cerradas: 2 },
    ]);
    for (const other of others) expect(await isOpen(other)).toBe(false);
    expect(await isOpen(current)).toBe(true);
    expect(await isOpen(beside)).toBe(true);
    expect(await listOf(current)).toHaveLength(1);
  });

  test('answers how many were closed', async () => {
    const { email } = await newcomer();
    const current = await enter(email, chromeOnWindows);
    const close = async () => (await current.call('/cerrarOtrasSesiones')).answer[0]?.msg;
    expect(await close()).toBe('No había otras sesiones abiertas.');
    await enter(email, safariOnPhone);
    expect(await close()).toBe('Se cerró la otra sesión.');
  });

  test('is refused while a password change is due', async () => {
    const { email } = await addPerson(server.db, {
      profile: 2,
      email: 'propia.pendiente@cajamenor.test',
      cambiar_clave: 1,
    });
    const current = await enter(email, chromeOnWindows);
    expect((await current.call('/misSesiones')).status).toBe(403);
    expect((await current.call('/cerrarOtrasSesiones')).status).toBe(403);
  });
});

test.each([
  [chromeOnWindows, 'Chrome en Windows'],
  [safariOnPhone, 'Safari en iPhone'],
  [`${chromeOnWindows} Edg/140.0.0.0`, 'Edge en Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-A556) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari en Mac',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Otro navegador en Windows'],
  ['curl/8.0 Firefox/1', 'Firefox'],
  ['curl/8.0', 'Equipo desconocido'],
  ['', 'Equipo desconocido'],
  ['<img src=x onerror=alert(1)>', 'Equipo desconocido'],
])('the user agent %s is shown as %s', (agent, words) => {
  expect(agentWords(agent)).toBe(words);
});
