import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPaths } from '#contract/contract.ts';
import { startTestServer } from '../kit/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

test('the document of the calls is valid OpenAPI, by an independent validator, and names every call', async () => {
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
