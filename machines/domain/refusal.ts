import type { FailedGuard } from './explain.ts';

/** The refusal of a rule that does not hold; none where it does. */
export const refusedIf = (broken: boolean, guardia: string, mensaje: string): FailedGuard[] =>
  broken ? [{ guardia, mensaje }] : [];
