import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import type { ProfileId } from '#machines/domain/profiles.ts';
import type { Trx } from '../../database/transactions.ts';
import type { Visitor } from '../../policies/attempt.policy.ts';
import { admitAttempt } from './admit-attempt.ts';
import { passwordMatches, temporaryDigest } from '../../policies/password.policy.ts';
import { HttpError } from '../../errors/http-error.ts';
import { markSuccess } from '../../repositories/attempt.repository.ts';
import { hasFactor } from '../../repositories/second-factor.repository.ts';
import {
  findTemporaryPassword,
  spendTemporaryPassword,
} from '../../repositories/temporary-password.repository.ts';
import { lockUserByEmail, type UserRow, updateUser } from '../../repositories/user.repository.ts';
import type { OpenContext, Operation } from '../operation.ts';
import { codeIsNeeded } from './second-factor-sign-in.ts';
import { signedInAnswer } from './session-answer.ts';
import { inTurn } from './visit.ts';

/** One sentence for every reason, so that nobody learns which addresses exist. */
const refused = () => new HttpError(401, { msg: 'Usuario o contraseña incorrectos' });

interface Attempt {
  ids: number[];
  user: UserRow | undefined;
  temporary: { id: number } | undefined;
}

type Proof = 'own' | 'temporary' | null;

/**
 * Committed before the password is looked at: a refused try stays counted. A temporary password is no guess, and so
 * the way in that nobody can make slow.
 */
const beginAttempt = (
  { password }: BodyOf<'/auth/user'>,
  visitor: Visitor,
  context: OpenContext,
): Promise<Attempt> =>
  context.write(async (trx) => {
    const user = await lockUserByEmail(trx, visitor.email);
    const [id, now] = [user?.id ?? 0, context.now()];
    const temporary = await findTemporaryPassword(trx, id, temporaryDigest(id, password), now);
    const ids = temporary ? [] : await admitAttempt(trx, 'login', visitor, now);
    return { ids, user, temporary };
  });

/** A wrong password costs one comparison, whether the person exists or not. */
async function proofOf(
  { user, temporary }: Attempt,
  password: string,
  { config }: OpenContext,
): Promise<Proof> {
  if (temporary) return 'temporary';
  return (await passwordMatches(user?.clave_hash ?? null, password, config.passwordCost))
    ? 'own'
    : null;
}

/**
 * Comparing takes a while. Whoever was deactivated or got another password meanwhile had all sessions
 * ended, and the old password must not open one more.
 */
async function requireUnchanged(trx: Trx, user: UserRow): Promise<void> {
  const current = await lockUserByEmail(trx, user.email);
  if (current?.id !== user.id || current.clave_hash !== user.clave_hash) throw refused();
}

/** A temporary password opens one session, and that only to choose a new password. */
async function spendTemporary(trx: Trx, { user, temporary }: Attempt, now: number): Promise<void> {
  if (!user || !temporary || !(await spendTemporaryPassword(trx, temporary.id, now)))
    throw refused();
  const actor = { id: user.id, profile: user.tipo as ProfileId };
  await updateUser(trx, user.id, { cambiar_clave: 1 }, { actor, now });
}

export const signIn: Operation<'/auth/user'> = async (input, context) => {
  const answer = await inTurn(input.email, context, (visitor) => enter(input, visitor, context));
  if (answer === null) throw codeIsNeeded();
  return answer;
};

/** @returns null when the password was right and a code is still to come */
async function enter(
  input: BodyOf<'/auth/user'>,
  visitor: Visitor,
  context: OpenContext,
): Promise<AnswerOf<'/auth/user'> | null> {
  const attempt = await beginAttempt(input, visitor, context);
  const proof = await proofOf(attempt, input.password, context);
  const { user, ids, temporary } = attempt;
  if (proof === null || !user) throw refused();
  const idUsuario = user.id;
  const admit = async (trx: Trx) => {
    await requireUnchanged(trx, user);
    if (ids.length > 0) await markSuccess(trx, ids);
  };
  if (await context.read((trx) => hasFactor(trx, idUsuario))) {
    const idClaveTemporal = proof === 'temporary' ? (temporary?.id ?? null) : null;
    await context.startPendingSignIn({ idUsuario, idClaveTemporal }, admit);
    return null;
  }
  const debeInscribir = await context.startSession({ idUsuario, metodo: 'clave' }, async (trx) => {
    await admit(trx);
    // Switched on while the password was compared.
    if (await hasFactor(trx, idUsuario)) throw refused();
    if (proof === 'temporary') await spendTemporary(trx, attempt, context.now());
  });
  const cambiarClave = user.cambiar_clave === 1 || proof === 'temporary';
  return signedInAnswer(user, { cambiarClave, debeInscribir });
}
