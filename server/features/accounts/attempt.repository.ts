import type { Trx } from '../../platform/database/transactions.ts';
import type { AttemptSubject } from './attempt.policy.ts';
import { creating } from '../../platform/database/queries.ts';

/**
 * Failures after `since`. A success shows that it is the owner who tries there, so what was before it is forgiven
 * there; of an account as a whole it forgives nothing, or the owner would clear the way for whoever guesses elsewhere.
 *
 * @returns how many, and when the last one was
 */
export async function failuresSince(
  trx: Trx,
  subject: AttemptSubject,
  since: number,
): Promise<{ count: number; last: number }> {
  const tries = await trx
    .selectFrom('intento')
    .select(['exito', 'instante'])
    .where('accion', '=', subject.accion)
    .where('tipo', '=', subject.tipo)
    .where('sujeto', '=', subject.sujeto)
    .where('instante', '>', since)
    .$if(subject.tipo === 'cuenta', (query) => query.where('exito', '=', 0))
    .orderBy('instante', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const success = tries.findIndex(({ exito }) => exito === 1);
  const failures = success === -1 ? tries : tries.slice(0, success);
  return { count: failures.length, last: failures[0]?.instante ?? 0 };
}

/** Counted as failed until it is known to be right, so that tries at the same time count too. */
export const insertAttempt = (
  trx: Trx,
  subject: AttemptSubject,
  instante: number,
): Promise<number> => createAttempt(trx, { ...subject, exito: 0, instante });

const createAttempt = creating('intento');

export async function markSuccess(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.updateTable('intento').set({ exito: 1 }).where('id', 'in', ids).execute();
}
