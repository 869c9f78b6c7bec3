/** Traces of a server process, as a collector receives them. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { queueMail } from '#server/features/outbox/outbox.repository.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { startSmtp } from '#tests/kit/smtp.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld } from './company.ts';

/** A trace collector on the loopback, which stores the spans received by OTLP over HTTP, in JSON. */

interface SentAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number };
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: SentAttribute[];
  status?: { code?: number };
  links?: { traceId: string; spanId: string }[];
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>;
  service: string | number | undefined;
}

const byKey = (attributes: SentAttribute[]): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue,
    ]),
  );

interface TraceCollector {
  url: string;
  spans: CollectedSpan[];
  /** Every body as received. */
  texts: string[];
  close: () => Promise<void>;
}

async function startCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createHttpServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString('utf8');
    texts.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as SentTraces).resourceSpans)
      for (const sent of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...sent,
          attributes: byKey(sent.attributes),
          service: byKey(resource.attributes)['service.name'],
        });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

/** Prints at exit the number of loaded OpenTelemetry modules, without the API, which `prom-client` needs. */
const counting = `--import=data:text/javascript,${encodeURIComponent(
  `import { createRequire } from 'node:module';
  const { cache } = createRequire(process.execPath);
  process.on('exit', () =>
    console.log('modules:' + Object.keys(cache).filter((name) => /opentelemetry.(?!api)/.test(name)).length));`,
)}`;

async function traced(
  { url }: Serving,
  person: WebClient,
  path: string,
  body: object,
  flags: string,
): Promise<Response> {
  return fetch(`${url}${apiBase}${path}`, {
    method: 'POST',
    body: JSON.stringify({ token: programToken, ...body }),
    headers: {
      ...person.headers(),
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${spanId}-${flags}`,
    },
  });
}

async function administrator({ url }: Serving): Promise<WebClient> {
  const person = new WebClient(url, programToken);
  await person.signIn({ email: 'admin@cajamenor.test', password: testPassword });
  return person;
}

/** Ends the server gracefully, which sends the remaining spans. @returns its output */
async function endOf({ child, ended }: Serving): Promise<string> {
  child.kill('SIGTERM');
  const { code, output, errors } = await ended;
  expect([code, errors]).toEqual([0, '']);
  return output;
}

const childrenOf = (spans: readonly CollectedSpan[], parent: CollectedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('a call is a span of its caller’s trace, with its statements and worker tasks', async () => {
    await seedWorld(folder);
    const collector = await startCollector();
    try {
      const server = await folder.serve('main', {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        NODE_OPTIONS: counting,
      });
      const person = await administrator(server);
      expect((await traced(server, person, '/correosSalientes', {}, '01')).status).toBe(200);
      expect((await traced(server, person, '/flujoActual', {}, '01')).status).toBe(200);
      expect((await traced(server, person, '/correosSalientes', {}, '00')).status).toBe(200);
      const [made] = await person.must('/crearClaveIntegracion', {
        nombre: 'Programa',
        alcances: ['lecturaTiendas'],
        dias: 1,
      });
      const clave = made?.clave ?? '';
      const byKey = await fetch(`${server.url}${apiBase}/obtenerTiendas`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${clave}` },
      });
      expect(byKey.status).toBe(200);
      expect(Number(/modules:(\d+)/.exec(await endOf(server))?.[1])).toBeGreaterThan(10);

      const own = collector.spans.filter((span) => span.traceId === traceId);
      const roots = own.filter(({ parentSpanId }) => parentSpanId === spanId);
      // The third call is not sampled.
      expect(roots.map(({ name, kind, service }) => [name, kind, service])).toEqual([
        [`POST ${apiBase}/correosSalientes`, 2, 'caja-menor'],
        [`POST ${apiBase}/flujoActual`, 2, 'caja-menor'],
      ]);
      const [short, long] = roots;
      expect(short?.attributes).toEqual({
        'http.request.method': 'POST',
        'http.route': `${apiBase}/correosSalientes`,
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'caja_menor.codigo_soporte': expect.stringMatching(/^[\da-f]{10}$/),
      });
      const statements = childrenOf(own, short);
      expect(statements.map(({ kind }) => kind)).toEqual(statements.map(() => 3));
      expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
        expect.stringMatching(/^select .* from "correo"/),
      );
      const task = childrenOf(own, long).find(({ name }) => name === 'reads call');
      expect(childrenOf(own, task).map(({ name }) => name)).toContain('SELECT');
      for (const child of [...statements, ...childrenOf(own, task)]) {
        const parent = own.find((span) => span.spanId === child.parentSpanId);
        expect(BigInt(child.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(child.endTimeUnixNano));
        expect(BigInt(parent?.endTimeUnixNano ?? 0)).toBeGreaterThan(0n);
      }

      const everything = collector.texts.join();
      expect(everything).toContain(`${apiBase}/obtenerTiendas`);
      const secrets = [
        'cajamenor.test',
        testPassword,
        programToken,
        '127.0.0.1',
        'Tienda 1',
        clave,
      ];
      for (const secret of secrets) expect(everything).not.toContain(secret);
    } finally {
      await collector.close();
    }
  });

  test('a mail has a separate trace, whose id is in the log', async () => {
    await seedWorld(folder);
    const { db, close } = openDatabase({ dataDir: folder.dataDir });
    const mail = { para: 'ana@cajamenor.test', asunto: 'Hola', texto: 'Hola' };
    await inTransaction(db, (trx) => queueMail(trx, mail, Date.now()));
    await close();
    const [collector, smtp] = await Promise.all([startCollector(), startSmtp()]);
    smtp.refuse = () => 'No hay tal buzón';
    try {
      const server = await folder.serve('main', {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        SMTP_URL: smtp.url,
        PUBLIC_URL: 'https://caja.prueba.test',
      });
      const traza = await server.says(/"traza":"([\da-f]{32})"[^\n]*no se pudo enviar un correo/);
      await endOf(server);
      const span = collector.spans.find(({ name }) => name === 'enviar correo');
      expect(span).toMatchObject({ traceId: traza, kind: 5, status: { code: 2 } });
      expect(childrenOf(collector.spans, span).map(({ name }) => name)).toContain('UPDATE');
      expect(collector.texts.join()).not.toContain('cajamenor.test');
    } finally {
      await Promise.all([collector.close(), smtp.close()]);
    }
  });

  test('the mail that a request causes is linked to it, also in its log line', async () => {
    await seedWorld(folder);
    const [collector, smtp] = await Promise.all([startCollector(), startSmtp()]);
    try {
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        PUBLIC_URL: 'https://caja.prueba.test',
      };
      // No mail server yet: another process sends the mail.
      const first = await folder.serve('main', environment);
      const person = await administrator(first);
      const body = { email: 'admin@cajamenor.test' };
      expect((await traced(first, person, '/recoverPassword', body, '01')).status).toBe(200);
      await endOf(first);
      smtp.refuse = () => 'No hay tal buzón';
      const second = await folder.serve('main', { ...environment, SMTP_URL: smtp.url });
      const line = new RegExp(`"traza_origen":"(${traceId})"[^\\n]*no se pudo enviar un correo`);
      await second.says(line);
      await endOf(second);

      const spans = collector.spans;
      const request = spans.find(({ parentSpanId }) => parentSpanId === spanId);
      expect(request?.name).toBe(`POST ${apiBase}/recoverPassword`);
      const mail = spans.find(({ name }) => name === 'enviar correo');
      expect(mail?.links).toMatchObject([{ traceId, spanId: request?.spanId }]);
      expect(mail?.traceId).not.toBe(traceId);
      expect(mail?.parentSpanId ?? '').toBe('');
    } finally {
      await Promise.all([collector.close(), smtp.close()]);
    }
  });

  test('an unreachable collector fails no request and causes one log line', async () => {
    await seedWorld(folder);
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const server = await folder.serve('main', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    const person = await administrator(server);
    await server.says(/(el colector de trazas no recibe)/);
    for (let asked = 0; asked < 20; asked += 1) await person.must('/correosSalientes', {});
    const lines = (await endOf(server)).split('\n');
    expect(lines.filter((line) => line.includes('colector de trazas'))).toHaveLength(1);
  });
});

test('without an endpoint, OpenTelemetry is not loaded, and the log has the trace id', async () => {
  await seedWorld(folder);
  const server = await folder.serve('main', { NODE_OPTIONS: counting });
  const person = await administrator(server);
  expect((await traced(server, person, '/flujoActual', {}, '01')).status).toBe(200);
  const output = await endOf(server);
  expect(output).toContain('modules:0');
  expect(output).toMatch(new RegExp(`"traza":"${traceId}"[^\n]*/flujoActual`));
});
