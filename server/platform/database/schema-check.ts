import { Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import { StartError } from '../errors/http-error.ts';
import { migrateToLatest } from './migrations.ts';
import type { Database } from './schema.ts';
import { LibsqlDatabase, LibsqlDialect } from './sqlite-dialect.ts';
import { onPostgres } from './transactions.ts';

/** Compares the tables and columns of a database with those that the migrations of this program create. */

interface Column {
  tabla: string;
  columna: string;
}

const columnsOfSqlite = sql<Column>`
  select tabla.name as tabla, columna.name as columna
  from sqlite_master as tabla join pragma_table_info(tabla.name) as columna
  where tabla.type = 'table'`;

const columnsOfPostgres = sql<Column>`
  select tabla.relname as tabla, columna.attname as columna
  from pg_class as tabla join pg_attribute as columna on columna.attrelid = tabla.oid
  where tabla.relnamespace = current_schema()::regnamespace and tabla.relkind in ('r', 'p')
    and columna.attnum > 0 and not columna.attisdropped`;

async function columnsIn(db: Kysely<Database>): Promise<Map<string, Set<string>>> {
  const { rows } = await (onPostgres(db) ? columnsOfPostgres : columnsOfSqlite).execute(db);
  const tables = new Map<string, Set<string>>();
  for (const { tabla, columna } of rows) {
    const columns = tables.get(tabla) ?? new Set();
    tables.set(tabla, columns.add(columna));
  }
  return tables;
}

/** Migrates a database in memory. */
async function migratedColumns(): Promise<Map<string, Set<string>>> {
  const db = new Kysely<Database>({
    dialect: new LibsqlDialect(new LibsqlDatabase(new Libsql(':memory:'))),
  });
  try {
    await migrateToLatest(db, 'sqlite');
    return await columnsIn(db);
  } finally {
    await db.destroy();
  }
}

/** Migrated once in a process. */
let expected: ReturnType<typeof migratedColumns> | undefined;

/** Tables that only SQLite has: its own, and those of the search index. */
const onlyInSqlite = /^(sqlite_|busqueda)/;

/** The first table, or `table.column`, that a migrated database lacks; null when it has everything. */
export async function missingFromSchema(db: Kysely<Database>): Promise<string | null> {
  expected ??= migratedColumns();
  const found = await columnsIn(db);
  for (const [table, columns] of await expected) {
    if (onPostgres(db) && onlyInSqlite.test(table)) continue;
    const own = found.get(table);
    if (own === undefined) return table;
    for (const column of columns) if (!own.has(column)) return `${table}.${column}`;
  }
  return null;
}

/** @throws StartError when a table or a column is missing */
export async function requireSchema(db: Kysely<Database>): Promise<void> {
  const missing = await missingFromSchema(db);
  if (missing !== null)
    throw new StartError(
      `A la base de datos le falta «${missing}», que este programa necesita: alguien la cambió por fuera. Restaure un respaldo.`,
    );
}
