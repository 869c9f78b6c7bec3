/** Monitoring queries for the whole company and for PostgreSQL; each is a short statement. */
import { sql } from 'kysely';
import { boxStates, type BoxStateName } from '#machines/domain/stages/states.ts';
import type { Trx } from '../platform/database/transactions.ts';
import type { LateSince } from '#machines/domain/box/box-delays.ts';
import { papersNotInTransit, lateEntries } from '../features/notices/notice.repository.ts';
import { rowsOf } from '../platform/database/queries.ts';

/** Number of late boxes by state; 0 for a state with a target and no late box. */
export async function countLate(trx: Trx, since: LateSince): Promise<Map<BoxStateName, number>> {
  const counts = new Map(Object.keys(since).map((state) => [state as BoxStateName, 0]));
  const entries = lateEntries(since);
  if (entries.length === 0) return counts;
  const counted = await trx
    .selectFrom('cajas')
    .select(({ fn }) => ['active', fn.countAll<number>().as('cuantas')])
    .where((is) =>
      is.or(
        entries.map(([active, instant]) =>
          is.and([is('active', '=', active), is('fecha_movimiento', '<', instant)]),
        ),
      ),
    )
    .where(papersNotInTransit)
    .groupBy('active')
    .execute();
  for (const state of counts.keys()) {
    const row = counted.find(({ active }) => active === boxStates[state].codigo);
    counts.set(state, row?.cuantas ?? 0);
  }
  return counts;
}

/** A standby or WAL receiver of this database. */
export interface Follower {
  nombre: string;
  /** Replication lag in seconds; 0 while there is nothing to replicate. */
  segundos: number;
  /** Bytes of WAL that it has not applied. */
  bytes: number;
}

/**
 * The followers of this PostgreSQL; null on a standby, and when the role lacks `pg_monitor`. A follower that only
 * stores the WAL, such as `pg_receivewal`, is measured by what it has written.
 */
export async function followers(trx: Trx): Promise<Follower[] | null> {
  const [position] = await rowsOf<{ sees: boolean; standby: boolean }>(
    trx,
    sql`select pg_has_role('pg_read_all_stats', 'usage') as sees, pg_is_in_recovery() as standby`,
  );
  if (position === undefined || !position.sees || position.standby) return null;
  return rowsOf<Follower>(
    trx,
    sql`select application_name as nombre,
        coalesce(max(extract(epoch from coalesce(replay_lag, write_lag))), 0)::float8 as segundos,
        coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, write_lsn))), 0)::int8
          as bytes
      from pg_stat_replication where state in ('streaming', 'catchup')
      group by application_name order by application_name`,
  );
}

/** Status of WAL archiving, from which a cluster can be restored. */
export interface Archive {
  /** Failed attempts since the statistics were reset. */
  fallas: number;
  /** Seconds since a file was last archived, if the latest attempt failed; 0 if it succeeded. */
  segundos: number;
  /** Files waiting to be archived; null when the role lacks `pg_monitor`. */
  pendientes: number | null;
}

/** Status of the archiver of this PostgreSQL; null when archiving is off, and on a standby. */
export async function archive(trx: Trx): Promise<Archive | null> {
  const [found] = await rowsOf<Omit<Archive, 'pendientes'> & { visible: boolean }>(
    trx,
    sql`select failed_count as fallas,
        case when last_failed_time > coalesce(last_archived_time, '-infinity') then
          extract(epoch from clock_timestamp()
            - coalesce(last_archived_time, stats_reset, last_failed_time))::float8
          else 0 end as segundos,
        has_function_privilege('pg_ls_archive_statusdir()', 'execute') as visible
      from pg_stat_archiver where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`,
  );
  if (found === undefined) return null;
  const { visible, ...archived } = found;
  if (!visible) return { ...archived, pendientes: null };
  const [waiting] = await rowsOf<{ pendientes: number }>(
    trx,
    sql`select count(*) as pendientes from pg_ls_archive_statusdir() where name like '%.ready'`,
  );
  return { ...archived, pendientes: waiting?.pendientes ?? null };
}
