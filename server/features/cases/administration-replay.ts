/** Projects the administration rows from their log, and logs rows that are missing in it. */
import { BrokenLogError } from '#machines/domain/history/replay.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  type AdministrationEvent,
  type Author,
  type Changes,
  type Columns,
  type LoggedTable,
  type LoggedTableName,
  type Rows,
  administrationEventsAfter,
  administrationHash,
  appendAdministration,
  everyRow,
  hasAdministrationEvent,
  lockAdministrationLog,
  loggedColumns,
  loggedTableNames,
  loggedTables,
} from '../../platform/database/administration-log.repository.ts';

/** Events read at a time. */
const CHUNK = 1_000;

export interface ProjectedAdministration {
  /** Rows by table and key. */
  tables: ReadonlyMap<string, Rows>;
  /** All profiles that a user has had, by the user's key. */
  profiles: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** Main people in charge of each store, by its key, in order: each with the instant since which. */
  mainPeople: ReadonlyMap<string, readonly InCharge[]>;
  /** First break of the chain; null when it is intact. */
  broken: BrokenLogError | null;
}

interface InCharge {
  since: number;
  id: unknown;
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
  readonly mainPeople = new Map<string, InCharge[]>();

  add({ tabla, payload, instante }: AdministrationEvent): void {
    const rows = this.tables.get(tabla) ?? new Map<string, Columns>();
    this.tables.set(tabla, rows);
    for (const [key, columns] of Object.entries(JSON.parse(payload) as Changes)) {
      if (columns === null) rows.delete(key);
      else rows.set(key, { ...rows.get(key), ...columns });
      if (tabla === 'usuarios' && columns?.tipo !== undefined)
        this.profiles.set(key, (this.profiles.get(key) ?? new Set()).add(columns.tipo));
      if (tabla !== 'responsable_tienda' || columns === null) continue;
      const { id_tienda, id_usuario: id, tipo } = rows.get(key) ?? {};
      const store = String(id_tienda);
      if (tipo === 1)
        this.mainPeople.set(store, [
          ...(this.mainPeople.get(store) ?? []),
          { since: instante, id },
        ]);
    }
  }
}

/** Replays the administration log in chunks, up to the first break of its chain. */
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

/** Columns of the stored rows that are not in the log. */
function unloggedOf(table: LoggedTable, rows: Rows, projected: Rows | undefined): Changes {
  const unlogged = [...rows].flatMap(([key, row]) => {
    const known = projected?.get(key) ?? {};
    const columns = Object.entries(loggedColumns(table, row)).filter(
      ([column]) => !Object.hasOwn(known, column),
    );
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
    const changes = unloggedOf(loggedTables[name], rows, projected.tables.get(name));
    if (Object.keys(changes).length > 0) await appendAdministration(trx, by, 'BASE', name, changes);
  }
};

/** Logs rows and columns that were written without an event, by a migration. */
export async function logBase(trx: Trx, now: number): Promise<void> {
  const projected = await replayAdministration(trx);
  for (const name of loggedTableNames) await logTable(trx, { actor: null, now }, name, projected);
}

const MIGRATION = 'MIGRATION';

/** Runs once after each migration: from then on, a row without an event was written outside the application. */
export async function logMigration(trx: Trx, migration: string, now: number): Promise<void> {
  const by = { actor: null, now };
  await lockAdministrationLog(trx);
  if (await hasAdministrationEvent(trx, MIGRATION, migration)) return;
  await logBase(trx, now);
  await appendAdministration(trx, by, MIGRATION, migration, {});
}
