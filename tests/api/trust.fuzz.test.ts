/** Every call with input that no screen sends: refused at once, without changes. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiBase, type CallPath, callPaths, calls, documents } from '#contract/contract.ts';
import type { Call } from '#contract/call.ts';
import { type TestClient, testToken } from '#tests/kit/client.ts';
import { seed } from '#tests/kit/full-length.ts';
import {
  browserFor,
  type FuzzWorld,
  Judge,
  isGiven,
  startFuzzWorld,
} from '#tests/kit/trust-fuzz.ts';
import {
  hostileAddress,
  hostileBytes,
  hostileFields,
  hostileForm,
  hostileHeader,
  hostilePayload,
} from '#tests/kit/trust-hostile.ts';

/** Cases per call; `FUZZ_RUNS=1000` searches deeper. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8);

let world: FuzzWorld;
let judge: Judge;
beforeAll(async () => {
  world = await startFuzzWorld();
  judge = new Judge(world);
});
afterAll(() => world.close());

const isUpload = (path: CallPath): boolean => (calls[path] as Call).multipart !== undefined;
const jsonPaths = callPaths.filter((path) => !isUpload(path));
const uploadPaths = callPaths.filter(isUpload);

/** fast-check reports the seed of a failure, which reproduces it. */
const tried = <Value>(
  value: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<unknown>,
  numRuns = RUNS,
) =>
  fc.assert(
    fc.asyncProperty(value, async (each) => void (await check(each))),
    { numRuns, seed },
  );

async function post(
  browser: TestClient,
  path: CallPath,
  payload: string | Buffer,
  headers: Record<string, string> = {},
) {
  const { statusCode, body } = await browser.send({
    method: 'POST',
    url: apiBase + path,
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      ...headers,
    },
    payload,
  });
  return { status: statusCode, text: body };
}

describe.each(jsonPaths)('%s', (path) => {
  test('with hostile fields', async () => {
    const good = world.good(path);
    await tried(hostileFields(path), async (spoiled) => {
      const browser = await browserFor(world, path);
      const payload = JSON.stringify({ token: testToken, ...good, ...spoiled });
      await judge.judge(() => post(browser, path, payload));
    });
  });
});

describe('malformed bodies', () => {
  test.each(['/auth/user', '/enviarGasto', '/guardarContabilidad', '/datosGenerales'] as const)(
    '%s',
    async (path) => {
      const browser = await browserFor(world, path);
      await tried(hostilePayload, (payload) => judge.judge(() => post(browser, path, payload)));
    },
  );

  test.each(uploadPaths)('%s', async (path) => {
    const browser = await browserFor(world, path);
    await tried(
      hostileForm,
      ({ contentType, payload }) =>
        judge.judge(() => post(browser, path, payload, { 'content-type': contentType })),
      RUNS * 4,
    );
  });

  test.each(uploadPaths)('%s with a hostile file', async (path) => {
    const browser = await browserFor(world, path);
    const fields = world.good(path);
    await tried(
      hostileBytes,
      ({ filename, bytes }) =>
        judge.judge(async () => {
          const file = { filename, bytes: Buffer.from(bytes) };
          const { status, body } = await browser.upload(path, fields, file);
          return { status, text: JSON.stringify(body) };
        }),
      RUNS * 2,
    );
  });
});

describe('URLs and headers', () => {
  test.each(Object.values(documents).map(({ path }) => path))('%s', async (path) => {
    const separators = ['/', '?id_caja=', '?desde=', '?id_supervisor=', '?id_caja[]=', '?'];
    await tried(
      fc.tuple(fc.constantFrom(...separators), hostileAddress),
      ([separator, address]) =>
        judge.judge(async () => {
          const { statusCode, body } = await world.browsers[6].get(path + separator + address);
          return { status: statusCode, text: body };
        }),
      RUNS * 2,
    );
  });

  test.each([
    'idempotency-key',
    'x-xsrf-token',
    'cookie',
    'content-type',
    'authorization',
    'accept',
    'accept-encoding',
    'range',
    'if-none-match',
    'x-forwarded-for',
    'x-forwarded-proto',
    'user-agent',
  ])('the header %s', async (name) => {
    const body = JSON.stringify({ token: testToken, ...world.good('/enviarGasto') });
    const browser = await browserFor(world, '/enviarGasto');
    await tried(hostileHeader, (value) =>
      judge.judge(() => post(browser.copy(), '/enviarGasto', body, { [name]: value })),
    );
  });
});

/** Findings of the fuzzing: input that must be answered in time and without a server error. */
describe('earlier findings', () => {
  const dots = (length: number) => `x@${'.'.repeat(length)} `;
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const list = (length: number, item: unknown) => Array.from({ length }, () => item);

  test('a mail address of a megabyte of dots is refused', async () => {
    const browser = await browserFor(world, '/registrarUsuario');
    const email = dots(1_000_000);
    const body = { token: testToken, ...world.good('/registrarUsuario'), email };
    const { status } = await judge.judge(() =>
      post(browser, '/registrarUsuario', JSON.stringify(body)),
    );
    expect(status).toBe(422);
  });

  test.each([
    ['numbers', list(300_000, 1)],
    ['objects', list(200_000, {})],
    ['texts', list(150_000, '')],
  ])('a list of very many %s is refused with 400', async (_, categoria) => {
    const browser = await browserFor(world, '/enviarGasto');
    const payload = JSON.stringify({ token: testToken, ...world.good('/enviarGasto'), categoria });
    const { status } = await judge.judge(() => post(browser, '/enviarGasto', payload));
    expect(status).toBe(400);
  });

  test('deeply nested input is refused with 400', async () => {
    const browser = await browserFor(world, '/datosGenerales');
    for (const field of ['tabla', 'condicional', 'orden', 'sorpresa', 'tipo_perfil']) {
      const payload = `{"token":"${testToken}","${field}":${nested(200_000)}}`;
      const { status } = await judge.judge(() => post(browser, '/datosGenerales', payload));
      expect([field, status]).toEqual([field, 400]);
    }
  });

  test.each([
    ['usuarios', 'tipo', 1],
    ['municipios', 'departamento_id', 2],
    ['municipios', 'id_municipio', 2],
    ['empresas', 'id_ciudad', 2],
    ['tipo_doc', 'id', 2],
    ['tipo_usuario', 'id', 2],
    ['ciudades', 'id', 2],
    ['paises', 'id', 2],
  ] as const)('%s with a %s that no column can store', async (tabla, column, profile) => {
    for (const wanted of [2 ** 31, -(2 ** 31), 2 ** 53 - 1, '999999999999999', [1, 2 ** 31]]) {
      const body = { token: testToken, tabla, condicional: { [column]: wanted } };
      const { status } = await judge.judge(() =>
        post(world.browsers[profile], '/datosGenerales', JSON.stringify(body)),
      );
      expect([wanted, status]).toEqual([wanted, 400]);
    }
  });

  test('keys that no column can store are refused with 400 in every call', async () => {
    // The tests above have used up much of the rate limits.
    await world.db.deleteFrom('limite_peticiones').execute();
    for (const path of jsonPaths.filter(isGiven)) {
      const good = world.good(path);
      const keys = Object.keys(good).filter(
        (field) =>
          field.startsWith('id_') || ['zona', 'ciudad', 'tipo', 'tipo_doc'].includes(field),
      );
      for (const key of keys) {
        const payload = JSON.stringify({ token: testToken, ...good, [key]: 2 ** 31 });
        const { status } = await judge.judge(async () =>
          post(await browserFor(world, path), path, payload),
        );
        expect([path, key, status]).toEqual([path, key, 400]);
      }
    }
  });

  test('an amount that would make sums inexact is refused', async () => {
    const browser = await browserFor(world, '/enviarGasto');
    const payload = JSON.stringify({
      token: testToken,
      ...world.good('/enviarGasto'),
      valor: 1_000_000_000,
    });
    expect((await judge.judge(() => post(browser, '/enviarGasto', payload))).status).toBe(422);
  });

  test('an unreadable URL is refused with 400 in our format', async () => {
    for (const address of ['%ff', 'a'.repeat(5_000)]) {
      const { statusCode, body } = await world.browsers[2].get(`/documentos/soportes/${address}`);
      expect([statusCode, body]).toEqual([
        400,
        '[{"status":"400","msg":"La solicitud no es válida."}]',
      ]);
    }
  });
});
