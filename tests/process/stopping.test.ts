/** Shutdown of a server: every request that began before it is answered. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { addCast, testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { isRefused, openConnection, statusOn } from '#tests/kit/raw-request.ts';
import { WebClient } from '#tests/kit/web-client.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** Shorter than the time after which the server gives up pending requests. */
const SOON = 30_000;

const crlf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

/** Bytes of a sign-in with an unknown address, which takes as long to refuse as a wrong password. */
function signInRequest(email: string): string {
  const body = JSON.stringify({ token: programToken, email, password: testPassword });
  return `${crlf(
    `POST ${apiBase}/auth/user HTTP/1.1`,
    'Host: tienda',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  )}\r\n${body}`;
}

/** Signs in the user of a store, and records an expense without a receipt. */
async function expenseWithoutReceipt({ url }: Serving): Promise<{ ana: WebClient; id: number }> {
  const ana = new WebClient(url, programToken);
  await ana.signIn({ email: 'tienda@cajamenor.test', password: testPassword });
  const [recorded] = await ana.must('/enviarGasto', {
    id_tienda: 1,
    fecha_gasto: dateInBogota(Date.now()),
    num_doc: '900373923',
    proveedor: 'Ferretería El Tornillo',
    direccion: 'Calle 10 # 43-12',
    departamento: 5,
    ciudad: 5001,
    recibo: 'R1',
    valor: 12_500,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0,
  });
  return { ana, id: recorded?.id_gasto ?? 0 };
}

/** Bytes of an upload, as a browser sends them. */
async function uploadRequest(person: WebClient, id_gasto: number, file: Buffer): Promise<Buffer> {
  const form = new Request('http://tienda', {
    method: 'POST',
    body: person.form({ id_gasto }, file),
  });
  const body = Buffer.from(await form.arrayBuffer());
  const head = crlf(
    `POST ${apiBase}/cargarSoporte HTTP/1.1`,
    'Host: tienda',
    `Content-Type: ${form.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...Object.entries(person.headers()).map(([name, value]) => `${name}: ${value}`),
  );
  return Buffer.concat([Buffer.from(`${head}\r\n`), body]);
}

async function seedPeople(): Promise<void> {
  const database = openDatabase({ dataDir: folder.dataDir });
  await migrateToLatest(database.db, database.engine);
  await addCast(database.db, Date.now());
  await database.close();
}

test('pending requests are answered, and new connections are refused', async () => {
  await seedPeople();
  const server = await folder.serve();
  const { ana, id } = await expenseWithoutReceipt(server);
  const request = await uploadRequest(ana, id, pdf('recibo '.repeat(20_000)));
  const half = Math.floor(request.length / 2);

  const upload = await openConnection(server.url);
  upload.write(request.subarray(0, half));
  const probe = await openConnection(server.url);
  probe.write('GET /listo HTTP/1.1\r\nHost: tienda\r\n');
  expect((await fetch(`${server.url}/listo`)).status).toBe(200);
  const people = await Promise.all(Array.from({ length: 20 }, () => openConnection(server.url)));
  const signIns = people.map((socket, number) => {
    socket.write(signInRequest(`nadie${number}@cajamenor.test`));
    return statusOn(socket);
  });
  server.child.kill('SIGTERM');

  await server.says(/"msg":"(cerrando)/);
  await expect.poll(() => isRefused(server.url), { timeout: SOON, interval: 20 }).toBe(true);
  // It accepts no connections, and waits for the second half of the upload.
  expect(server.child.exitCode).toBeNull();
  probe.write('Connection: close\r\n\r\n');
  expect(await statusOn(probe)).toBe(503);
  upload.write(request.subarray(half));
  expect(await statusOn(upload)).toBe(200);
  expect(await Promise.all(signIns)).toEqual(Array(20).fill(401));
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });

  const database = openDatabase({ dataDir: folder.dataDir });
  const expense = await database.db.selectFrom('gastos').selectAll().executeTakeFirstOrThrow();
  await database.close();
  expect(expense.soporte).not.toBeNull();
});

test('idle connections do not delay the shutdown', async () => {
  const server = await folder.serve();
  const silent = await openConnection(server.url);
  const idle = await openConnection(server.url);
  idle.write('GET /salud HTTP/1.1\r\nHost: tienda\r\n\r\n');
  await once(idle, 'data');
  const asked = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  expect(Date.now() - asked).toBeLessThan(SOON);
  for (const socket of [silent, idle]) socket.destroy();
});

test('a second signal ends the server at once', async () => {
  const server = await folder.serve();
  const begun = await openConnection(server.url);
  begun.on('error', () => undefined).write('GET /salud HTTP/1.1\r\n');
  server.child.kill('SIGTERM');
  await server.says(/"msg":"(cerrando)/);
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 1 });
  begun.destroy();
  await openDatabase({ dataDir: folder.dataDir }).close();
});
