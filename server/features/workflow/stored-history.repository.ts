/** Counts of the log by year, month and day, up to one event; newer ones are read from the log itself. */
import { sql } from 'kysely';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { BulkInsert } from '../../platform/database/bulk-rows.ts';
import { rowsOf } from '../../platform/database/queries.ts';

/** How often the same thing happened in a period. */
export type HistoryRow = Row<'historia'>;

/** Key of the last event that is counted; 0 before the first. */
export const countedUpTo = async (trx: Trx): Promise<number> =>
  (await trx.selectFrom('historia_hasta').select('evento').executeTakeFirstOrThrow()).evento;

/** The counts of some periods, added up. */
export const historyOf = (trx: Trx, periods: readonly string[]): Promise<Counted[]> =>
  rowsOf(
    trx,
    sql`select de_caja, evento, desde, hacia, id_rechazo, tramo, sum(veces) as veces, sum(suma) as suma
      from historia where periodo in (${sql.join(periods)})
      group by de_caja, evento, desde, hacia, id_rechazo, tramo`,
  );

export type Counted = Omit<HistoryRow, 'periodo'>;

/** Counts that are there already grow. */
const added = `on conflict (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  do update set veces = historia.veces + excluded.veces, suma = historia.suma + excluded.suma`;

/**
 * Adds counts, and says up to which event they go.
 *
 * @returns false when another process has counted meanwhile: then nothing was added
 */
export async function addHistory(
  trx: Trx,
  { after, upTo }: { after: number; upTo: number },
  rows: readonly HistoryRow[],
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('historia_hasta')
    .set({ evento: upTo })
    .where('evento', '=', after)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await new BulkInsert(trx).insert('historia', rows, added);
  return true;
}

/** The years as they are counted. */
export const countedYears = (trx: Trx): Promise<HistoryRow[]> =>
  trx.selectFrom('historia').selectAll().where(sql<boolean>`length(periodo) = 4`).execute();

/** Periods whose counts are not those of the months or days in them. */
export const unevenPeriods = async (trx: Trx): Promise<string[]> =>
  (
    await rowsOf<{ periodo: string }>(
      trx,
      sql`select distinct periodo from (
        select substr(periodo, 1, largo) as periodo, de_caja, evento, desde, hacia, id_rechazo, tramo
        from historia cross join (select 4 as largo, 7 as parte union all select 7, 10) as partes
        where length(periodo) in (largo, parte)
        group by largo, substr(periodo, 1, largo), de_caja, evento, desde, hacia, id_rechazo, tramo
        having sum(case when length(periodo) = largo then veces else -veces end) <> 0
          or sum(case when length(periodo) = largo then suma else -suma end) <> 0) as distintos
      order by periodo`,
    )
  ).map(({ periodo }) => periodo);
