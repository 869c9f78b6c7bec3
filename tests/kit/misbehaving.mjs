// A worker whose tasks do what a hostile file makes a reader do.
export const tasks = {
  add: (/** @type {[number, number]} */ [one, other]) => one + other,
  forEver: () => {
    for (;;);
  },
  eatMemory: () => {
    const eaten = [];
    for (;;) eaten.push(new Array(10_000).fill(eaten.length));
  },
  fail: () => {
    throw new Error('unreadable');
  },
  die: () => process.exit(3),
  environment: () => ({ ...process.env }),
};

/** @param {{ name: keyof typeof tasks, input: never }} task */
export default ({ name, input }) => tasks[name](input);
