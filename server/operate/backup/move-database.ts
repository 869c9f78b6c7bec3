/**
 * Moves an installation from the embedded database to PostgreSQL, completely or not at all, in one transaction. Every
 * row is read back and compared before the commit.
 */
import type { Kysely } from 'kysely';
import { auditAdministration } from '../audit/audit-rows.ts';
import { namedFiles } from '../audit/audit-everything.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot, inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { measured, type ReceiptStore } from '../../platform/files/receipt-store.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import { StartError, codeOf, ifThere } from '../../platform/errors/http-error.ts';
import {
  BulkInsert,
  type WholeRow,
  addEveryText,
  columnNames,
  emptyTable,
  hasRows,
  lastKeys,
  analyzeTable,
  rowsByCursor,
  rowsOfFile,
  setLastKey,
  tableNames,
} from '../../platform/database/bulk-rows.ts';
import { withDeferredUpkeep } from './upkeep.repository.ts';

type Table = keyof Database & string;

/** Tables that the migrations fill, and the log that records it. */
const filledByMigrations: ReadonlySet<Table> = new Set<Table>([
  ...(['tipo_usuario', 'tipo_doc', 'paises', 'municipios', 'ciudades', 'formato_tienda'] as const),
  ...(['categoria_gasto', 'motivo_rechazo', 'indicadores', 'impuestos', 'config'] as const),
  ...(['banco', 'evento_administracion', 'tabla_derivada'] as const),
]);

/**
 * Tables that are not copied: the search texts of expenses and names, since each engine folds letters differently, and
 * the files, which the embedded database stores in a folder.
 */
const rebuiltTables: ReadonlySet<Table> = new Set<Table>([
  ...(['busqueda', 'busqueda_nombres'] as const),
  ...(['archivo', 'archivo_trozo'] as const),
]);

/** Maximum rows, and bytes of their JSON, of one statement. */
const [MOST_ROWS, MOST_BYTES] = [1_000, 4_000_000];
/** Rows between two progress reports of a long table. */
const STEP = 100_000;

/** Count and SHA-256 of rows, independent of their order, which differs by engine. */
class RowsDigest {
  rows = 0;
  #sum = 0n;

  /** @returns length of the row as JSON */
  add(columns: readonly string[], row: WholeRow): number {
    const text = JSON.stringify(columns.map((column) => row[column]));
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${sha256Of(text)}`));
    this.rows += 1;
    return text.length;
  }

  toString(): string {
    return `${this.rows}:${this.#sum.toString(16)}`;
  }
}

const notEmpty = (what: string): StartError =>
  new StartError(
    `La base de datos de DATABASE_URL no está vacía: ${what}. Dé una vacía; si la llenó una mudanza anterior, está completa: compruébela con npm run audit:verify.`,
  );

/**
 * Checks that the target, migrated or not, has no tables of other programs.
 *
 * @throws StartError when it has one
 */
export async function requireNoOtherTables(
  source: Kysely<Database>,
  target: Kysely<Database>,
): Promise<void> {
  const known = new Set(await inSnapshot(source, tableNames));
  const other = (await inSnapshot(target, tableNames)).find((name) => !known.has(name));
  if (other !== undefined) throw notEmpty(`tiene la tabla «${other}», que no es de Caja menor`);
}

/**
 * Checks that the target contains only the rows that the migrations wrote.
 *
 * @throws StartError when it contains others
 */
export async function requireOnlyMigrated(trx: Trx): Promise<void> {
  for (const name of await tableNames(trx))
    if (!filledByMigrations.has(name) && (await hasRows(trx, name)))
      throw notEmpty(`tiene filas en «${name}»`);
  const [difference] = await auditAdministration(trx);
  if (difference !== undefined) throw notEmpty(difference);
}

/** Called with the progress of a table: rows copied, and milliseconds since its start. */
type CopyReport = (table: string, rows: number, milliseconds: number) => void;

interface DatabaseMove {
  /** The embedded database, whose folder no other process uses. */
  source: { db: Kysely<Database>; receipts: ReceiptStore };
  /** A migrated PostgreSQL database, and the store for its files. */
  target: { db: Kysely<Database>; receipts: ReceiptStore };
  report: CopyReport;
}

interface MovedDatabase {
  tables: number;
  rows: number;
  files: number;
  /** SHA-256 of files that rows name but that are missing or changed; the target lacks them. */
  bad: string[];
}

async function copyTable(
  trx: Trx,
  { source, report }: DatabaseMove,
  table: Table,
): Promise<RowsDigest> {
  const begun = Date.now();
  const columns = await columnNames(trx, table);
  const bulk = new BulkInsert(trx);
  const digest = new RowsDigest();
  let [batch, bytes] = [[] as WholeRow[], 0];
  const flush = async () => {
    // The columns are those of the schema, on both sides.
    await bulk.insert(table, batch as never[]);
    [batch, bytes] = [[], 0];
  };
  for await (const row of rowsOfFile(source.db, table, columns)) {
    bytes += digest.add(columns, row);
    batch.push(row);
    if (batch.length === MOST_ROWS || bytes > MOST_BYTES) await flush();
    if (digest.rows % STEP === 0) report(table, digest.rows, Date.now() - begun);
  }
  await flush();
  if (digest.rows % STEP > 0) report(table, digest.rows, Date.now() - begun);
  return digest;
}

/** Copies each file that a row names, once, if its content matches its digest. */
async function copyFiles(
  trx: Trx,
  { source, target }: DatabaseMove,
): Promise<Pick<MovedDatabase, 'files' | 'bad'>> {
  const seen = new Set<string>();
  const bad: string[] = [];
  for await (const { sha256 } of namedFiles(source.db)) {
    if (seen.has(sha256)) continue;
    seen.add(sha256);
    const copy = async (file: string): Promise<boolean> => {
      if ((await measured(file)).sha256 !== sha256) return false;
      await target.receipts.saveFile(file, sha256, trx);
      return true;
    };
    if (!(await ifThere(source.receipts.withFile(sha256, copy)))) bad.push(sha256);
  }
  return { files: seen.size - bad.length, bad };
}

async function requireSameRows(trx: Trx, copied: ReadonlyMap<Table, RowsDigest>): Promise<void> {
  for (const [table, digest] of copied) {
    const columns = await columnNames(trx, table);
    const found = new RowsDigest();
    for await (const row of rowsByCursor(trx, table, columns)) found.add(columns, row);
    if (`${found}` !== `${digest}`)
      throw new StartError(
        `La tabla «${table}» no llegó como era (filas: ${digest.rows} y ${found.rows}). No se movió nada.`,
      );
  }
}

async function copyAll(
  trx: Trx,
  move: DatabaseMove,
  names: readonly Table[],
): Promise<MovedDatabase> {
  const copied = new Map<Table, RowsDigest>();
  for (const name of names) await emptyTable(trx, name);
  for (const name of names)
    if (!rebuiltTables.has(name)) copied.set(name, await copyTable(trx, move, name));
  await addEveryText(trx);
  for (const { name, seq } of await inSnapshot(move.source.db, lastKeys))
    await setLastKey(trx, name, seq);
  const files = await copyFiles(trx, move);
  await requireSameRows(trx, copied);
  const rows = [...copied.values()].reduce((sum, digest) => sum + digest.rows, 0);
  return { tables: names.length, rows, ...files };
}

/**
 * Copies everything into a target that passed `requireOnlyMigrated`. Indexes, references and triggers are created after
 * all rows, so that the tables need no order, and counts are copied instead of counted again.
 *
 * @throws StartError when a copied row differs or the target refuses one; the target is then unchanged
 */
export async function moveDatabase(move: DatabaseMove): Promise<MovedDatabase> {
  try {
    return await inTransaction(move.target.db, async (trx) => {
      const names = await tableNames(trx);
      const moved = await withDeferredUpkeep(trx, names, () => copyAll(trx, move, names));
      for (const name of names) await analyzeTable(trx, name);
      return moved;
    });
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) === '') throw error;
    // The commit may have succeeded although its answer was lost.
    throw new StartError(
      `La mudanza se interrumpió (${codeOf(error)}: ${error.message}). Corrija la causa y empiece de nuevo: o no se movió nada, o está todo y así se le dirá.`,
      { cause: error },
    );
  }
}
