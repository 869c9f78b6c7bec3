/** The script of the service worker with a stored sign-out, run with a fake cache and a fake server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';

const origin = 'https://caja.test';
const workbook = `${origin}/documentos/consolidado`;
const logout = `${origin}/api/v1/auth/logout`;

const waitingRequest = {
  url: '/api/v1/auth/logout',
  method: 'POST',
  headers: { 'X-XSRF-TOKEN': 'valor' },
  body: '{"token":"t"}',
};

type Listener = (event: object) => void;

/** @param waits true when a sign-out is stored @param answerLogout the answer to it, or a network error */
function worker(waits: boolean, answerLogout: () => Promise<Response>) {
  const listeners = new Map<string, Listener>();
  const stored = new Set(waits ? ['caja-menor-cierre'] : []);
  const fetched: string[] = [];
  const register = vi.fn(async () => undefined);
  const self = {
    location: { origin },
    registration: { sync: { register } },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  const fetch = vi.fn(async (request: string | { url: string }, _init?: object) => {
    const url = typeof request === 'string' ? request : request.url;
    fetched.push(url);
    return url === waitingRequest.url ? answerLogout() : new Response('a workbook');
  });
  const caches = {
    match: async (_: string, { cacheName }: { cacheName: string }) =>
      stored.has(cacheName) ? new Response(JSON.stringify(waitingRequest)) : undefined,
    delete: async (name: string) => stored.delete(name),
  };
  const file = join(projectRoot, 'scripts/offline/service-worker.js');
  const source = readFileSync(file, 'utf8').replace('__FILES__', '[]');
  runInNewContext(source, { self, caches, fetch, Response, URL });
  /** Result of a request: `sent`, `refused` with an error, or `passed` when the worker does not handle it. */
  async function ask(url: string, method = 'GET'): Promise<string> {
    let answer: Promise<Response> | undefined;
    const respondWith = (given: Promise<Response>) => {
      answer = given;
    };
    listeners.get('fetch')?.({ request: { url, method, mode: 'cors' }, respondWith });
    if (answer === undefined) return 'passed';
    const { type } = await answer;
    return type === 'error' ? 'refused' : 'sent';
  }
  const send = async (name: string, event: object = {}): Promise<void> => {
    let work: Promise<unknown> | undefined;
    const waitUntil = (given: Promise<unknown>) => {
      work = given;
    };
    listeners.get(name)?.({ ...event, waitUntil });
    await work;
  };
  return { ask, send, stored, fetched, fetch, register };
}

const json = (status: number, body: object) => async () =>
  new Response(JSON.stringify([body]), { status });
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['confirmed', json(200, { status: '200' })],
  ['over already', json(401, { status: '401', msg: 'Su sesión terminó.' })],
  ['replaced by a later session', json(403, { status: '403' })],
])('a stored sign-out (%s) is sent first, then the waiting requests', async (_, answer) => {
  const { ask, stored, fetched, fetch } = worker(true, answer);
  expect(await Promise.all([ask(workbook), ask(`${origin}/api/v1/auth/user`, 'POST')])).toEqual([
    'sent',
    'sent',
  ]);
  expect(fetched).toEqual([waitingRequest.url, workbook, `${origin}/api/v1/auth/user`]);
  const { url: _url, ...init } = waitingRequest;
  expect(fetch.mock.calls[0]?.[1]).toEqual(init);
  expect(stored.size).toBe(0);
  expect(await ask(workbook)).toBe('passed');
});

test.each([
  ['no network', noNetwork],
  ['a broken server', json(500, { status: '500' })],
  ['an old token', json(401, { status: '401', motivos: [{ guardia: 'tokenIsCurrent' }] })],
  ['a page of a network in between', async () => new Response('<html>')],
])('%s does not confirm the sign-out: session requests are refused', async (_, answer) => {
  const { ask, stored, fetched } = worker(true, answer);
  expect(await ask(workbook)).toBe('refused');
  expect(await ask(`${origin}/api/v1/auth/sesion`, 'POST')).toBe('refused');
  expect(new Set(fetched)).toEqual(new Set([waitingRequest.url]));
  expect(stored.size).toBe(1);
  expect(await ask(logout, 'POST')).toBe('passed');
});

test('requests bypass the worker until a sign-out is reported; a failed one is retried by sync', async () => {
  const { ask, send, stored, register } = worker(false, noNetwork);
  await send('message', { data: 'changed' });
  expect(await ask(workbook)).toBe('passed');
  stored.add('caja-menor-cierre');
  await send('message', { data: 'changed' });
  expect([await ask(workbook), register.mock.calls.length]).toEqual(['refused', 0]);
  await send('message', { data: 'failed' });
  expect(register).toHaveBeenCalledTimes(1);
  await expect(send('sync')).rejects.toThrow('still waits');
});
