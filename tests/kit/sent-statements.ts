import pg from 'pg';
import { vi } from 'vitest';
import { LibsqlDatabase } from '#server/platform/database/sqlite-dialect.ts';

/** Statements that the work sends, without those that begin a transaction: they go with the next one. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query');
  const ofSqlite = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
  try {
    await work();
    const calls: unknown[][] = [...ofPostgres.mock.calls, ...ofSqlite.mock.calls];
    const texts = calls.map(([sent]) =>
      typeof sent === 'object' && sent !== null && 'text' in sent
        ? String(sent.text)
        : String(sent),
    );
    return texts.filter((text) => !/^(begin|start transaction)\b/.test(text));
  } finally {
    ofPostgres.mockRestore();
    ofSqlite.mockRestore();
  }
}
