/** Contents of a backup; only a complete backup is restored. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import { auditSignatures } from '#server/operate/audit/log-signatures.ts';
import { headOfLine, logKey, trustedKeys } from '#server/operate/audit/signed-head.ts';
import { makeBackup, restoreBackup } from '#server/operate/backup/embedded-backup.ts';
import { readManifest } from '#server/operate/backup/backup-folder.ts';
import { type OpenDatabase, openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest, migrationsAreDone } from '#server/platform/database/migrations.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { fileReceiptStore, type ReceiptStore } from '#server/platform/files/receipt-store.ts';
import { appendAdministration } from '#server/platform/database/administration-log.repository.ts';
import { StartError } from '#server/platform/errors/http-error.ts';
import { logBase } from '#server/features/cases/administration-replay.ts';
import { BoxCase } from '#server/features/cases/stored-box-case.ts';
import { operator } from '#tests/kit/people.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  engines,
  insertStoreWithBox,
  newExpense,
  type StoreWithBox,
  type TestDatabase,
} from '#tests/server/database/database-fixture.ts';
import { schemaOf } from '#tests/server/database/schema-dump.ts';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

const NOW = Date.UTC(2026, 5, 17);

let root: string;
let dataDir: string;
let database: OpenDatabase;
let store: StoreWithBox;
let receipts: ReceiptStore;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'caja-menor-respaldo-'));
  dataDir = join(root, 'datos');
  // Open during the tests, as by a running server.
  database = openDatabase({ dataDir });
  await migrateToLatest(database.db, database.engine);
  store = await insertStoreWithBox(database.db);
  receipts = fileReceiptStore(dataDir);
});
afterEach(async () => {
  await database.close();
  rmSync(root, { recursive: true });
});

const at = (name: string): string => join(root, name);
const backUp = (from: Pick<ReceiptStore, 'read'> = receipts, target = at('respaldo')) =>
  makeBackup({ dataDir, receipts: from }, target, NOW);
const fileIn = (folder: string, sha256: string) =>
  join(folder, 'soportes', sha256.slice(0, 2), sha256);

/** Records an expense with a file of this content. @returns its id and the digest of the file */
async function expenseWith(text: string): Promise<{ id: number; sha256: string }> {
  const sha256 = await receipts.save(Buffer.from(text));
  const file = { soporte: `${text}.pdf`, soporte_sha256: sha256 };
  const { id } = await database.db
    .insertInto('gastos')
    .values(newExpense(store, file))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, sha256 };
}

test('a backup contains the database and the files it names, each with its digest', async () => {
  const { sha256 } = await expenseWith('uno');
  const unnamed = await receipts.save(Buffer.from('de nadie'));
  const made = await backUp();
  expect(made).toMatchObject({ files: 2, bad: [], head: expect.stringMatching(/^0:[\da-f]{64}$/) });
  const { archivos, creado, cabeza } = await readManifest(at('respaldo'));
  expect([creado, cabeza]).toEqual(['2026-06-17T00:00:00.000Z', made.head]);
  expect(archivos.map(({ ruta, bytes }) => [ruta, bytes])).toEqual([
    ['caja-menor.db', expect.any(Number)],
    [`soportes/${sha256.slice(0, 2)}/${sha256}`, 3],
  ]);
  expect(existsSync(fileIn(at('respaldo'), unnamed))).toBe(false);

  await restoreBackup(at('respaldo'), at('otra'));
  const other = openDatabase({ dataDir: at('otra') });
  const rows = await other.db.selectFrom('gastos').select('soporte_sha256').execute();
  await other.close();
  expect(rows).toEqual([{ soporte_sha256: sha256 }]);
  expect(readFileSync(fileIn(at('otra'), sha256), 'utf8')).toBe('uno');
});

test('a backup is signed, and is verified without the private key', async () => {
  const logKeyFile = join(dataDir, 'registro.key');
  const { publicKey } = await logKey(logKeyFile);
  await inTransaction(database.db, (trx) => logBase(trx, NOW));
  await makeBackup({ dataDir, receipts, logKeyFile }, at('respaldo'), NOW);
  const { firma = '', claves } = await restoreBackup(at('respaldo'), at('otra'));
  expect(claves).toEqual([publicKey]);
  const names = readdirSync(at('otra'));
  expect(names).toContain('claves-publicas.txt');
  expect(names).not.toContain('registro.key');
  const storage = { dataDir: at('otra'), logKeyFile: join(at('otra'), 'registro.key') };
  const head = headOfLine(firma);
  const heads = head === null ? [] : [head];
  expect(heads).toHaveLength(1);
  const { db, close } = openDatabase(storage);
  const audit = async () => {
    const found = await auditSignatures(db, { keys: await trustedKeys(storage), heads });
    return found.differences;
  };
  expect(await audit()).toEqual([]);
  await inTransaction(db, (trx) => appendAdministration(trx, operator, 'EDIT', 'config', {}));
  expect(await audit(), 'the logs go on').toEqual([]);
  await sql`drop trigger evento_administracion_no_delete`.execute(db);
  await sql`delete from evento_administracion`.execute(db);
  expect(await audit()).toEqual([expect.stringMatching('administración .* ya no es el firmado')]);
  await close();
});

test('a receipt that is replaced during the backup is not missing', async () => {
  const { id, sha256: old } = await expenseWith('antes');
  const another = await expenseWith('otro');
  let replaced = '';
  const busy: Pick<ReceiptStore, 'read'> = {
    async read(sha256) {
      if (sha256 === old && replaced === '') {
        replaced = await receipts.save(Buffer.from('después'));
        const change = { soporte_sha256: replaced };
        await database.db.updateTable('gastos').set(change).where('id', '=', id).execute();
        await receipts.remove(old);
      }
      return receipts.read(sha256);
    },
  };
  expect((await backUp(busy)).bad).toEqual([]);
  const { archivos } = await readManifest(at('respaldo'));
  const named = archivos.slice(1).map(({ sha256 }) => sha256);
  expect(named.toSorted()).toEqual([replaced, another.sha256].toSorted());
  await restoreBackup(at('respaldo'), at('otra'));
  expect(readFileSync(fileIn(at('otra'), replaced), 'utf8')).toBe('después');
});

test('lost and damaged receipts are reported, and the others are in the backup', async () => {
  const lost = await expenseWith('perdido');
  const rotten = await expenseWith('podrido');
  const good = await expenseWith('bueno');
  rmSync(fileIn(dataDir, lost.sha256));
  writeFileSync(fileIn(dataDir, rotten.sha256), 'otra cosa');
  expect((await backUp()).bad.toSorted()).toEqual([lost.sha256, rotten.sha256].toSorted());
  const { archivos } = await readManifest(at('respaldo'));
  expect(archivos.slice(1).map(({ sha256 }) => sha256)).toEqual([good.sha256]);
});

test('backup and restore refuse a folder that is not empty', async () => {
  await backUp();
  const refused = /^La carpeta «.+» no está vacía: tiene «caja-menor\.db»\.$/;
  await expect(backUp()).rejects.toThrow(StartError);
  await expect(backUp()).rejects.toThrow(refused);
  await restoreBackup(at('respaldo'), at('otra'));
  writeFileSync(at('apuntes'), '');
  await expect(restoreBackup(at('respaldo'), at('respaldo'))).rejects.toThrow(refused);
  await expect(restoreBackup(at('respaldo'), at('apuntes'))).rejects.toThrow(
    /^No se puede escribir en la carpeta «.+» \((EEXIST|ENOTDIR)\)\.$/,
  );
  expect((await readManifest(at('respaldo'))).archivos).toHaveLength(1);
});

describe('the restore of an incomplete backup is refused and writes nothing', () => {
  let sha256: string;
  beforeEach(async () => {
    ({ sha256 } = await expenseWith('uno'));
    await backUp(receipts, at('entero'));
    cpSync(at('entero'), at('respaldo'), { recursive: true });
  });

  const manifest = () => join(at('respaldo'), 'manifiesto.json');
  const edit = (from: string | RegExp, to: string): void =>
    writeFileSync(manifest(), readFileSync(manifest(), 'utf8').replace(from, to));
  const flip = (file: string): void => {
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(file, bytes);
  };
  const notWhole = /no es un respaldo completo de Caja menor: falta manifiesto\.json o está dañado/;

  test.each<[string, () => void, RegExp]>([
    [
      'a bit of the database',
      () => flip(join(at('respaldo'), 'caja-menor.db')),
      /está dañado: «caja-menor\.db» falta o no es lo que era/,
    ],
    ['a bit of a file', () => flip(fileIn(at('respaldo'), sha256)), /está dañado: «soportes\//],
    ['a file that is gone', () => rmSync(fileIn(at('respaldo'), sha256)), /dañado: «soportes\//],
    ['a manifest that is gone', () => rmSync(manifest()), notWhole],
    [
      'a manifest that was cut off',
      () => writeFileSync(manifest(), readFileSync(manifest()).subarray(0, 300)),
      notWhole,
    ],
    ['another format', () => edit('"formato": 1', '"formato": 2'), notWhole],
    [
      'a path that leads out of the folder',
      () => edit(/soportes\/..\/[^"]+/, '../../etc/passwd'),
      notWhole,
    ],
    ['no database', () => edit('caja-menor.db', `soportes/ab/${'ab'.repeat(32)}`), notWhole],
  ])('%s', async (_, damage, words) => {
    damage();
    const restoring = restoreBackup(at('respaldo'), at('otra'));
    await expect(restoring).rejects.toThrow(StartError);
    await expect(restoring).rejects.toThrow(words);
    expect(existsSync(at('otra')) ? readdirSync(at('otra')) : []).toEqual([]);
  });
});

/** Runs a PostgreSQL program from the folder of the server, which may be a symbolic link. */
function runBesidePostgres(program: string, ...args: string[]): void {
  const found = findPostgresBinaries(thisMachine) ?? '';
  const folder = dirname(realpathSync(join(found, 'postgres')));
  execFileSync(join(folder, program), args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Records an expense with its event, as the program does. */
const recordIn = ({ db }: TestDatabase, { id_caja, id_proveedor, id_usuario }: StoreWithBox) =>
  inTransaction(db, async (trx) => {
    const box = await BoxCase.open(trx, id_caja, NOW);
    const row = {
      id_proveedor,
      proveedor_nombre: 'Ferretería El Tornillo',
      fecha_gasto: '2026-06-16',
      recibo: 'R1',
      valor: 12_500_00,
      concepto: 'Bombillos',
      informe_novedad: '',
      requiere_mantenimiento: 0 as const,
      encargado: '',
      factura_elec: 0 as const,
      numero_factura: '',
      enlace_factura: '',
      data_factura: '[]',
    };
    await box.record({ id: id_usuario, profile: 2 }, row, [{ id_categoria: 1 }]);
  });

test.each(engines.filter((engine) => engine === 'postgres'))(
  'a restored pg_dump of %s has the same log and schema',
  async (engine) => {
    const [from, to] = [await createMigratedDatabase(engine), await createTestDatabase(engine)];
    try {
      await recordIn(from, await insertStoreWithBox(from.db));
      await inTransaction(from.db, (trx) => logBase(trx, NOW));
      const dump = at('caja-menor.dump');
      runBesidePostgres('pg_dump', '--format=custom', `--file=${dump}`, await urlOf(from));
      const target = `--dbname=${await urlOf(to)}`;
      runBesidePostgres('pg_restore', '--exit-on-error', '--no-owner', target, dump);
      const said: string[] = [];
      const audit = ({ db }: TestDatabase) =>
        auditEverything({ db, receipts }, (line) => said.push(line));
      const past = await audit(from);
      expect([past.boxes, past.head.event]).toEqual([1, 1]);
      expect(await audit(to)).toEqual(past);
      expect(said).toEqual([]);
      expect(await migrationsAreDone(to.db)).toBe(true);
      expect(await schemaOf(to.db, engine)).toEqual(await schemaOf(from.db, engine));
    } finally {
      await to.drop();
      await from.drop();
    }
  },
);

async function urlOf({ db }: TestDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
}
