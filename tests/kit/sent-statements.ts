import pg from 'pg';
import { vi } from 'vitest';
import { LibsqlDatabase } from '#server/platform/database/sqlite-dialect.ts';

const textOf = (sent: unknown): string =>
  typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent);

const begins = /^(begin|start transaction)\b/;

interface Sent {
  /** Without those that begin a transaction: they go with the next one. */
  texts: string[];
  /**
   * How often the work waited for PostgreSQL; 0 on the embedded database. A statement that is sent while the answer to
   * another one is pending shares its wait. The end of a read-only transaction is not counted.
   */
  waits: number;
}

/** Statements that the work sends. */
export async function sentBy(work: () => Promise<unknown>): Promise<Sent> {
  const texts: string[] = [];
  let waits = 0;
  const { query } = pg.Client.prototype;
  const pending = new Map<pg.Client, number>();
  const readers = new Set<pg.Client>();
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query');
  ofPostgres.mockImplementation(async function (this: pg.Client, ...sent: unknown[]) {
    const text = textOf(sent[0]);
    texts.push(text);
    if (text.includes('read only')) readers.add(this);
    const before = pending.get(this) ?? 0;
    const endsReading = text === 'commit' && readers.delete(this);
    if (before === 0 && !endsReading) waits += 1;
    pending.set(this, before + 1);
    try {
      return await Reflect.apply(query, this, sent);
    } finally {
      pending.set(this, (pending.get(this) ?? 1) - 1);
    }
  });
  const ofSqlite = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
  try {
    await work();
    texts.push(...ofSqlite.mock.calls.map(([text]) => text));
    return { texts: texts.filter((text) => !begins.test(text)), waits };
  } finally {
    ofPostgres.mockRestore();
    ofSqlite.mockRestore();
  }
}

export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(work)).texts;
