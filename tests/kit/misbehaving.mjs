import { openSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { threadId } from 'node:worker_threads';

// A worker with tasks that fail as a hostile file makes a reader fail.
const eatMemory = () => {
  const eaten = [];
  for (;;) eaten.push(new Array(10_000).fill(eaten.length));
};

export const tasks = {
  add: (/** @type {[number, number]} */ [one, other]) => one + other,
  forEver: () => {
    for (;;);
  },
  eatMemory,
  /** In one engine call, which cannot be interrupted. */
  eatMemoryAtOnce: (/** @type {string} */ began) => {
    const text = `[${'[0],'.repeat(1_000_000)}0]`;
    writeFileSync(began, '');
    return JSON.parse(text);
  },
  /** Counts in one statement of the embedded database, whose engine aborts the process when its thread is ended. */
  count: (/** @type {{ upTo: number, began: string }} */ { upTo, began }) => {
    // Imported here, since it would delay the start of every other worker thread.
    const Libsql = createRequire(import.meta.url)('libsql');
    const database = new Libsql(':memory:');
    const counting = database.prepare(
      'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select max(i) from n',
    );
    writeFileSync(began, '');
    counting.all([upTo]);
    return upTo;
  },
  fail: () => {
    throw new Error('unreadable');
  },
  die: () => process.exit(3),
  /** Like an engine fault, which no thread limit catches. */
  crash: () => process.kill(process.pid, 'SIGKILL'),
  /** Leaks file descriptors, as an engine may. */
  leaveOpen: (/** @type {number} */ count) => {
    for (let time = 0; time < count; time += 1) openSync(process.execPath, 'r');
  },
  place: () => `${process.pid}/${threadId}`,
  environment: () => ({ ...process.env }),
};

/** @param {{ name: keyof typeof tasks, input: never }} task */
export default ({ name, input }) => ({ value: tasks[name](input) });
