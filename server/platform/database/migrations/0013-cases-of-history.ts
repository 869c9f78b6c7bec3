/** The figures of a period are those of the cases closed in it (`caso_cerrado`); the events are no longer counted by day. */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

export async function casesOfHistory(db: Kysely<FrozenTables>): Promise<void> {
  await sql`drop table historia`.execute(db);
  await sql`drop table historia_hasta`.execute(db);
  await sql`delete from tabla_derivada where nombre = 'historia'`.execute(db);
}
