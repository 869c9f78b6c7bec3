/** `npm run invoices:import`: its output, stored data and exit code. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { addCast, addPerson } from '#tests/kit/people.ts';
import { type DataFolder, type Ending, openDataFolder } from '#tests/kit/program.ts';

let folder: DataFolder;
let invoices: string;

/** Opens the database of the folder while no program runs. */
async function inFolder<Result>(work: (database: OpenDatabase) => Promise<Result>) {
  const database = openDatabase({ dataDir: folder.dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

beforeEach(async () => {
  folder = openDataFolder();
  invoices = join(folder.dataDir, 'por-importar');
  mkdirSync(invoices);
  writeFileSync(join(invoices, 'a.xml'), invoiceXml());
  await inFolder(async ({ db, engine }) => {
    await migrateToLatest(db, engine);
    await addCast(db, Date.now());
  });
});
afterEach(() => folder.close());

const importing = (...args: string[]): Promise<Ending> =>
  folder.run('import-invoices', { API_TOKEN: '' }, [], args).ended;

const storedInvoices = () =>
  inFolder(({ db }) =>
    db.selectFrom('factura_electronica').select(['numero', 'id_usuario']).execute(),
  );

test('exits with 0 when every invoice is stored, on behalf of the only accounting user', async () => {
  expect(await importing(invoices)).toEqual({
    code: 0,
    output: [
      `nueva      ${join(invoices, 'a.xml')}  SETP990000123 · Ferretería El Tornillo & Cía. S.A.S. · $ 119.000  Factura importada. Ningún gasto la esperaba.  La firma de esta factura no se pudo verificar: el XML no trae ninguna.`,
      'Archivos: 1. Nuevas: 1. Repetidas: 0. Rechazadas: 0. Gastos enlazados: 0.',
      '',
    ].join('\n'),
    errors: '',
  });
  expect(await storedInvoices()).toMatchObject([{ numero: 'SETP990000123' }]);
});

test('exits with 1 when an invoice was refused, and stores the others', async () => {
  writeFileSync(join(invoices, 'b.xml'), '<!DOCTYPE x><x/>');
  const { code, output } = await importing(invoices);
  expect(code).toBe(1);
  expect(output).toContain(`rechazada  ${join(invoices, 'b.xml')}  El XML trae una declaración`);
  expect(await storedInvoices()).toHaveLength(1);
});

test('moves what it read with --mover, so that nothing is read twice and nothing is lost', async () => {
  writeFileSync(join(invoices, 'b.xml'), '<!DOCTYPE x><x/>');
  expect((await importing('--mover', invoices)).code).toBe(1);
  const files = (name: string) => readdirSync(join(invoices, name));
  expect([files('importadas'), files('rechazadas')]).toEqual([['a.xml'], ['b.xml']]);
  expect(await importing('--mover', invoices)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Archivos: 0. Nuevas: 0.'),
  });
  // Another file of the name, with the same invoice: it is known, and neither file is overwritten.
  writeFileSync(join(invoices, 'a.xml'), `${invoiceXml()}\n`);
  expect((await importing('--mover', invoices)).output).toContain('Repetidas: 1.');
  expect(files('importadas').toSorted()).toEqual(['a (2).xml', 'a.xml']);
  expect(files('.').toSorted()).toEqual(['importadas', 'rechazadas']);
  expect(await storedInvoices()).toHaveLength(1);
});

test('requires --usuario when there are several accounting users', async () => {
  const other = await inFolder(({ db }) =>
    addPerson(db, { profile: 6, email: 'otra.contadora@cajamenor.test' }),
  );
  expect(await importing(invoices)).toEqual({
    code: 1,
    output: '',
    errors: 'Hay varios usuarios de contabilidad: diga en nombre de quién con --usuario correo.\n',
  });
  expect((await importing('--usuario', other.email, invoices)).code).toBe(0);
  expect(await storedInvoices()).toMatchObject([{ id_usuario: other.id }]);
});

test('refuses a user who is not of accounting', async () => {
  const { code, errors } = await importing('--usuario', 'tienda@cajamenor.test', invoices);
  expect([code, errors]).toEqual([
    1,
    '«tienda@cajamenor.test» no es un usuario activo de contabilidad.\n',
  ]);
  expect(await storedInvoices()).toEqual([]);
});

test.each([[[]], [['--nada', 'x']]])('prints the usage: %j', async (args) => {
  const { code, errors } = await importing(...args);
  expect([code, errors]).toEqual([
    1,
    'Uso: npm run invoices:import -- [--usuario correo] [--nit-empresa nit] [--mover] archivo|carpeta …\n',
  ]);
});

test('stores the NIT of the company without its check digit, and refuses an invalid one', async () => {
  const company = () =>
    inFolder(({ db }) =>
      db
        .selectFrom('config')
        .select('field_content')
        .where('field_name', '=', 'nit_empresa')
        .executeTakeFirstOrThrow(),
    );
  expect((await importing('--nit-empresa', '800.197.268-4')).code).toBe(0);
  expect(await company()).toEqual({ field_content: '800197268' });
  const { code, errors } = await importing('--nit-empresa', '800197268-5');
  expect([code, errors]).toEqual([1, '«800197268-5» no es un NIT válido.\n']);
  expect(await company()).toEqual({ field_content: '800197268' });
});
