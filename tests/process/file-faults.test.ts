/**
 * Faults of the files of a data folder, at a start and under a running server. After each fault every receipt is on the
 * disk, a refused start prints one sentence, and no change is answered with 200 that the database file lacks.
 */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { categories } from '#tests/kit/box-scene.ts';
import { testPassword } from '#tests/kit/people.ts';
import {
  type DataFolder,
  type Ending,
  openDataFolder,
  type ProgramName,
  programToken,
  type Serving,
} from '#tests/kit/program.ts';
import { expectReceipts, receiptOf, recordWithReceipt } from '#tests/kit/recorded-receipts.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from './company.ts';

const [DATABASE, HEAD] = ['caja-menor.db', 'registro.key.ultima-firma'];
/** Receipts in the older copy of the database, and those that only the newer one names. */
const [FIRST, LATER] = [['A1', 'A2'], Array.from({ length: 12 }, (_, index) => `B${index + 1}`)];
const ALL = [...FIRST, ...LATER];
/** Changes that are tried after a fault. */
const TRIED = 12;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const HOUR = 60 * 60_000;

/** A stopped company: its data folder, an older copy of its database, its people and the addresses of its receipts. */
let company: DataFolder;
let older: string;
let world: World;
const soportes = new Map<string, string>();

const signedIn = async ({ url }: Serving): Promise<WebClient> => {
  const person = new WebClient(url, programToken);
  await person.signIn({ email: world.people[2].email, password: testPassword });
  return person;
};

async function stopped({ child, ended }: Serving): Promise<Ending> {
  child.kill('SIGTERM');
  return ended;
}

async function recordAll(names: readonly string[]): Promise<void> {
  const server = await company.serve();
  const person = await signedIn(server);
  for (const name of names) soportes.set(name, await recordWithReceipt(person, world, name));
  expect((await stopped(server)).code).toBe(0);
}

beforeAll(async () => {
  company = openDataFolder();
  world = await seedWorld(company, { stores: 1 });
  await recordAll(FIRST);
  older = join(mkdtempSync(join(tmpdir(), 'caja-menor-copia-')), DATABASE);
  const database = new Libsql(join(company.dataDir, DATABASE));
  database.prepare('vacuum into ?').run([older]);
  database.close();
  await recordAll(LATER);
}, 300_000);
afterAll(async () => {
  await company.close();
  rmSync(join(older, '..'), { recursive: true });
});

let folder: DataFolder;
let file: string;
beforeEach(() => {
  folder = openDataFolder();
  // A clean stop leaves the log empty. Its files go when the connection of this test is collected, maybe meanwhile.
  const filter = (from: string) => !/-(shm|wal)$/.test(from);
  cpSync(company.dataDir, folder.dataDir, { recursive: true, filter });
  file = join(folder.dataDir, DATABASE);
  age(ALL);
});
afterEach(() => folder.close());

/** Every file below a folder that is named by a SHA-256, with its folder. */
const filesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\da-f]{64}$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));

/** Number of receipts on the disk, as a directory walk finds them. */
const receiptsOnDisk = (): number => filesBelow(join(folder.dataDir, 'soportes')).length;

const retiredOnDisk = (): number => {
  const place = join(folder.dataDir, 'soportes-retirados');
  return existsSync(place) ? filesBelow(place).length : 0;
};

/** Makes receipts older than any upload in progress, and the others younger. */
function age(names: readonly string[]): void {
  const sizes = new Map(ALL.map((name) => [receiptOf(name).toString('latin1'), name]));
  for (const path of filesBelow(join(folder.dataDir, 'soportes'))) {
    const isOld = names.includes(sizes.get(readFileSync(path).toString('latin1')) ?? '');
    const at = new Date(Date.now() - (isOld ? 2 * HOUR : 0));
    utimesSync(path, at, at);
  }
}

/** Values of a column, read from the database file by SQLite itself. */
function valuesOf(path: string, statement: string): unknown[] {
  const database = new Libsql(path);
  try {
    return database.prepare(statement).pluck().all();
  } finally {
    database.close();
  }
}

const recordedIn = (path: string): unknown[] => valuesOf(path, 'select recibo from gastos');

function change(statement: string): void {
  const database = new Libsql(file);
  database.exec(statement);
  database.close();
}

/** Checks that it exited with 1 and one sentence on stderr, and printed no log. */
function expectRefusal({ code, errors }: Ending, words: string): void {
  expect(errors).toContain(words);
  expect(errors).toMatch(/^[^\n]+\.\n$/);
  expect(code).toBe(1);
}

/** Starts on the undamaged company and checks that all receipts are there. */
async function expectEverything(): Promise<void> {
  const server = await folder.serve();
  await expectReceipts(await signedIn(server), soportes);
  await stopped(server);
  expect(receiptsOnDisk()).toBe(ALL.length);
  expect(recordedIn(file)).toEqual(ALL);
}

describe('a start', () => {
  /** Programs that open the database for writing, with their arguments. */
  const writers: [ProgramName, string[]][] = [
    ['main', []],
    ['demo', []],
    ['db-migrate', []],
    ['admin-create', []],
    ['factor-reset', ['ana@cajamenor.test']],
    ['import-invoices', ['--nit-empresa', '900373923']],
    ['data-grow', ['100']],
  ];
  const admin = ['Ana Ruiz', 'ana@cajamenor.test', '52123456', 'Fresno4821', 'Fresno4821'];

  test.each(writers)('of %s creates no database where it is missing', async (name, args) => {
    const aside = `${file}.aparte`;
    renameSync(file, aside);
    const ending = await folder.run(name, {}, admin, args).ended;
    const head = join(folder.dataDir, HEAD);
    expectRefusal(
      ending,
      `Falta la base de datos «${file}», pero hay soportes y está «${head}»: revise DATA_DIR`,
    );
    expect(existsSync(file)).toBe(false);
    expect(receiptsOnDisk()).toBe(ALL.length);
    renameSync(aside, file);
    expect(recordedIn(file)).toEqual(ALL);
  });

  test.each([
    ['receipts', [HEAD], 'pero hay soportes: revise'],
    ['a signed head', ['soportes'], 'ultima-firma»: revise'],
    ['a WAL', [HEAD, 'soportes'], `pero está «`],
  ])('creates no database in a folder with nothing but %s', async (what, gone, words) => {
    rmSync(file);
    for (const name of gone) rmSync(join(folder.dataDir, name), { recursive: true });
    if (what === 'a WAL') appendFileSync(`${file}-wal`, 'x');
    expectRefusal(await folder.run('main').ended, words);
    expect(existsSync(file)).toBe(false);
  });

  test('with a wrong DATA_DIR creates no database beside a key that signed another one', async () => {
    const wrong = join(folder.dataDir, 'otra');
    mkdirSync(wrong);
    const environment = { DATA_DIR: wrong, LOG_KEY_FILE: join(folder.dataDir, 'registro.key') };
    expectRefusal(
      await folder.run('main', environment).ended,
      `Falta la base de datos «${join(wrong, DATABASE)}», pero está «`,
    );
    expect(existsSync(join(wrong, DATABASE))).toBe(false);
    await expectEverything();
  });

  test.each(['main', 'db-migrate', 'admin-create'] as const)(
    'of %s refuses an older copy of the database, and the newer one finds everything',
    async (name) => {
      const newer = `${file}.nueva`;
      renameSync(file, newer);
      copyFileSync(older, file);
      expectRefusal(
        await folder.run(name, {}, admin).ended,
        `no está en la base de datos de «${folder.dataDir}», que es una copia anterior u otra`,
      );
      expect(receiptsOnDisk()).toBe(ALL.length);
      expect(recordedIn(file)).toEqual(FIRST);
      renameSync(newer, file);
      await expectEverything();
    },
  );

  test('on a folder that was moved to PostgreSQL names the renamed file', async () => {
    renameSync(file, `${file}.mudada`);
    for (const name of ['main', 'audit-verify'] as const)
      expectRefusal(
        await folder.run(name).ended,
        `La base de datos de «${folder.dataDir}» se mudó a PostgreSQL y su archivo quedó como «${file}.mudada»: inicie con DATABASE_URL`,
      );
    expect(existsSync(file)).toBe(false);
    renameSync(`${file}.mudada`, file);
    await expectEverything();
  });

  const demonstrations = [
    ['marked', `insert into config (field_name, field_content) values ('demostracion', 'si')`],
    [
      'loaded by 1.0.0, without a mark',
      `update usuarios set email = 'control@cajamenor.test', num_doc = '80112563'
        where email = 'control@cajamenor.test'`,
    ],
  ] as const;
  test.each(demonstrations)('of production refuses a demonstration, %s', async (_, statement) => {
    change(statement);
    for (const name of ['main', 'admin-create'] as const)
      expectRefusal(
        await folder.run(name, {}, admin).ended,
        `La base de datos de «${folder.dataDir}» es la de una demostración, con contraseñas públicas: inicie con npm run demo`,
      );
    expect(receiptsOnDisk()).toBe(ALL.length);
    const server = await folder.serve('demo');
    expect((await fetch(`${server.url}/listo`)).status).toBe(200);
    await stopped(server);
    expect(
      valuesOf(file, `select field_content from config where field_name = 'demostracion'`),
    ).toEqual(['si']);
  });

  test('of the demonstration refuses the data of a company', async () => {
    expectRefusal(
      await folder.run('demo', { API_TOKEN: '' }).ended,
      `La base de datos de «${folder.dataDir}» tiene los datos de una compañía`,
    );
    await expectEverything();
  });
});

describe('the sweep at a start', () => {
  /** Puts the older copy in place as an operator who restores it on purpose; only some receipts are old. */
  function restoreOlder(old: readonly string[]): string {
    const newer = `${file}.nueva`;
    renameSync(file, newer);
    copyFileSync(older, file);
    rmSync(join(folder.dataDir, HEAD));
    age(old);
    return newer;
  }

  test('removes nothing when rows name too few of the receipts', async () => {
    restoreOlder(ALL);
    const server = await folder.serve();
    const line = await server.says(/^(.*no se retiró ningún soporte: son demasiados.*)$/m);
    expect(JSON.parse(line)).toMatchObject({ level: 50, soportes: LATER.length });
    await stopped(server);
    expect([receiptsOnDisk(), retiredOnDisk()]).toEqual([ALL.length, 0]);
  });

  test('moves a few receipts to a folder, and brings them back for rows that name them', async () => {
    const few = LATER.slice(0, 3);
    const newer = restoreOlder([...FIRST, ...few]);
    const server = await folder.serve();
    await expect.poll(receiptsOnDisk, { timeout: 60_000 }).toBe(ALL.length - few.length);
    await stopped(server);
    expect(retiredOnDisk()).toBe(few.length);

    renameSync(newer, file);
    rmSync(join(folder.dataDir, HEAD), { force: true });
    const later = await folder.serve();
    await expect.poll(receiptsOnDisk, { timeout: 60_000 }).toBe(ALL.length);
    await expectReceipts(await signedIn(later), soportes);
    await stopped(later);
  });
});

describe('under a running server', () => {
  let server: Serving;
  let person: WebClient;
  beforeEach(async () => {
    server = await folder.serve();
    person = await signedIn(server);
  });

  const record = (recibo: string) =>
    person.call(
      '/enviarGasto',
      {
        id_tienda: world.stores[0] ?? 0,
        id_proveedor: world.idProveedor,
        fecha_gasto: dateInBogota(Date.now()),
        recibo,
        valor: 10_000,
        concepto: 'Bombillos',
        categoria: [categories.plain],
        tipo_factura: 0,
      },
      recibo,
    );

  const tried = Array.from({ length: TRIED }, (_, index) => `C${index + 1}`);
  const sentence =
    'No se guardó nada: la base de datos no está en su sitio. Avise al administrador.';

  const aside = () => `${file}.aparte`;
  const replace = () => {
    linkSync(file, aside());
    copyFileSync(older, `${file}.copia`);
    renameSync(`${file}.copia`, file);
  };
  /**
   * Name, what happens to the files, the file that the server names, where the database file is
   * afterwards, and the expenses of the file that is then at its path. */
  const faults: [string, () => void, string, (() => string) | null, string[] | null][] = [
    ['deleted', () => rmSync(file), DATABASE, null, null],
    ['moved away', () => renameSync(file, aside()), DATABASE, aside, null],
    ['replaced by an older copy', replace, DATABASE, aside, FIRST],
    ['left without its WAL', () => rmSync(`${file}-wal`), `${DATABASE}-wal`, () => file, null],
    [
      'left without the WAL index',
      () => rmSync(`${file}-shm`),
      `${DATABASE}-shm`,
      () => file,
      null,
    ],
  ];

  test.each(faults)(
    'a database that is %s takes no change',
    async (_name, fault, named, where, left) => {
      const before = await record('ANTES');
      expect(before.status).toBe(200);
      const [{ id_gasto } = { id_gasto: 0 }] = before.body as { id_gasto: number }[];
      fault();
      for (const recibo of tried) {
        const { status, body } = await record(recibo);
        expect([status, body]).toEqual([
          503,
          [
            {
              status: '503',
              msg: sentence,
              codigo_soporte: expect.stringMatching(/^[\da-f]{10}$/),
            },
          ],
        ]);
      }
      const { status } = await person.upload('/cargarSoporte', { id_gasto }, receiptOf('perdido'));
      expect(status).toBe(503);
      const ready = await fetch(`${server.url}/listo`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        {
          estado: 'no disponible',
          version,
          motivo: expect.stringContaining(
            `«${join(folder.dataDir, named)}» de la base de datos abierta fue borrado o reemplazado`,
          ),
        },
      ]);
      const { errors, output } = await stopped(server);
      expect(errors).toBe('');
      expect(output).not.toMatch(/\\n +at /);
      expect(receiptsOnDisk()).toBe(ALL.length);
      // Nothing of the server opened what was at the path afterwards.
      if (where?.() !== file) expect(existsSync(file) ? recordedIn(file) : null).toEqual(left);
      if (where === null) {
        expectRefusal(await folder.run('main').ended, `Falta la base de datos «${file}»`);
        return;
      }
      if (where() !== file) renameSync(where(), file);
      const again = await folder.serve();
      await expectReceipts(await signedIn(again), soportes);
      await stopped(again);
      expect(recordedIn(file)).toEqual([...ALL, 'ANTES']);
      expect(receiptsOnDisk()).toBe(ALL.length);
    },
  );

  test('a database that is put back takes changes again, and has every one that was answered', async () => {
    expect((await record('ANTES')).status).toBe(200);
    renameSync(file, `${file}.aparte`);
    for (const recibo of tried) expect((await record(recibo)).status).toBe(503);
    renameSync(`${file}.aparte`, file);
    for (const recibo of tried) expect((await record(recibo)).status).toBe(200);
    expect((await stopped(server)).code).toBe(0);
    expect(recordedIn(file)).toEqual([...ALL, 'ANTES', ...tried]);
    expect(receiptsOnDisk()).toBe(ALL.length);
  });
});
