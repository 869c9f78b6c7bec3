/** Taxes that are withholdings, with the account that they credit. */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

export async function withholdings(db: Kysely<FrozenTables>): Promise<void> {
  await sql`alter table impuestos add column cuenta_retencion text not null default ''`.execute(db);
}
