/**
 * The figures of a period are those of the cases closed in it (`caso_cerrado`); the events are no longer counted by day.
 * Without events, the empty table follows the third rule already.
 */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

export async function casesOfHistory(db: Kysely<FrozenTables>): Promise<void> {
  await sql`drop table historia`.execute(db);
  await sql`drop table historia_hasta`.execute(db);
  await sql`delete from tabla_derivada where nombre = 'historia'`.execute(db);
  await sql`update tabla_derivada set regla = 3
    where nombre = 'caso_cerrado' and not exists (select 1 from evento)`.execute(db);
}
