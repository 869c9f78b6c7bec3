/** Positions in the log of PostgreSQL, by which a standby shows that it lacks nothing. */
import { sql } from 'kysely';
import type { Trx } from '../database/transactions.ts';
import { rowsOf } from './queries.ts';

/** The end of the log of a primary, and whose log that is. */
export interface LogPosition {
  sistema: string;
  base: string;
  /** The first word is the timeline: a promotion begins another one, in which equal positions mean other changes. */
  archivo: string;
  posicion: string;
}

/**
 * Everything that anybody was answered before is within it. What is flushed has every acknowledged commit; without waiting
 * for the disk they are acknowledged earlier.
 *
 * @throws an error of PostgreSQL where the connection leads to a standby
 */
export async function endOfLog(trx: Trx): Promise<LogPosition> {
  const [position] = await rowsOf<LogPosition>(
    trx,
    sql`select system_identifier::text as sistema, current_database() as base,
        pg_walfile_name(fin) as archivo, fin::text as posicion
      from pg_control_system(), (select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as fin) as registro`,
  );
  if (position === undefined) throw new Error('the primary has no log');
  return position;
}

/** @returns bytes of the log that a standby has not replayed yet; null where it is no standby of that database */
export async function bytesBehind(trx: Trx, end: LogPosition): Promise<number | null> {
  const timeline = Number.parseInt(end.archivo.slice(0, 8), 16);
  // Both timelines are of the past: neither is ahead of what is replayed.
  const [standby] = await rowsOf<{ sigue: boolean; atraso: number | null }>(
    trx,
    sql`select pg_is_in_recovery() and system_identifier::text = ${end.sistema}
        and current_database() = ${end.base}
        and greatest(timeline_id, min_recovery_end_timeline) = ${sql.lit(timeline)} as sigue,
        greatest(0, pg_wal_lsn_diff(${end.posicion}::pg_lsn, pg_last_wal_replay_lsn())) as atraso
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`,
  );
  return standby?.sigue ? standby.atraso : null;
}
