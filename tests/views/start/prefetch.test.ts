import axios, { AxiosError, type AxiosResponse } from 'axios';
import { beforeEach, expect, test, vi } from 'vitest';
import { Prefetched, callApi, callList, prefetch, whenSessionExpires } from '#src/wire/client.ts';

const query = { pagina: 1, limite: 25 };
const rows = [{ id: 7, nombre: 'Envíos' }];

const response = (status: number, data: unknown): AxiosResponse => ({
  status,
  data,
  statusText: '',
  headers: { 'x-total-count': '1' },
  config: {} as AxiosResponse['config'],
});

const refusal = () => {
  const answer = response(403, [{ status: '403', msg: 'No puede.' }]);
  return Promise.reject(new AxiosError('', '', undefined, undefined, answer));
};

const request = () => vi.spyOn(axios.Axios.prototype, 'request');
let sent: ReturnType<typeof request>;
beforeEach(() => {
  sent = request();
  sent.mockImplementation(async () => response(200, rows));
});

const ask = () => callList('/obtenerEmpresas', query);

test('a call uses the prefetched answer once', async () => {
  void prefetch('/obtenerEmpresas', query);
  expect(await ask()).toEqual({ ok: true, answer: { rows, total: 1 } });
  expect(sent).toHaveBeenCalledTimes(1);
  await ask();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a call with another query, or after any other call, does not use the prefetched answer', async () => {
  void prefetch('/obtenerEmpresas', query);
  await callList('/obtenerEmpresas', { ...query, pagina: 2 });
  expect(sent).toHaveBeenCalledTimes(2);
  void prefetch('/obtenerEmpresas', query);
  await callApi('/auth/logout', {});
  await ask();
  expect(sent).toHaveBeenCalledTimes(5);
});

test.each([
  ['was refused', refusal],
  ['was not answered', () => Promise.reject(new AxiosError('Network Error'))],
])('a prefetch that %s is followed by a new call', async (_, first) => {
  sent.mockImplementationOnce(first);
  void prefetch('/obtenerEmpresas', query);
  expect(await ask()).toMatchObject({ ok: true });
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a prefetched answer expires after a minute', async () => {
  vi.useFakeTimers();
  try {
    const facts = new Prefetched<string>();
    const ask = (key: string) => facts.ask(key, Promise.resolve(key));
    await Promise.all([ask('a'), ask('b'), ask('c'), ask('d')]);
    vi.advanceTimersByTime(59_999);
    expect(facts.takeArrived('a')).toBe('a');
    expect(await facts.take('b')).toBe('b');
    expect(facts.take('b')).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect([facts.takeArrived('c'), facts.take('d')]).toEqual([undefined, undefined]);
  } finally {
    vi.useRealTimers();
  }
});

test('a 401 reports an expired session, unless the request preceded the current sign-in', async () => {
  const ended = vi.fn<() => void>();
  whenSessionExpires(ended);
  const unknown = () => {
    const refused = response(401, [{ status: '401', msg: 'Su sesión terminó.' }]);
    return Promise.reject(new AxiosError('', '', undefined, undefined, refused));
  };
  sent.mockImplementationOnce(unknown);
  await ask();
  expect(ended).toHaveBeenCalledTimes(1);

  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  sent.mockImplementationOnce(async () => {
    await late;
    return unknown();
  });
  const asked = ask();
  await callApi('/auth/user', { email: 'a@b.co', password: 'x' });
  answer();
  expect(await asked).toMatchObject({ ok: false, status: 401 });
  expect(ended).toHaveBeenCalledTimes(1);
});
