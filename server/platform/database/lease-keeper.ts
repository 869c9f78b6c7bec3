import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { OpenDatabase } from './dialects.ts';
import { exists, rowsOf } from './queries.ts';
import type { Database, Row } from './schema.ts';
import { fencedBy, inTransaction, type Trx } from './transactions.ts';

/**
 * Leases: a task that only one of several processes runs at a time. A row names the holder for a term, by the clock of
 * the database. When the holder is killed, another process takes over after the term. A holder that was paused for
 * longer cannot commit any more: each transaction of the task ends with a check that it still holds the lease.
 */

/** Milliseconds. */
const TERM = 12_000;
/** Renewals per term, so that one failed renewal does not lose the lease. */
const LOOKS = 4;

/** A held lease; `ficha` is the fencing token, which changes with each new holder. */
export type Lease = Pick<Row<'arriendo'>, 'tarea' | 'titular' | 'ficha'>;

/** The clock of PostgreSQL, since the clocks of the processes may differ. */
const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Acquires a free or expired lease, or renews the holder's own.
 *
 * @param term milliseconds from now
 * @returns null while another process holds it
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

/** True while the lease is held; locks its row, so that it cannot be taken over before the transaction ends. */
const holdsLease = (trx: Trx, lease: Lease): Promise<boolean> =>
  exists(trx.selectFrom('arriendo').select('tarea').where(isOwn(lease)).forShare());

/** Expires the lease, so that the next process that tries acquires it. */
export const releaseLease = async (trx: Trx, lease: Lease): Promise<void> => {
  await trx.updateTable('arriendo').set({ hasta: 0 }).where(isOwn(lease)).execute();
};

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor({ tarea }: Lease) {
    super(`otro proceso hace ahora «${tarea}»`);
  }
}

/** Returns a database handle whose transactions commit only while the lease is held. */
export const underLease = (db: Kysely<Database>, lease: Lease): Kysely<Database> =>
  fencedBy(db, async (trx) => {
    if (!(await holdsLease(trx, lease))) throw new LeaseLostError(lease);
  });

interface LeaseKeeping {
  database: Pick<OpenDatabase, 'db' | 'engine'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Name of the task. */
  task: string;
  /** Starts the task with a fenced database handle; returns a function that stops it gracefully. */
  begin: (db: Kysely<Database>) => Promise<() => Promise<void>>;
  /** Milliseconds. */
  term?: number;
  /** Updated whenever this process acquires or loses the lease. */
  leases?: HeldLeases;
}

/** By task: the epoch milliseconds since when this process holds the lease; null while it does not. */
export type HeldLeases = Map<string, number | null>;

/**
 * Runs the task while this process holds the lease. The embedded database has a single process and needs no lease.
 *
 * @returns a function that stops the task and releases the lease
 */
export async function keepLease({
  database: { db, engine },
  log,
  task,
  begin,
  term = TERM,
  leases = new Map(),
}: LeaseKeeping): Promise<() => Promise<void>> {
  if (engine === 'sqlite') {
    leases.set(task, Date.now());
    return begin(db);
  }
  leases.set(task, null);
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  let held: { lease: Lease; end: () => Promise<void> } | null = null;

  const drop = async () => {
    const dropped = held;
    held = null;
    leases.set(task, null);
    await dropped?.end();
  };
  const look = async () => {
    const lease = await inTransaction(db, (trx) => takeLease(trx, task, holder, term));
    if (lease !== null && lease.ficha === held?.lease.ficha) return;
    if (held !== null) log.warn({ tarea: task }, 'otro proceso tomó el trabajo');
    await drop();
    if (lease === null) return;
    held = { lease, end: await begin(underLease(db, lease)) };
    leases.set(task, Date.now());
    log.info({ tarea: task, ficha: lease.ficha }, 'este proceso hace el trabajo');
  };

  const failed = (error: unknown) =>
    log.warn({ err: error, tarea: task }, 'no se renovó el arriendo');
  const looks = runPeriodically([{ work: look, every: term / LOOKS }], failed);
  await looks.once;
  return async () => {
    await looks.end();
    const lease = held?.lease;
    await drop();
    if (lease) await inTransaction(db, (trx) => releaseLease(trx, lease));
  };
}

/** Periodic jobs: one at a time, never queued twice; after a failure a job runs again at its next interval. */

interface PeriodicJob {
  work: () => Promise<unknown>;
  /** Milliseconds. */
  every: number;
  /** First run after one interval instead of at once. */
  later?: true;
}

interface PeriodicJobs {
  /** Resolves when the first run of every job has finished or failed. */
  once: Promise<unknown>;
  /** Stops the jobs; resolves when the current run has finished. */
  end: () => Promise<void>;
}

/** Runs each job now, unless it is `later`, and then at its interval. */
export function runPeriodically(
  works: readonly PeriodicJob[],
  failed: (error: unknown) => void,
): PeriodicJobs {
  let working: Promise<unknown> = Promise.resolve();
  const timers = works.map(({ work, every, later }) => {
    let waits = false;
    const next = () => {
      if (waits) return;
      waits = true;
      working = working
        .then(work)
        .catch(failed)
        .finally(() => {
          waits = false;
        });
    };
    if (!later) next();
    return setInterval(next, every).unref();
  });
  return {
    once: working,
    async end() {
      for (const timer of timers) clearInterval(timer);
      await working;
    },
  };
}
