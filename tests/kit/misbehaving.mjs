import { writeFileSync } from 'node:fs';

// A worker whose tasks do what a hostile file makes a reader do.
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
  /** In one step of the engine, which cannot be interrupted. */
  eatMemoryAtOnce: (/** @type {string} */ began) => {
    const text = `[${'[0],'.repeat(1_000_000)}0]`;
    writeFileSync(began, '');
    return JSON.parse(text);
  },
  fail: () => {
    throw new Error('unreadable');
  },
  die: () => process.exit(3),
  /** As a fault of an engine does, which no limit of a thread catches. */
  crash: () => process.kill(process.pid, 'SIGKILL'),
  environment: () => ({ ...process.env }),
};

/** @param {{ name: keyof typeof tasks, input: never }} task */
export default ({ name, input }) => ({ value: tasks[name](input) });
