/** Projects the rows of administration from their log, and logs the rows that it lacks. */
import { BrokenLogError } from '#machines/domain/history/replay.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  type AdministrationEvent,
  type Author,
  type Changes,
  type Columns,
  type LoggedTableName,
  type Rows,
  administrationEventsAfter,
  administrationHash,
  appendAdministration,
  everyRow,
  hasAdministrationEvent,
  lockAdministrationLog,
  loggedTableNames,
} from '../../platform/database/administration-log.repository.ts';

/** Events read at a time. */
const CHUNK = 1_000;

export interface ProjectedAdministration {
  /** Rows by table and key. */
  tables: ReadonlyMap<string, Rows>;
  /** Profiles that a user ever had, by the user's key. */
  profiles: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** First break of the chain; null when it is whole. */
  broken: BrokenLogError | null;
}

function chainBreak(
  row: AdministrationEvent,
  before: Pick<AdministrationEvent, 'secuencia' | 'hash'>,
): BrokenLogError | null {
  if (row.secuencia !== before.secuencia + 1)
    return new BrokenLogError(row, 'falta el evento anterior');
  if (row.hash_previo !== before.hash)
    return new BrokenLogError(row, 'no sigue al evento anterior');
  return row.hash === administrationHash(row) ? null : new BrokenLogError(row, 'fue alterado');
}

class Fold {
  readonly tables = new Map<string, Map<string, Columns>>();
  readonly profiles = new Map<string, Set<unknown>>();

  add({ tabla, payload }: AdministrationEvent): void {
    const rows = this.tables.get(tabla) ?? new Map<string, Columns>();
    this.tables.set(tabla, rows);
    for (const [key, columns] of Object.entries(JSON.parse(payload) as Changes)) {
      if (columns === null) rows.delete(key);
      else rows.set(key, { ...rows.get(key), ...columns });
      if (tabla === 'usuarios' && columns?.tipo !== undefined)
        this.profiles.set(key, (this.profiles.get(key) ?? new Set()).add(columns.tipo));
    }
  }
}

/** The whole log of administration, so many events at a time. */
export async function replayAdministration(trx: Trx): Promise<ProjectedAdministration> {
  const fold = new Fold();
  let last = { secuencia: 0, hash: '' };
  for (;;) {
    const events = await administrationEventsAfter(trx, last.secuencia, CHUNK);
    for (const event of events) {
      const broken = chainBreak(event, last);
      if (broken !== null) return { ...fold, broken };
      fold.add(event);
      last = event;
    }
    if (events.length < CHUNK) return { ...fold, broken: null };
  }
}

/** The columns of rows that the log lacks. */
function unloggedOf(rows: Rows, projected: Rows | undefined): Changes {
  const unlogged = [...rows].flatMap(([key, row]) => {
    const known = projected?.get(key) ?? {};
    const columns = Object.entries(row).filter(([column]) => !Object.hasOwn(known, column));
    return columns.length === 0 ? [] : [[key, Object.fromEntries(columns)] as const];
  });
  return Object.fromEntries(unlogged);
}

const logTable = async (
  trx: Trx,
  by: Author,
  name: LoggedTableName,
  projected: ProjectedAdministration,
) => {
  for await (const rows of everyRow(trx, name)) {
    const changes = unloggedOf(rows, projected.tables.get(name));
    if (Object.keys(changes).length > 0) await appendAdministration(trx, by, 'BASE', name, changes);
  }
};

/** Logs rows and columns that came without an event: those of a migration. */
export async function logBase(trx: Trx, now: number): Promise<void> {
  const projected = await replayAdministration(trx);
  for (const name of loggedTableNames) await logTable(trx, { actor: null, now }, name, projected);
}

const MIGRATION = 'MIGRATION';

/** Once after each migration; later a row without an event is one that somebody wrote beside the program. */
export async function logMigration(trx: Trx, migration: string, now: number): Promise<void> {
  const by = { actor: null, now };
  await lockAdministrationLog(trx);
  if (await hasAdministrationEvent(trx, MIGRATION, migration)) return;
  await logBase(trx, now);
  await appendAdministration(trx, by, MIGRATION, migration, {});
}
