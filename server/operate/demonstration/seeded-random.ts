/** Random numbers from a seed: the same seed gives the same demonstration, for screenshots and tests. */
export interface SeededRandom {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(minimum: number, maximum: number): number;
  /** @throws RangeError when there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

/** mulberry32: 32 bits of state, uniform enough for a choice among a few items. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (minimum: number, maximum: number): number =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  };
  return { next, between, pick, chance: (probability) => next() < probability };
}
