/** `npm run test:deep` and `npm run test:trust` give long tests their full length; `npm test` runs a short form of them. */
export const FULL_LENGTH: boolean = process.env.TEST_LENGTH === 'full';

/** How much a long test does: what its variable says, else the full or the short number. */
export const lengthOf = (variable: string, { full, short }: { full: number; short: number }) =>
  Number(process.env[variable] ?? (FULL_LENGTH ? full : short));

/** What random work begins with: the same in each run, unless SEED says otherwise. */
export const seed = Number(process.env.SEED ?? 1);
