/** /metricas and /api/docs: only for the operator, regardless of the origin of a request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnection, statusOn } from '#tests/kit/raw-request.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

const addresses = [
  '/metricas',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/static/index.html',
];

interface From {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const statusOf = async ({ app }: TestServer, url: string, from: From) =>
  (await app.inject({ method: 'GET', url, ...from })).statusCode;

describe('without a token', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const outsiders: From[] = [
    { remoteAddress: '203.0.113.9' },
    { remoteAddress: '10.0.0.7' },
    { remoteAddress: '::ffff:203.0.113.9' },
    { remoteAddress: '2001:db8::1' },
    { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { 'x-forwarded-for': '203.0.113.9' } },
    { headers: { forwarded: 'for=203.0.113.9' } },
    { headers: { 'x-forwarded-host': 'caja.empresa.co' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { 'x-forwarded-port': '' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { headers: { 'cf-connecting-ip': '203.0.113.9' } },
    { headers: { 'true-client-ip': '203.0.113.9' } },
    { headers: { via: '1.1 proxy' } },
    // Of ingress controllers, content networks, load balancers and service meshes.
    ...[
      'x-original-forwarded-for',
      'x-original-host',
      'x-original-url',
      'x-rewrite-url',
      'x-client-ip',
      'x-cluster-client-ip',
      'fastly-client-ip',
      'cf-ray',
      'cf-visitor',
      'cdn-loop',
      'x-amzn-trace-id',
      'x-envoy-external-address',
      'x-azure-fdid',
      'x-arr-log-id',
      'x-appengine-user-ip',
      'x-varnish',
    ].map((name) => ({ headers: { [name]: '203.0.113.9' } })),
    { headers: { host: 'caja.empresa.co' } },
    { headers: { host: '127.0.0.1.empresa.co:3000' } },
    { remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer null' } },
  ];

  test.each(addresses)('%s answers only local requests', async (url) => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect([200, 302]).toContain(await statusOf(server, url, { remoteAddress }));
    for (const from of outsiders)
      expect([from, await statusOf(server, url, from)]).toEqual([from, 404]);
  });

  test('an HTTP/1.0 request, which may come from a proxy, answers 404', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const statusBy = async (version: string) => {
      const socket = await openConnection(url);
      socket.write(`GET /metricas HTTP/${version}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      return statusOn(socket);
    };
    expect([await statusBy('1.1'), await statusBy('1.0')]).toEqual([200, 404]);
  });

  test('/salud and /listo answer every client', async () => {
    for (const url of ['/salud', '/listo'])
      expect(await statusOf(server, url, { remoteAddress: '203.0.113.9' })).toBe(200);
  });
});

describe('with METRICS_TOKEN', () => {
  let server: TestServer;
  const metricsToken = 'para-prometheus:1';
  beforeAll(async () => {
    server = await startTestServer({ config: { metricsToken } });
  });
  afterAll(() => server.close());

  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

  test.each(addresses)('%s requires it from every client', async (url) => {
    for (const authorization of [
      `Bearer ${metricsToken}`,
      basic(`quien-sea:${metricsToken}`),
      basic(`:${metricsToken}`),
    ]) {
      const from = { remoteAddress: '203.0.113.9', headers: { authorization } };
      expect([200, 302]).toContain(await statusOf(server, url, from));
    }
    for (const authorization of [
      '',
      'Bearer',
      'Bearer otro',
      metricsToken,
      basic(metricsToken.slice(0, -1)),
      basic(`${metricsToken}:`),
      'Basic ****',
    ]) {
      const from = { remoteAddress: '127.0.0.1', headers: { authorization } };
      expect([authorization, await statusOf(server, url, from)]).toEqual([authorization, 401]);
    }
  });

  test('the response makes a browser ask for it', async () => {
    const { headers, body } = await server.app.inject({ method: 'GET', url: '/api/docs/' });
    expect(headers['www-authenticate']).toContain('Basic');
    expect(JSON.parse(body)[0].status).toBe('401');
  });
});
