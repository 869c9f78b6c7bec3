/** How much a long test does: what its variable says; else the full number in `npm run test:deep` and `npm run test:trust`, the short one in `npm test`. */
export const lengthOf = (variable: string, { full, short }: { full: number; short: number }) =>
  Number(process.env[variable] ?? (process.env.TEST_LENGTH === 'full' ? full : short));

/** What random work begins with: the same in each run, unless SEED says otherwise. */
export const seed = Number(process.env.SEED ?? 1);
