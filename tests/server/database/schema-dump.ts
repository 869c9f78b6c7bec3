/** The whole schema of a database as text for comparisons: tables, columns, indexes, checks, triggers. */
import { type Kysely, sql } from 'kysely';
import type { Engine } from '#server/platform/database/dialects.ts';
import type { Database } from '#server/platform/database/schema.ts';

const queries: Record<Engine, string[]> = {
  sqlite: [
    `select type, name, sql from sqlite_schema
     where name not like 'sqlite_%' and name not like 'kysely_%' order by type, name`,
  ],
  postgres: [
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely_%' order by 1, 2`,
    `select indexdef from pg_indexes
     where schemaname = 'public' and tablename not like 'kysely_%' order by 1`,
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as is
     from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely_%'
     order by 1, 2`,
    `select tgrelid::regclass::text as of, pg_get_triggerdef(oid) as is
     from pg_trigger where not tgisinternal order by 1, 2`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  ],
};

/** One line for each object; columns in the order of their names. */
export async function schemaOf(db: Kysely<Database>, engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  for (const query of queries[engine]) {
    const { rows } = await sql.raw(query).execute(db);
    lines.push(...rows.map((row) => JSON.stringify(row)));
  }
  return lines;
}

/** All rows of all tables, without those of the migrator. */
export async function rowsOf(db: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables();
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows: found } = await sql`select * from ${sql.table(name)} order by 1`.execute(db);
    rows[name] = found;
  }
  return rows;
}
