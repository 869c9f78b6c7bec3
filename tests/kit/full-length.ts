/**
 * Size of a long test: the value of its variable; otherwise the full number in `npm run test:deep` and `npm run
 * test:trust`, and the short one in `npm test`.
 */
export const lengthOf = (variable: string, { full, short }: { full: number; short: number }) =>
  Number(process.env[variable] ?? (process.env.TEST_LENGTH === 'full' ? full : short));

/** Seed of random work: the same in each run, unless SEED is set. */
export const seed = Number(process.env.SEED ?? 1);
