import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPaths, calls } from '#contract/contract.ts';
import { startTestServer } from '../kit/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

test('the API document is valid for an independent OpenAPI validator, and has every call', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  expect(answer.statusCode).toBe(200);
  const document = answer.json<{ openapi: string; paths: Record<string, unknown> }>();
  const verdict = await new Validator().validate(structuredClone(document));
  expect(verdict.errors ?? []).toEqual([]);
  expect(verdict.valid).toBe(true);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(callPaths.map((path) => expect.stringMatching(new RegExp(`${path}$`)))),
  );
});

test('the API document allows numbers as text, single values for lists and conditions as JSON', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  const { components, paths } = answer.json<OpenApi>();
  const fieldsOf = (path: string) => {
    const { post } = paths[`/api/v1${path}`] ?? {};
    const { $ref, properties = {} } = post?.requestBody.content['application/json']?.schema ?? {};
    if ($ref === undefined) return properties;
    return components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {};
  };
  expect(fieldsOf('/obtenerCaja').id_caja).toMatchObject({
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^$|^\\d{1,15}$',
  });
  expect(fieldsOf('/guardarSupervisor').estado).toMatchObject({
    type: ['number', 'string'],
    enum: [3, 4, '3', '4', ''],
  });
  expect(fieldsOf('/guardarSupervisor').id_rechazo).toMatchObject({
    type: ['integer', 'null', 'string'],
  });
  expect(fieldsOf('/enviarGasto').categoria).toMatchObject({
    anyOf: [{ type: 'array' }, { type: ['integer', 'string'] }],
  });
  expect(fieldsOf('/datosGenerales').condicional).toMatchObject({
    description: expect.stringContaining('JSON'),
  });
});

test('each schema stands once, with the names of the rules, the address of the server and when to ask again', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  const { servers, components, paths } = answer.json<OpenApi>();
  const inline = schemasIn(paths);
  expect(inline.length).toBeGreaterThan(100);
  expect(inline.filter((text, place) => inline.indexOf(text) !== place)).toEqual([]);
  expect(servers).toEqual([{ url: 'https://caja.prueba.test' }]);
  expect(components.responses['503']).toMatchObject({ headers: { 'Retry-After': {} } });
  expect(JSON.stringify(components.schemas.Rechazo)).toContain('supervisorMarkedEveryExpense');
  const texts = Object.values(components.schemas).map((schema) => JSON.stringify(schema));
  expect(new Set(texts).size).toBe(texts.length);
});

test('the examples of the main job are bodies that their calls accept', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  const { paths } = answer.json<OpenApi>();
  const shown = callPaths.flatMap((path) => {
    const { post } = paths[`/api/v1${path}`] ?? {};
    const example = post?.requestBody.content['application/json']?.example;
    return example === undefined ? [] : [{ path, example }];
  });
  expect(shown.map(({ path }) => path).toSorted()).toEqual([
    '/auth/user',
    '/enviarCaja',
    '/enviarCajaSupervisor',
    '/enviarGasto',
    '/guardarSupervisor',
  ]);
  for (const { path, example } of shown)
    await expect(calls[path].body.validate(example, { strict: true }), path).resolves.toBeTruthy();
});

/** The texts of the longer object schemas that stand in a part of the document. */
function schemasIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const text = JSON.stringify(part);
  const own = 'properties' in part && text.length >= 150 ? [text] : [];
  return [...own, ...Object.values(part).flatMap(schemasIn)];
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}

interface OpenApi {
  servers: unknown;
  components: { schemas: Record<string, Schema | undefined>; responses: Record<string, unknown> };
  paths: Record<
    string,
    {
      post?: {
        requestBody: {
          content: Record<string, { example?: object; schema: Schema } | undefined>;
        };
      };
    }
  >;
}
