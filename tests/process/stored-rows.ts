/** Rows and files of a data folder, read beside its server, and the invariants that hold at any moment. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { approvedTotalOf, totalOf } from '#machines/domain/fund/fund.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { LibsqlDialect, openFile } from '#server/platform/database/sqlite-dialect.ts';
import { inTransaction, type Trx } from '#server/platform/database/transactions.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { auditBox } from '#server/features/cases/audit.ts';
import type { RowFacts, Rows } from './ledger.ts';

type Db = Kysely<Database>;

/** Opens a second connection to the file for a moment, as a backup does. */
export async function besideTheServer<Result>(
  dataDir: string,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const connection = openFile(join(dataDir, 'caja-menor.db'));
  const db: Db = new Kysely({ dialect: new LibsqlDialect(connection) });
  try {
    return await inTransaction(db, work);
  } finally {
    await db.destroy();
    connection.close();
  }
}

/** Rows by their names in the ledgers; the second row of a name is a separate entry. */
export async function storedRows(trx: Trx): Promise<Rows> {
  const rows = new Map<string, RowFacts>();
  const add = (name: string, row: RowFacts) => {
    rows.set(rows.has(name) ? `${name} a second time` : name, row);
  };
  const split = await trx.selectFrom('gasto_categoria').selectAll().orderBy('orden').execute();
  for (const expense of await trx.selectFrom('gastos').selectAll().execute()) {
    const own = split.filter(({ id_gasto }) => id_gasto === expense.id);
    add(`gasto ${expense.recibo}`, {
      ...expense,
      categorias: own.map(({ id_categoria }) => id_categoria),
      items: own.map(({ valor_item }) => valor_item),
    });
  }
  for (const box of await trx.selectFrom('cajas').selectAll().execute()) add(`caja ${box.id}`, box);
  for (const company of await trx
    .selectFrom('empresas')
    .selectAll()
    .where('eliminado', '=', 0)
    .execute())
    add(`empresa ${company.nombre}`, company);
  for (const setting of await trx.selectFrom('config').selectAll().execute())
    add(`config ${setting.field_name}`, setting);
  return rows;
}

async function engineFaults(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(trx);
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(trx);
  return [
    ...rows.map((row) => row.integrity_check).filter((said) => said !== 'ok'),
    ...orphans.map((row) => `foreign key: ${JSON.stringify(row)}`),
  ];
}

/** Wrong totals, differences of the box audit, and expenses without a category. */
async function boxFaults(trx: Trx): Promise<string[]> {
  const boxes = await trx.selectFrom('cajas').selectAll().execute();
  const expenses = await trx.selectFrom('gastos').selectAll().execute();
  const categories = await trx.selectFrom('gasto_categoria').select('id_gasto').execute();
  const categorised = new Set(categories.map(({ id_gasto }) => id_gasto));
  const faults = expenses
    .filter(({ id }) => !categorised.has(id))
    .map(({ id }) => `gasto ${id}: no category`);
  for (const { id, total, total_aprobado } of boxes) {
    const own = expenses.filter(({ id_caja }) => id_caja === id);
    if (total !== totalOf(own) || total_aprobado !== approvedTotalOf(own))
      faults.push(`caja ${id}: its totals are not those of its expenses`);
    faults.push(...(await auditBox(trx, id)));
  }
  return faults;
}

/** Stores without exactly one open box, or with gaps in the numbers of their boxes. */
async function storeFaults(trx: Trx): Promise<string[]> {
  const boxes = await trx.selectFrom('cajas').selectAll().execute();
  const stores = await trx.selectFrom('tiendas').selectAll().execute();
  return stores.flatMap(({ id, ultimo_consecutivo }) => {
    const own = boxes.filter(({ id_tienda }) => id_tienda === id);
    const open = own.filter(({ active }) => active === boxStates.open.codigo);
    const numbers = own
      .flatMap(({ consecutivo }) => consecutivo ?? [])
      .sort((one, other) => one - other);
    const gapless = numbers.every((number, index) => number === index + 1);
    return [
      ...(open.length === 1 ? [] : [`tienda ${id}: ${open.length} open boxes`]),
      ...(gapless && numbers.length === ultimo_consecutivo && numbers.length === own.length - 1
        ? []
        : [`tienda ${id}: numbers ${numbers.join()}, the last is ${ultimo_consecutivo}`]),
    ];
  });
}

/** Names of the receipt files of a data folder, without their folders. */
export const receiptFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'soportes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

/** Names of the receipt files of the expenses. */
export async function namedFiles(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('gastos').select('soporte_sha256').execute();
  return [...new Set(rows.flatMap(({ soporte_sha256 }) => soporte_sha256 ?? []))].sort();
}

/** Receipts whose file is missing or has other content. */
async function fileFaults(trx: Trx, dataDir: string): Promise<string[]> {
  const faults: string[] = [];
  for (const sha256 of await namedFiles(trx)) {
    const file = join(dataDir, 'soportes', sha256.slice(0, 2), sha256);
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) faults.push(`soporte ${sha256}: no file`);
    else if (sha256Of(bytes) !== sha256) faults.push(`soporte ${sha256}: another content`);
  }
  return faults;
}

/** Faults of a data folder; none are expected at any moment. */
export const faultsOf = async (trx: Trx, dataDir: string): Promise<string[]> => [
  ...(await engineFaults(trx)),
  ...(await boxFaults(trx)),
  ...(await storeFaults(trx)),
  ...(await fileFaults(trx, dataDir)),
];
