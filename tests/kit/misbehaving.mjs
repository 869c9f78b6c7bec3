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
  eatMemoryAtOnce: (/** @type {import('node:worker_threads').MessagePort} */ port) => {
    const text = `[${'[0],'.repeat(1_000_000)}0]`;
    port.postMessage('eating');
    return JSON.parse(text);
  },
  fail: () => {
    throw new Error('unreadable');
  },
  die: () => process.exit(3),
  environment: () => ({ ...process.env }),
};

/** @param {{ name: keyof typeof tasks, input: never }} task */
export default ({ name, input }) => tasks[name](input);
