/**
 * A damaged, truncated or read-only data folder, and a full disk, at the start and under a running server: one sentence
 * instead of a stack trace, no receipt file lost, and no change confirmed that is not stored. A disk that fills under a
 * running server is in full-disk.test.ts.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { categories } from '#tests/kit/box-scene.ts';
import { pdfFile } from '#tests/kit/files/receipt-files.ts';
import { testPassword } from '#tests/kit/people.ts';
import {
  type DataFolder,
  type Ending,
  openDataFolder,
  type ProgramName,
  programToken,
  type Serving,
} from '#tests/kit/program.ts';
import { fullDiskCopy, ownNamespace, protectFolder, readOnly } from '#tests/kit/small-disk.ts';
import { type WebAnswer, WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from './company.ts';

/** KiB: more than the data of the test. */
const DISK = 8 * 1024;
/** Recorded with a receipt before any fault. */
const RECEIPTS = 3;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Changes that are tried during a fault. */
const TRIED = 8;

let world: World;
/** A stopped installation, of which each test has a copy. */
let original: DataFolder;
let folder: DataFolder;

const database = (of = folder): string => join(of.dataDir, 'caja-menor.db');

/** Every receipt file below a data folder. */
const receiptsIn = (of: DataFolder): string[] =>
  readdirSync(join(of.dataDir, 'soportes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

/** Receipt numbers of the stored expenses, read with an own connection. */
function storedExpenses(): string[] {
  const connection = new Libsql(database());
  try {
    const rows = connection.prepare('select recibo from gastos').all() as { recibo: string }[];
    return rows.map(({ recibo }) => recibo);
  } finally {
    connection.close();
  }
}

/** A copy of the installation, and the environment in which its programs run. */
function copyOf(through: readonly string[] = []): DataFolder {
  folder = openDataFolder(through);
  cpSync(original.dataDir, folder.dataDir, { recursive: true });
  return folder;
}

const record = (client: WebClient, recibo: string): Promise<WebAnswer> =>
  client.call('/enviarGasto', {
    id_tienda: world.stores[0] ?? 0,
    id_proveedor: world.idProveedor,
    fecha_gasto: dateInBogota(Date.now()),
    recibo,
    valor: 12_500,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0,
  });

const idIn = ({ body }: WebAnswer): number => (body as { id_gasto: number }[])[0]?.id_gasto ?? 0;

async function signedIn({ url }: Serving): Promise<WebClient> {
  const client = new WebClient(url, programToken);
  await client.signIn({ email: world.people[2].email, password: testPassword });
  return client;
}

/** Reads many tables, some of which the server has not read yet: its cache hides the damage of the others. */
async function readMuch(client: WebClient): Promise<void> {
  const id_tienda = world.stores[0] ?? 0;
  await client.call('/historialCajas', { id_tienda });
  await client.call('/obtenerCajaActual', { id_tienda });
  await client.call('/misSesiones', {});
  await client.call('/datosGenerales', { tabla: 'municipios', condicional: {} });
}

async function killed({ child, ended }: Serving): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  original = openDataFolder();
  world = await seedWorld(original, { stores: 1 });
  const server = await original.serve();
  const client = await signedIn(server);
  for (let number = 1; number <= RECEIPTS; number += 1) {
    const recorded = await record(client, `ANTES${number}`);
    const bytes = await pdfFile(`antes ${number}`);
    const id_gasto = idIn(recorded);
    expect((await client.upload('/cargarSoporte', { id_gasto }, bytes)).status).toBe(200);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  // A worker process closes the last connection, which removes the log: until then it would hide damage of the file.
  await vi.waitUntil(() => !existsSync(`${database(original)}-wal`), { timeout: 60_000 });
  expect(receiptsIn(original)).toHaveLength(RECEIPTS);
}, 300_000);
afterAll(() => original?.close());
afterEach(() => folder?.close());

/** How a program ends; fails when it serves instead. */
async function ending(...run: Parameters<DataFolder['run']>): Promise<Ending> {
  const { ended, says } = folder.run(...run);
  const serves = says(/("direccion")/).then(
    () => Promise.reject(new Error('it started')),
    () => ended,
  );
  return Promise.race([ended, serves]);
}

/** One sentence and nothing else on stderr, no stack on stdout, and exit code 1. */
function expectSentence({ code, output, errors }: Ending, sentence: string): void {
  expect(errors).toBe(`${sentence}\n`);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(1);
}

/** Overwrites a part of a file, as a failing disk does. */
function overwrite(file: string, from: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
}

interface StartFault {
  name: string;
  through?: string[];
  damage?: () => void;
  sentence: (dataDir: string) => string;
  programs: ProgramName[];
}

const everyProgram: ProgramName[] = ['main', 'db-migrate', 'audit-verify', 'backup'];
const unusable = (code: string) => (dataDir: string) =>
  `No se puede usar la carpeta de datos «${dataDir}» (${code}). Revise DATA_DIR y sus permisos.`;
const broken = (code: string) => (dataDir: string) =>
  `La base de datos «${dataDir}/caja-menor.db» está dañada o incompleta (${code}). No se cambió nada: restaure un respaldo en otra carpeta (npm run restore) e inicie con esa en DATA_DIR.`;

const startFaults: StartFault[] = [
  {
    name: 'damaged',
    damage: () => overwrite(database(), 0, Buffer.alloc(4_096, 'basura')),
    sentence: broken('SQLITE_NOTADB'),
    programs: everyProgram,
  },
  {
    name: 'truncated',
    damage: () => truncateSync(database(), Math.floor(statSync(database()).size / 2)),
    sentence: broken('SQLITE_CORRUPT'),
    programs: everyProgram,
  },
  {
    name: 'in a read-only folder',
    through: readOnly(),
    sentence: unusable('SQLITE_CANTOPEN'),
    programs: everyProgram,
  },
  {
    name: 'a read-only file',
    through: readOnly('caja-menor.db'),
    sentence: unusable('SQLITE_READONLY'),
    // The others only read.
    programs: ['main', 'db-migrate'],
  },
];

describe.each(startFaults)(
  'a start on a database that is $name',
  ({ through, damage, sentence, programs }) => {
    test.each(programs)('%s', async (program) => {
      copyOf(through);
      damage?.();
      const before = readFileSync(database());
      const target = program === 'backup' ? [join(folder.dataDir, 'respaldo')] : [];
      expectSentence(await ending(program, {}, [], target), sentence(folder.dataDir));
      expect(receiptsIn(folder)).toEqual(receiptsIn(original));
      expect(readFileSync(database()).equals(before)).toBe(true);
    });
  },
);

test.each(['main', 'db-migrate'] as const)('a start on a full disk: %s', async (program) => {
  copyOf(fullDiskCopy(DISK, 'soportes-despues'));
  const full = await ending(program);
  expect(full.errors).toMatch(/^No hay espacio en el disco de la carpeta de datos «[^\n]+\n$/);
  expectSentence(full, full.errors.trimEnd());
  expect(full.errors).toContain(`«${folder.dataDir}»`);
  const after = readFileSync(join(folder.dataDir, 'soportes-despues'), 'utf8').trim().split('\n');
  expect(after.map((path) => path.split('/').at(-1)).sort()).toEqual(receiptsIn(original));
});

test('a new data folder inside a read-only one', async () => {
  const inside = ['sh', '-c', 'DATA_DIR="$DATA_DIR/nueva" exec "$0" "$@"'];
  folder = openDataFolder([...readOnly(), ...inside]);
  // Node reports that the folder does not exist, instead of why it cannot be created.
  expectSentence(await ending('main'), unusable('ENOENT')(join(folder.dataDir, 'nueva')));
});

interface RunFault {
  name: string;
  /** Damages the folder under the server; the returned function repairs it after the server has ended. */
  damage: (server: Serving) => () => void;
  /** Statuses that a change may get. */
  statuses: number[];
  motivo: string;
}

const runFaults: RunFault[] = [
  {
    name: 'damaged',
    damage: () => {
      const file = readFileSync(database());
      // The first page stays, so that the damage shows only when another one is read.
      overwrite(database(), 4_096, Buffer.alloc(file.length - 4_096, 'basura'));
      return () => writeFileSync(database(), file);
    },
    statuses: [200, 500],
    motivo: 'La base de datos está dañada.',
  },
  {
    name: 'truncated',
    damage: () => {
      const file = readFileSync(database());
      truncateSync(database(), 4_096);
      return () => writeFileSync(database(), file);
    },
    statuses: [200, 500],
    motivo: 'La base de datos está dañada.',
  },
  {
    name: 'read-only',
    damage: ({ child }) => {
      protectFolder(child.pid ?? 0, folder.dataDir);
      // The protection ends with the namespace of the server.
      return () => undefined;
    },
    statuses: [200, 507],
    motivo: 'No hay espacio o permiso para escribir en la carpeta de datos.',
  },
];

test.each(runFaults)(
  'a database that becomes $name under a server',
  async ({ damage, statuses, motivo }) => {
    copyOf(ownNamespace);
    const server = await folder.serve();
    const client = await signedIn(server);
    const repair = damage(server);
    const confirmed: string[] = [];
    for (let number = 1; number <= TRIED; number += 1) {
      const recibo = `DURANTE${number}`;
      const { status, body } = await record(client, recibo);
      expect(statuses, JSON.stringify(body)).toContain(status);
      if (status === 200) confirmed.push(recibo);
      await readMuch(client);
    }
    const ready = await fetch(`${server.url}/listo`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        estado: 'no disponible',
        version,
        motivo,
      },
    ]);
    expect((await fetch(`${server.url}/salud`)).status).toBe(200);
    await killed(server);
    const { output, errors } = await server.ended;
    expect(errors).toBe('');
    expect(output).not.toMatch(/^ {4}at /m);
    expect(receiptsIn(folder)).toEqual(receiptsIn(original));

    repair();
    const again = await folder.serve();
    const stored = storedExpenses();
    expect(stored).toEqual(expect.arrayContaining(confirmed));
    expect(stored).toEqual(expect.arrayContaining(['ANTES1', 'ANTES2', 'ANTES3']));
    expect((await fetch(`${again.url}/listo`)).status).toBe(200);
    expect(receiptsIn(folder)).toEqual(receiptsIn(original));
  },
);

test('once the damage is known, no change is accepted any more', async () => {
  copyOf();
  const server = await folder.serve();
  const client = await signedIn(server);
  overwrite(database(), 4_096, Buffer.alloc(statSync(database()).size - 4_096, 'basura'));
  const ready = async () => (await fetch(`${server.url}/listo`)).status;
  await readMuch(client);
  expect(await ready()).toBe(503);
  const refused = await record(client, 'TARDE');
  expect([refused.status, refused.body]).toEqual([
    500,
    [
      {
        status: '500',
        msg: 'La base de datos está dañada. No se guardó nada; avise al administrador.',
        codigo_soporte: expect.stringMatching(/^[\da-f]{10}$/),
      },
    ],
  ]);
});
