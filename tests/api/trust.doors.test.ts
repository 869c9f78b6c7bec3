/** Guessing the password of an account is slowed down, without slowing down its owner or other accounts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import {
  ATTEMPT_WINDOW,
  attemptLimits,
  networkOf,
  waitAfter,
} from '#server/features/accounts/attempts.ts';
import { FairQueue } from '#server/platform/workers/fair-queue.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { tried } from '#tests/kit/cases.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';
import { tally } from '#tests/kit/trust-crowd.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const office = '203.0.113.9';
const outsider = '198.51.100.7';

const server = perFile(() => startTestServer({ config: { trustProxy: ['loopback'] } }));
let email: string;
let people = 0;
beforeEach(async () => {
  people += 1;
  server.clock.advance(ATTEMPT_WINDOW);
  ({ email } = await addPerson(server.db, { profile: 2, email: `puerta${people}@cajamenor.test` }));
});

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

const enter = async (
  ip: string,
  browser: TestClient = server.client(),
  password: string = testPassword,
): Promise<number> => (await browser.call('/auth/user', { email, password }, from(ip))).status;

const guess = (ip: string, browser?: TestClient) => enter(ip, browser, 'Equivocada1');

/** A second app in this process, on the same database. */
function anotherApp() {
  const { config, database, receipts, clock } = server;
  return buildApp({ config, database, receipts, log: pino({ level: 'silent' }), now: clock.now });
}

/** A signed-out browser with an earlier sign-in of the owner. */
async function ownBrowser(ip: string): Promise<TestClient> {
  const browser = server.client();
  expect(await enter(ip, browser)).toBe(200);
  await browser.call('/auth/logout', {}, from(ip));
  return browser;
}

/** Four guesses a second for eight minutes; the owner signs in every six seconds. @returns the owner's answers */
async function besieged(outsiders: readonly string[], own: () => Promise<number>) {
  const answers: number[] = [];
  let guesses = 0;
  for (let second = 0; second < 8 * 60; second += 1) {
    for (let each = 0; each < 4; each += 1) {
      const status = await guess(outsiders[guesses % outsiders.length] ?? outsider);
      expect([401, 429]).toContain(status);
      guesses += 1;
    }
    if (second % 6 === 0 || second === 479 || second === 1) answers.push(await own());
    server.clock.advance(SECOND);
  }
  tried(guesses + answers.length);
  return answers;
}

const everyTime = (answers: readonly number[]) => {
  expect(answers).toHaveLength(82);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
};

describe('while an attacker guesses four times a second for eight minutes', {
  timeout: 180_000,
}, () => {
  test('the owner signs in 82 of 82 times from another address with new browsers', async () => {
    everyTime(await besieged([outsider], () => enter(office)));
  });

  test('the owner signs in 82 of 82 times from the same address with a known browser', async () => {
    const browser = await ownBrowser(outsider);
    everyTime(await besieged([outsider], () => enter(outsider, browser)));
  });

  test('the owner signs in 82 of 82 times when the guesses come from forty addresses', async () => {
    const browser = await ownBrowser(office);
    const many = Array.from({ length: 40 }, (_, index) => `198.51.100.${index + 1}`);
    everyTime(await besieged(many, () => enter(office, browser)));
    // A new browser is limited like the guesses by now, but can sign in with a recovery password.
    expect(await enter('192.0.2.1')).toBe(429);
    await server.client().call('/recoverPassword', { email }, from(outsider));
    const { texto } = await server.db
      .selectFrom('correo')
      .select('texto')
      .where('para', '=', email)
      .executeTakeFirstOrThrow();
    const [, temporary = ''] = /temporal es: (\w{10})\n/.exec(texto) ?? [];
    expect(await enter('192.0.2.1', server.client(), temporary)).toBe(200);
  });
});

describe('a right password', () => {
  test('is never refused, twenty times at once, by one app or two', async () => {
    const other = await anotherApp();
    const crowd = (app: (index: number) => TestClient) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          app(index).call('/auth/user', { email, password: testPassword }, from(office)),
        ),
      );
    expect(tally(await crowd(() => server.client()))).toEqual({ 200: 20 });
    const both = (index: number) => (index % 2 ? server.client() : new TestClient(other));
    expect(tally(await crowd(both))).toEqual({ 200: 20 });
    for (let failure = 0; failure < 4; failure += 1) await guess(office);
    expect(tally(await crowd(() => server.client()))).toEqual({ 200: 20 });
    await other.close();
  });

  test('is never counted: sixty in a row leave all five attempts', async () => {
    for (let time = 0; time < 60; time += 1) expect(await enter(office)).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) expect(await guess(office)).toBe(401);
    expect(await guess(office)).toBe(429);
  });
});

describe('a known browser', () => {
  test('has its own limit, and a signature for each account', async () => {
    const browser = await ownBrowser(office);
    for (let failure = 0; failure < 5; failure += 1) expect(await guess(office, browser)).toBe(401);
    expect(await enter(office, browser)).toBe(429);
    expect(await enter(office)).toBe(200);
    const { email: another } = await addPerson(server.db, {
      profile: 2,
      email: `vecina${people}@cajamenor.test`,
    });
    const shared = browser.copy();
    await shared.call('/auth/user', { email: another, password: testPassword }, from(office));
    const [before, after] = [browser, shared].map((one) => one.cookies.get('navegador') ?? '');
    expect(after?.split('.')).toHaveLength(3);
    expect(after?.split('.')).toEqual(expect.arrayContaining(before?.split('.') ?? []));
  });

  test('is recognised by our signature for the account, in an HttpOnly cookie', async () => {
    const browser = server.client();
    const { headers } = await browser.call('/auth/user', { email, password: testPassword });
    expect([headers['set-cookie']].flat().at(-1)).toMatch(
      /^navegador=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const value = browser.cookies.get('navegador') ?? '';
    const [name = '', signature = ''] = value.split('.');
    const foreign = await server.signIn(3);
    const forged = [
      foreign.cookies.get('navegador') ?? '',
      `${name}.${'A'.repeat(43)}`,
      `${name.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${signature}`,
      name,
      `${value}.${value}`,
      value.repeat(50),
    ];
    for (let failure = 0; failure < 5; failure += 1) await guess(office);
    for (const cookie of forged) {
      const thief = server.client();
      thief.cookies.set('navegador', cookie);
      expect([cookie, await enter(office, thief)]).toEqual([cookie, 429]);
    }
    browser.cookies.delete('sid');
    expect(await enter(office, browser)).toBe(200);
  });

  test('is forgotten after a password change, except the one that made the change', async () => {
    const lost = await ownBrowser(office);
    const own = server.client();
    await enter(office, own);
    const chosen = { email, password: 'Nueva12345' };
    expect((await own.call('/changePwd', chosen, from(office))).status).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) await guess(office);
    expect(await enter(office, lost, 'Nueva12345')).toBe(429);
    expect(await enter(office, own, 'Nueva12345')).toBe(200);
  });
});

describe('an address', () => {
  test('counts as its /64 network in IPv6', async () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:DB8:1:2::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
    for (let failure = 0; failure < 5; failure += 1)
      expect(await guess(`2001:db8:1:2::${failure}`)).toBe(401);
    expect(await guess('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await enter('2001:db8:1:3::1')).toBe(200);
  });
});

/** Maximum failures of an address or account in any hour of a day and in the day, when every attempt is used. */
function mostFailures(limits: { free: number; longest: number }): { hour: number; day: number } {
  const failures: number[] = [];
  const since = (now: number) =>
    failures.filter((instant) => instant > now - ATTEMPT_WINDOW).length;
  let hour = 0;
  for (let now = SECOND; now < 24 * 60 * MINUTE; now += SECOND) {
    const recent = since(now);
    if (now < (failures.at(-1) ?? 0) + waitAfter(recent, limits)) continue;
    failures.push(now);
    hour = Math.max(hour, since(now));
  }
  return { hour, day: failures.length };
}

test('guessing is limited to the attempts per hour and day of docs/security.md', () => {
  expect(mostFailures(attemptLimits.direccion)).toEqual({ hour: 24, day: 346 });
  expect(mostFailures(attemptLimits.cuenta)).toEqual({ hour: 85, day: 1396 });
});

describe('comparing passwords', () => {
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

  const queue = (width: number, waiting: number) =>
    new FairQueue({ all: { width }, lane: { width: 1, waiting } });

  test('runs a limited number at a time, one per lane, with the lanes in turn', async () => {
    const tries = queue(2, 50);
    const done: string[] = [];
    let most = 0;
    const working: string[] = [];
    const piece = (lane: string) =>
      tries.run(lane, async () => {
        expect(working).not.toContain(lane);
        working.push(lane);
        most = Math.max(most, working.length);
        await pause();
        working.splice(working.indexOf(lane), 1);
        done.push(lane);
      });
    const flood = Array.from({ length: 40 }, () => piece('extraño'));
    await Promise.all([...flood, piece('dueña'), piece('vecino')]);
    expect(most).toBe(2);
    expect(done.indexOf('dueña')).toBeLessThan(4);
    expect(done.indexOf('vecino')).toBeLessThan(6);
  });

  test('is refused for a full lane, and a failure lets the next one start', async () => {
    const tries = queue(1, 2);
    const broken = tries.run('a', async () => {
      await pause();
      throw new Error('roto');
    });
    const waiting = [tries.run('a', pause), tries.run('a', pause)];
    await expect(tries.run('a', pause)).rejects.toMatchObject({ failure: 'busy' });
    await expect(broken).rejects.toThrow('roto');
    await Promise.all([...waiting, tries.run('b', pause)]);
  });

  test('runs in the async scope of its caller, and holds its slot until it ends, despite an abort', async () => {
    const scope = new AsyncLocalStorage<string>();
    const tries = queue(1, 2);
    const caller = new AbortController();
    const seen: (string | undefined)[] = [];
    const run = (name: string, signal?: AbortSignal) =>
      scope.run(name, () =>
        tries.run(
          name,
          async () => {
            await pause();
            expect(tries.load.running).toBe(1);
            seen.push(scope.getStore());
          },
          signal,
        ),
      );
    const both = [run('a', caller.signal), run('b')];
    caller.abort();
    await Promise.all(both);
    expect(seen).toEqual(['a', 'b']);
  });

  test('answers 429 when the queue is full', async () => {
    const here = await anotherApp();
    vi.spyOn(FairQueue.prototype, 'run').mockRejectedValueOnce(new WorkerError('busy'));
    expect(await guess(office, new TestClient(here))).toBe(429);
    await here.close();
  });
});

test('a refused attempt is logged with its account and without its password', async () => {
  const before = server.logged.length;
  await guess(office);
  await server.heard();
  const lines = server.logged.slice(before);
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'inicio de sesión rechazado',
      cuenta: email,
      ip: office,
      estado: 401,
    }),
  );
  expect(JSON.stringify(lines)).not.toContain('Equivocada1');
});
