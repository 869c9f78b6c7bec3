import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPaths } from '#contract/contract.ts';
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
  const fieldsOf = (path: string) => {
    const [, { post }] = Object.entries(answer.json<OpenApi>().paths).find(([name]) =>
      name.endsWith(path),
    ) ?? ['', { post: undefined }];
    return post?.requestBody.content['application/json']?.schema.properties ?? {};
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

interface OpenApi {
  paths: Record<
    string,
    {
      post?: {
        requestBody: {
          content: Record<string, { schema: { properties: Record<string, unknown> } } | undefined>;
        };
      };
    }
  >;
}
