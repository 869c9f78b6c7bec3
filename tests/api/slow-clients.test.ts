/** Slow clients on a listening server with short time limits. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiBase, xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import { record, startScene } from '#tests/kit/box-scene.ts';
import { testToken } from '#tests/kit/client.ts';
import { pdfFile } from '#tests/kit/files/receipt-files.ts';
import { testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { openConnection } from '#tests/kit/raw-request.ts';

const timeLimits = { headers: 400, body: 400, upload: 3_000, silence: 900 };
/** Tolerance for a busy machine, in milliseconds. */
const LATE = 1_500;

const scene = perFile(() => startScene({ config: { timeLimits }, oneProcess: true }));
let url: string;
beforeAll(async () => {
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
  // The first file starts the worker process, which must not count as silence of a client.
  await record(scene, {});
});

interface Ended {
  /** Everything that the server sent. */
  said: string;
  /** Milliseconds from the opening to the close. */
  after: number;
}

/** Opens a connection, calls `write` with it, and waits until the server closes it. */
async function untilEnded(write: (socket: Socket) => Promise<void>): Promise<Ended> {
  const socket = await openConnection(url);
  const opened = Date.now();
  let said = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  // The server may close while bytes are in flight.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const writing = write(socket);
  await closed;
  const after = Date.now() - opened;
  await writing;
  return { said, after };
}

/** Writes a part every `pause` milliseconds while the socket is open. */
const pieces = (parts: readonly (string | Buffer)[], pause: number) => async (socket: Socket) => {
  for (const part of parts) {
    if (socket.destroyed || socket.readableEnded) return;
    socket.write(part);
    await wait(pause);
  }
};

const bytesOf = (text: string): string[] => [...text];
const crlf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

const head = (path: string, type: string, length: number, ...more: string[]): string =>
  crlf(
    `POST ${apiBase}${path} HTTP/1.1`,
    'Host: tienda',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...more,
    '',
  );

const tooSlow = '[{"status":"408","msg":"La solicitud tardó demasiado. Intente de nuevo."}]';

describe('headers', () => {
  test('sent byte by byte time out with 408', async () => {
    const { said, after } = await untilEnded(
      pieces(bytesOf(`GET /salud HTTP/1.1\r\nHost: ${'x'.repeat(500)}`), 40),
    );
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain(tooSlow);
    expect(after).toBeLessThan(timeLimits.headers + LATE);
  });

  test('that never arrive make the server close the connection', async () => {
    const { after } = await untilEnded(async () => {});
    expect(after).toBeLessThan(timeLimits.silence + LATE);
  });

  test('that are too long are refused with 400 in our format', async () => {
    const { said } = await untilEnded(
      pieces([`GET /salud HTTP/1.1\r\nX-Largo: ${'x'.repeat(20_000)}\r\n\r\n`], 0),
    );
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('[{"status":"400","msg":"La solicitud no es válida."}]');
  });

  test('that are not HTTP are refused with 400 in our format', async () => {
    const { said } = await untilEnded(pieces(['\u0016\u0003\u0001 hola\r\n\r\n'], 0));
    expect(said).toContain('[{"status":"400","msg":"La solicitud no es válida."}]');
  });
});

describe('a body', () => {
  const credentials = () =>
    JSON.stringify({ token: testToken, email: scene.people[1].email, password: testPassword });
  const sessions = async () =>
    (await scene.db.selectFrom('sesion').select('id').execute()).map(({ id }) => id);

  test('sent byte by byte times out with 408 and has no effect', async () => {
    const before = await sessions();
    const body = credentials();
    const request = head('/auth/user', 'application/json', body.length);
    const { said, after } = await untilEnded(pieces([request, ...bytesOf(body)], 40));
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain(tooSlow);
    expect(after).toBeGreaterThanOrEqual(timeLimits.body);
    expect(after).toBeLessThan(timeLimits.body + LATE);
    expect(await sessions()).toEqual(before);
  });

  test('that stops in the middle times out with 408', async () => {
    const body = credentials();
    const half = head('/auth/user', 'application/json', body.length) + body.slice(0, 20);
    const { said, after } = await untilEnded(pieces([half], 0));
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(after).toBeLessThan(timeLimits.body + LATE);
  });

  test('sent in time is answered, and the connection can be reused', async () => {
    const socket = await openConnection(url);
    for (let time = 0; time < 2; time += 1) {
      const body = credentials();
      socket.write(head('/auth/user', 'application/json', body.length) + body);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    }
    socket.destroy();
  });
});

describe('an upload', () => {
  const boundary = 'limite-7d1f';

  /** Head and body of an upload, as the browser of the store sends them. */
  async function upload(id_gasto: number): Promise<{ head: string; body: Buffer }> {
    const { cookies } = scene.browsers[2];
    const field = (name: string, value: string | number) =>
      crlf(`--${boundary}`, `Content-Disposition: form-data; name="${name}"`, '', String(value));
    const body = Buffer.concat([
      Buffer.from(field('token', testToken) + field('id_gasto', id_gasto)),
      Buffer.from(
        crlf(
          `--${boundary}`,
          'Content-Disposition: form-data; name="archivo"; filename="recibo.pdf"',
          '',
        ),
      ),
      await pdfFile(`lento ${id_gasto}`),
      Buffer.from(crlf('', `--${boundary}--`)),
    ]);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = `multipart/form-data; boundary=${boundary}`;
    const proof = `${xsrfHeader}: ${cookies.get(xsrfCookie) ?? ''}`;
    return {
      head: head(
        '/cargarSoporte',
        type,
        body.length,
        `Cookie: ${cookie}`,
        proof,
        'Connection: close',
      ),
      body,
    };
  }

  const inPieces = (body: Buffer, count: number): Buffer[] => {
    const size = Math.ceil(body.length / count);
    return Array.from({ length: count }, (_, index) =>
      body.subarray(index * size, (index + 1) * size),
    );
  };

  const receiptOf = async (id: number) => (await expenseRow(scene, id)).soporte;

  test('over a slow but active connection may exceed the body timeout', async () => {
    const id = await record(scene, {}, { receipt: false });
    const { head: begin, body } = await upload(id);
    const { said, after } = await untilEnded(pieces([begin, ...inPieces(body, 12)], 120));
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
    expect(after).toBeGreaterThan(timeLimits.body);
    expect(await receiptOf(id)).not.toBeNull();
  });

  test('that falls silent is aborted and stores nothing', async () => {
    const id = await record(scene, {}, { receipt: false });
    const { head: begin, body } = await upload(id);
    const { after } = await untilEnded(pieces([begin, body.subarray(0, -40)], 10));
    expect(after).toBeLessThan(timeLimits.silence + LATE);
    expect(await receiptOf(id)).toBeNull();
  });

  test('that exceeds the upload timeout is aborted and stores nothing', async () => {
    const id = await record(scene, {}, { receipt: false });
    const { head: begin, body } = await upload(id);
    const { after } = await untilEnded(pieces([begin, ...inPieces(body, 200)], 60));
    expect(after).toBeGreaterThanOrEqual(timeLimits.upload);
    expect(after).toBeLessThan(timeLimits.upload + LATE);
    expect(await receiptOf(id)).toBeNull();
  });
});

test('a hundred slow clients do not block other requests', async () => {
  const slow = Array.from({ length: 100 }, (_, index) =>
    untilEnded(pieces(bytesOf(`GET /${index} HTTP/1.1\r\nHost: ${'x'.repeat(50)}`), 40)),
  );
  await wait(100);
  expect((await fetch(`${url}/salud`)).status).toBe(200);
  for (const { after } of await Promise.all(slow))
    expect(after).toBeLessThan(timeLimits.headers + LATE);
});
