/**
 * A full disk and a read-only folder under a running server: users see the reason, no stored data is lost, and
 * once there is space again the same request succeeds without a restart.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallPath, callPaths, calls, documents, type RequestOf } from '#contract/contract.ts';
import { refusals } from '#contract/errors.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { samples } from '#tests/contract/bodies.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { tried } from '#tests/kit/cases.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { fillDisk, protectFolder, seenBy, smallDisk } from '#tests/kit/small-disk.ts';
import { type WebAnswer, WebClient } from '#tests/kit/web-client.ts';
import { besideTheServer, faultsOf, namedFiles, receiptFiles } from './stored-rows.ts';

/** KiB: twice the size of the demonstration. */
const DISK = 16 * 1024;
/** Changes that are refused in a row. */
const REFUSED = 20;

let folder: DataFolder;
let server: Serving;
let ana: WebClient;
/** Milliseconds in which the demonstration is loaded, also on a busy machine. */
const START_LIMIT = 300_000;
/** The disk of the server, as seen from this process. */
let disk: string;
let pid: number;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const copies: string[] = [];
beforeAll(async () => {
  folder = openDataFolder(smallDisk(DISK));
  // Temporary files of SQLite and Node are on the same disk.
  server = await folder.serve('demo', { TMPDIR: folder.dataDir });
  pid = server.child.pid ?? 0;
  disk = seenBy(pid, folder.dataDir);
  ana = new WebClient(server.url, programToken);
  await ana.signIn({ email: 'tienda@cajamenor.test', password: testPassword });
}, START_LIMIT);
afterAll(() => folder.close());
afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

const record = (recibo: string): Promise<WebAnswer> =>
  ana.call(
    '/enviarGasto',
    {
      id_tienda: 1,
      fecha_gasto: dateInBogota(Date.now()),
      num_doc: '900373923',
      proveedor: 'Ferretería El Tornillo',
      direccion: 'Calle 10 # 43-12',
      departamento: 5,
      ciudad: 5001,
      recibo,
      valor: 12_500,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0,
    },
    recibo,
  );

/** Reads of the contract that need space on the disk for one of these users. */
async function readsWithout(...users: WebClient[]): Promise<string[]> {
  const refused: string[] = [];
  const reads = callPaths.filter((path) => {
    const { kind, who }: Call = calls[path];
    return kind === 'read' && who !== 'anyone';
  });
  for (const path of reads)
    for (const user of users) {
      const { status } = await user.call(path, samples[path].required as RequestOf<CallPath>);
      if (status >= 500) refused.push(`${path}: ${status}`);
    }
  tried(reads.length);
  return refused;
}

const idIn = ({ body }: WebAnswer): number => {
  const [first] = body as { id_gasto?: number }[];
  return first?.id_gasto ?? 0;
};

/** Long enough to need new space. */
const attach = (id_gasto: number, text: string): Promise<WebAnswer> =>
  ana.upload('/cargarSoporte', { id_gasto }, pdf(text.repeat(10_000)));

const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status;

/** Status 507 with its sentence, and a support code. */
function expectDiskFull({ status, body }: WebAnswer): void {
  expect([status, body]).toEqual([
    507,
    [{ status: '507', msg: refusals[507], codigo_soporte: expect.stringMatching(/^[\da-f]{10}$/) }],
  ]);
}

/** A copy of the disk in another folder, since SQLite resolves the path into the server's mount namespace. */
function copyOfDisk(): string {
  const copy = mkdtempSync(join(tmpdir(), 'caja-menor-disco-'));
  copies.push(copy);
  cpSync(disk, copy, { recursive: true });
  return copy;
}

/** Checks that the data is intact and has the answered expenses only. */
async function expectStored(expected: { with: string[]; without: string[] }): Promise<void> {
  const copy = copyOfDisk();
  const stored = await besideTheServer(copy, async (trx) => ({
    faults: await faultsOf(trx, copy),
    receipts: (await trx.selectFrom('gastos').select('recibo').execute()).map(
      ({ recibo }) => recibo,
    ),
    named: await namedFiles(trx),
  }));
  expect(stored.faults).toEqual([]);
  expect(stored.receipts).toEqual(expect.arrayContaining(expected.with));
  expect(stored.receipts.filter((recibo) => expected.without.includes(recibo))).toEqual([]);
  expect(receiptFiles(copy)).toEqual(stored.named);
}

test('a full disk refuses writes, allows reads, and loses no stored data', async () => {
  const before = await record('ANTES');
  const [{ id_caja } = { id_caja: 0 }] = await ana.must('/historialCajas', { id_tienda: 1 });
  expect(before.status).toBe(200);
  const control = new WebClient(server.url, programToken);
  await control.signIn({ email: 'control@cajamenor.test', password: testPassword });
  const freeSpace = fillDisk(disk);
  const refused = Array.from({ length: REFUSED }, (_, number) => `LLENO${number}`);
  for (const recibo of refused) expectDiskFull(await record(recibo));
  expectDiskFull(await attach(idIn(before), 'sin espacio '));
  const legalisation = `${server.url}${documents.legalisation.path}?id_caja=${id_caja}`;
  const document = await fetch(legalisation, { headers: ana.headers() });
  expectDiskFull({ status: document.status, body: await document.json() });
  const outsider = new WebClient(server.url, programToken);
  expectDiskFull(
    await outsider.call('/auth/user', {
      email: 'supervisor@cajamenor.test',
      password: testPassword,
    }),
  );
  tried(REFUSED);
  expect((await ana.call('/obtenerCajaActual', { id_tienda: 1 })).status).toBe(200);
  expect(await readsWithout(ana, control)).toEqual([]);
  // Its requests are counted in the database, which is no reason to refuse it.
  const workbook = await fetch(server.url + documents.consolidated.path, {
    headers: control.headers(),
  });
  expect([workbook.status, (await workbook.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
  expect(await statusOf('/salud')).toBe(200);
  const ready = await fetch(`${server.url}/listo`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      estado: 'no disponible',
      version,
      motivo: 'No hay espacio o permiso para escribir en la carpeta de datos.',
    },
  ]);
  expect(
    (await server.says(/("type":"SqliteError","message":"database or disk is full")/)).length,
  ).toBeGreaterThan(0);

  freeSpace();
  expect(await statusOf('/listo')).toBe(200);
  await expectStored({ with: ['ANTES'], without: refused });
  for (const recibo of refused) expect((await record(recibo)).status).toBe(200);
  expect((await attach(idIn(before), 'con espacio ')).status).toBe(200);
  await outsider.signIn({ email: 'supervisor@cajamenor.test', password: testPassword });
  await expectStored({ with: ['ANTES', ...refused], without: [] });
  expect(server.child.exitCode).toBeNull();
});

test('a read-only receipt folder refuses receipts, and nothing else', async () => {
  const first = await record('PRIMERO');
  expect((await attach(idIn(first), 'el primero ')).status).toBe(200);
  const allow = protectFolder(pid, join(folder.dataDir, 'soportes'));
  expectDiskFull(await attach(idIn(first), 'otro '));
  const second = await record('SEGUNDO');
  expect(second.status).toBe(200);
  expectDiskFull(await attach(idIn(second), 'el segundo '));
  await expectStored({ with: ['PRIMERO', 'SEGUNDO'], without: [] });

  allow();
  expect((await attach(idIn(second), 'el segundo ')).status).toBe(200);
  // The replaced file is removed, as usual.
  expect((await attach(idIn(first), 'otro ')).status).toBe(200);
  await expectStored({ with: ['PRIMERO', 'SEGUNDO'], without: [] });
  expect(server.child.exitCode).toBeNull();
});
