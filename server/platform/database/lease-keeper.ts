import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { OpenDatabase } from './dialects.ts';
import { exists, rowsOf } from './queries.ts';
import type { Database, Row } from './schema.ts';
import { fencedBy, inTransaction, type Trx } from './transactions.ts';

/**
 * Work that one of several processes does at a time: a row says who, for a term by the clock of the database. A process
 * that is killed is replaced when the term is over. One that was paused for longer, and wakes up, commits nothing more: each
 * transaction of the work ends by making sure that the lease is still its own.
 */

/** Milliseconds. */
const TERM = 12_000;
/** Looks in a term: one that fails does not cost the lease. */
const LOOKS = 4;

/** The proof of a holder: `ficha` is another one with each change of hands. */
export type Lease = Pick<Row<'arriendo'>, 'tarea' | 'titular' | 'ficha'>;

/** The clock of PostgreSQL: those of the processes may differ. */
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
const holdsLease = (trx: Trx, lease: Lease): Promise<boolean> =>
  exists(trx.selectFrom('arriendo').select('tarea').where(isOwn(lease)).forShare());

/** The next process that looks takes the lease. */
export const releaseLease = async (trx: Trx, lease: Lease): Promise<void> => {
  await trx.updateTable('arriendo').set({ hasta: 0 }).where(isOwn(lease)).execute();
};

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor({ tarea }: Lease) {
    super(`otro proceso hace ahora «${tarea}»`);
  }
}

/** A handle of the database whose transactions commit only while the lease is its holder's. */
export const underLease = (db: Kysely<Database>, lease: Lease): Kysely<Database> =>
  fencedBy(db, async (trx) => {
    if (!(await holdsLease(trx, lease))) throw new LeaseLostError(lease);
  });

interface LeaseKeeping {
  database: Pick<OpenDatabase, 'db' | 'engine'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Name of the work. */
  task: string;
  /** Begins the work with its own handle of the database; what it returns ends it in order. */
  begin: (db: Kysely<Database>) => Promise<() => Promise<void>>;
  /** Milliseconds. */
  term?: number;
  /** Called at each change of hands. */
  leases?: HeldLeases;
}

/** By task: since when this process has its lease, in epoch milliseconds; null while it has not. */
export type HeldLeases = Map<string, number | null>;

/**
 * Does the work while this process has the lease. The embedded database has one process, which needs none.
 *
 * @returns what ends it, and leaves the lease to the others
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
  const looks = keepDoing([{ work: look, every: term / LOOKS }], failed);
  await looks.once;
  return async () => {
    await looks.end();
    const lease = held?.lease;
    await drop();
    if (lease) await inTransaction(db, (trx) => releaseLease(trx, lease));
  };
}

/** Work that comes round: one piece at a time, none that still waits for its turn, and a failure waits for the next time. */

interface Repeated {
  work: () => Promise<unknown>;
  /** Milliseconds. */
  every: number;
  /** Not at once, but when its time has passed first. */
  later?: true;
}

interface Keeping {
  /** Resolves when all of it was done, or failed, for the first time. */
  once: Promise<unknown>;
  /** Ends it, after what is in hand. */
  end: () => Promise<void>;
}

/** Does each work now, unless it is for later, and again whenever its time has passed. */
export function keepDoing(works: readonly Repeated[], failed: (error: unknown) => void): Keeping {
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
