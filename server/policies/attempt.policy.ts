/** Slows guessing down. Nobody is ever locked out: after the wait, one more try is open. */
import type { Trx } from '../database/transactions.ts';
import { Refusal } from '../refusal.ts';
import {
  type AttemptAction,
  type AttemptKind,
  type Failures,
  failuresSince,
  insertAttempt,
} from '../repositories/attempt.repository.ts';

const SECOND = 1_000;
/** Failures older than this, in milliseconds, are forgotten. */
export const ATTEMPT_WINDOW = 15 * 60 * SECOND;
const LONGEST_WAIT = 60 * SECOND;

/** Failures without a wait; behind one address there may be a whole office. */
const freeFailures: Record<AttemptAction, Record<AttemptKind, number>> = {
  login: { cuenta: 5, direccion: 50 },
  recuperacion: { cuenta: 3, direccion: 20 },
  codigo: { cuenta: 5, direccion: 50 },
};

/** Milliseconds between the last failure and the next try: 1 s, 2 s, 4 s… up to a minute. */
export function waitAfter({ count }: Pick<Failures, 'count'>, free: number): number {
  return count < free ? 0 : Math.min(LONGEST_WAIT, SECOND * 2 ** Math.min(count - free, 10));
}

/**
 * Admits one try and writes it down.
 *
 * @returns keys of its rows, to be marked when it succeeds
 * @throws Refusal 429 while the account or the address has to wait
 */
export async function admitAttempt(
  trx: Trx,
  accion: AttemptAction,
  who: { email: string; ip: string },
  now: number,
): Promise<number[]> {
  const subjects = [
    { accion, tipo: 'cuenta', sujeto: who.email },
    { accion, tipo: 'direccion', sujeto: who.ip },
  ] as const;
  for (const subject of subjects) {
    const failures = await failuresSince(trx, subject, now - ATTEMPT_WINDOW);
    const wait = waitAfter(failures, freeFailures[accion][subject.tipo]);
    if (now < failures.last + wait) throw new Refusal(429);
  }
  const ids: number[] = [];
  for (const subject of subjects) ids.push(await insertAttempt(trx, subject, now));
  return ids;
}
