/** Defers the maintenance of indexes, references and triggers until after a bulk insert, when it is much cheaper. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { onPostgres, type Trx } from '../../platform/database/transactions.ts';
import { rowsOf } from '../../platform/database/queries.ts';

type Table = keyof Database & string;

/** Statements that drop (or disable) and recreate (or enable) one schema object. */
interface Upkeep {
  away: string;
  back: string;
}

/** Indexes and triggers; `sql` is the statement that created each. */
const ofSqlite = (tables: RawBuilder<unknown>): RawBuilder<Upkeep> => sql<Upkeep>`
  select 'drop ' || type || ' ' || name as away, sql as back from sqlite_master
  where tbl_name in (${tables}) and type in ('index', 'trigger') and sql is not null`;

/** Indexes that back no constraint, references, and triggers. */
const ofPostgres = (tables: RawBuilder<unknown>): RawBuilder<Upkeep> => sql<Upkeep>`
  select format('alter table %I disable trigger user', relname) as away,
      format('alter table %I enable trigger user', relname) as back
    from pg_class where relname in (${tables}) and relnamespace = current_schema()::regnamespace
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where contype = 'f' and conrelid in (select oid from pg_class
      where relname in (${tables}) and relnamespace = current_schema()::regnamespace)
  union all
  select format('drop index %I', indexname), indexdef from pg_indexes
    where tablename in (${tables}) and schemaname = current_schema()
      and indexname not in (select conname from pg_constraint)`;

/** Removes the time limits of a transaction, for a statement, for a lock and between two statements. */
export async function withoutTimeouts(trx: Trx): Promise<void> {
  if (!onPostgres(trx)) return;
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set local ${sql.ref(name)} = 0`.execute(trx);
}

/**
 * Runs the work, in its transaction, without the indexes, references and triggers of the tables; afterwards the engine
 * builds and checks them over all rows.
 */
export async function withDeferredUpkeep<Result>(
  trx: Trx,
  tables: readonly Table[],
  work: () => Promise<Result>,
): Promise<Result> {
  const names = sql.join(tables);
  await withoutTimeouts(trx);
  const all = await rowsOf(trx, (onPostgres(trx) ? ofPostgres : ofSqlite)(names));
  for (const { away } of all) await sql.raw(away).execute(trx);
  const result = await work();
  for (const { back } of all) await sql.raw(back).execute(trx);
  return result;
}
