/** Debts of boxes that count as paid, which an earlier version wrote although nothing of them is owed. */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

export async function debtors(db: Kysely<FrozenTables>): Promise<void> {
  await sql`update cajas set a_cargo = 0 where active = 5 and seguida = 0 and a_cargo > 0`.execute(
    db,
  );
}
