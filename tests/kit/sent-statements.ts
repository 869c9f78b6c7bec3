import pg from 'pg';
import { vi } from 'vitest';
import { LibsqlDatabase } from '#server/platform/database/sqlite-dialect.ts';

/** Statements that the work sends, including those that begin and end transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query');
  const ofSqlite = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
  try {
    await work();
    const calls: unknown[][] = [...ofPostgres.mock.calls, ...ofSqlite.mock.calls];
    return calls.map(([text]) => String(text));
  } finally {
    ofPostgres.mockRestore();
    ofSqlite.mockRestore();
  }
}
