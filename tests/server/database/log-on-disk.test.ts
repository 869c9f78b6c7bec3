import { fstatSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  databaseFile,
  type OpenDatabase,
  openDatabase,
} from '#server/platform/database/dialects.ts';
import {
  withoutTransaction,
  inSnapshot,
  inTransaction,
  type Trx,
} from '#server/platform/database/transactions.ts';

let dataDir: string;
let database: OpenDatabase;
/** Calls of `datasync`: their number, the last file, and their result. */
const disk = { asked: 0, fd: -1, answer: async (): Promise<void> => undefined };
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-'));
  database = openDatabase({ dataDir });
  await inTransaction(database.db, (trx) => sql`create table papeles (texto text)`.execute(trx));
  const handle = await open(dataDir);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  disk.asked = 0;
  vi.spyOn(prototype, 'datasync').mockImplementation(function (this: FileHandle) {
    disk.asked += 1;
    disk.fd = this.fd;
    return disk.answer();
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const write = (trx: Trx) => sql`insert into papeles values ('uno')`.execute(trx);
const count = async (trx: Trx) => (await sql`select 1 from papeles`.execute(trx)).rows.length;

/** A promise, and whether it is settled. */
function watched<Result>(work: Promise<Result>): { work: Promise<Result>; isOver: () => boolean } {
  let over = false;
  const end = () => {
    over = true;
  };
  work.then(end, end);
  return { work, isOver: () => over };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the log of the embedded database', () => {
  test('is synced before any answer, and waiting transactions share one sync', async () => {
    let keep = (): void => undefined;
    disk.answer = () => new Promise<void>((resolve) => (keep = resolve));
    const first = watched(inTransaction(database.db, write));
    await aMoment();
    expect(disk.asked).toBe(1);
    expect(fstatSync(disk.fd).ino).toBe(statSync(`${databaseFile(dataDir)}-wal`).ino);
    const others = [1, 2, 3].map(() => watched(inTransaction(database.db, write)));
    const reading = watched(inSnapshot(database.db, count));
    await aMoment();
    expect([first, ...others, reading].map(({ isOver }) => isOver())).not.toContain(true);
    keep();
    await first.work;
    await aMoment();
    expect(others.map(({ isOver }) => isOver())).not.toContain(true);
    expect(disk.asked).toBe(2);
    keep();
    await Promise.all(others.map(({ work }) => work));
    expect(await reading.work).toBe(4);
    expect(disk.asked).toBe(2);
  });

  test('is not synced by reads', async () => {
    await inSnapshot(database.db, count);
    await withoutTransaction(database.db, count);
    expect(disk.asked).toBe(0);
  });

  test('that could not be synced makes every later answer an error', async () => {
    disk.answer = () => Promise.reject(new Error('EIO'));
    await expect(inTransaction(database.db, write)).rejects.toThrow('EIO');
    disk.answer = async () => undefined;
    await expect(inSnapshot(database.db, count)).rejects.toThrow('EIO');
  });
});
