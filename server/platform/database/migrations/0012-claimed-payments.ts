/**
 * A claimed payment is paid and not received, so its amount is no longer to be paid. The column of a box follows from the
 * state of its payment; a movement keeps what its log says until its next event.
 */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

export async function claimedPayments(db: Kysely<FrozenTables>): Promise<void> {
  await sql`update cajas set por_girar = 0 where por_girar > 0 and exists
    (select 1 from giro where giro.id_caja = cajas.id and giro.estado = 'noRecibido')`.execute(db);
}
