import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import {
  ATTEMPT_WINDOW,
  type AttemptAction,
  attemptLimits,
  subjectsOf,
  type Visitor,
  waitAfter,
} from '../accounts/attempt.policy.ts';
import { failuresSince, insertAttempt } from '../accounts/attempt.repository.ts';

/**
 * Admits one try and writes it down.
 *
 * @returns keys of its rows, to be marked when it succeeds
 * @throws HttpError 429 while the account has to wait there
 */
export async function admitAttempt(
  trx: Trx,
  accion: AttemptAction,
  visitor: Visitor,
  now: number,
): Promise<number[]> {
  const subjects = subjectsOf(accion, visitor);
  for (const subject of subjects) {
    const { count, last } = await failuresSince(trx, subject, now - ATTEMPT_WINDOW);
    if (now < last + waitAfter(count, attemptLimits[subject.tipo])) throw new HttpError(429);
  }
  const ids: number[] = [];
  for (const subject of subjects) ids.push(await insertAttempt(trx, subject, now));
  return ids;
}
