/** Leases on PostgreSQL, by its clock: those of the processes may differ. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Row } from './schema.ts';
import type { Trx } from './transactions.ts';
import { exists, rowsOf } from './queries.ts';

/** The proof of a holder: `ficha` is another one with each change of hands. */
export type Lease = Pick<Row<'arriendo'>, 'tarea' | 'titular' | 'ficha'>;

const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Takes a lease that is free or over, or renews one's own.
 *
 * @param term milliseconds from now
 * @returns null while somebody else has it
 */
export async function takeLease(
  trx: Trx,
  tarea: string,
  titular: string,
  term: number,
): Promise<Lease | null> {
  const [taken] = await rowsOf<Lease>(
    trx,
    sql`insert into arriendo (tarea, titular, ficha, hasta)
      values (${tarea}, ${titular}, 1, ${now} + ${sql.lit(term)})
      on conflict (tarea) do update set titular = excluded.titular, hasta = excluded.hasta,
        ficha = arriendo.ficha + case when arriendo.titular = excluded.titular then 0 else 1 end
      where arriendo.titular = excluded.titular or arriendo.hasta <= ${now}
      returning tarea, titular, ficha`,
  );
  return taken ?? null;
}

const isOwn =
  ({ tarea, titular, ficha }: Lease) =>
  ({ and }: ExpressionBuilder<Database, 'arriendo'>) =>
    and({ tarea, titular, ficha });

/** True when nobody took the lease over; until the transaction ends nobody does. */
export const holdsLease = (trx: Trx, lease: Lease): Promise<boolean> =>
  exists(trx.selectFrom('arriendo').select('tarea').where(isOwn(lease)).forShare());

/** Leaves the lease to whoever looks next. */
export const releaseLease = async (trx: Trx, lease: Lease): Promise<void> => {
  await trx.updateTable('arriendo').set({ hasta: 0 }).where(isOwn(lease)).execute();
};
