import type { BodyOf } from '#contract/contract.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { Trx } from '../../database/transactions.ts';
import { admitAttempt } from '../../policies/attempt.policy.ts';
import { passwordMatches } from '../../policies/password.policy.ts';
import { Refusal } from '../../refusal.ts';
import { markSuccess } from '../../repositories/attempt.repository.ts';
import { hasFactor } from '../../repositories/second-factor.repository.ts';
import {
  findTemporaryPassword,
  spendTemporaryPassword,
  type TemporaryPassword,
} from '../../repositories/temporary-password.repository.ts';
import {
  lockUserByEmail,
  normalEmail,
  type UserRow,
  updateUser,
} from '../../repositories/user.repository.ts';
import type { OpenContext, Operation } from '../operation.ts';
import { codeIsNeeded } from './second-factor-sign-in.ts';
import { signedInAnswer } from './session-answer.ts';

/** One sentence for every reason, so that nobody learns which addresses exist. */
const refused = () => new Refusal(401, { msg: 'Usuario o contraseña incorrectos' });

interface Attempt {
  ids: number[];
  user: UserRow | undefined;
  temporary: TemporaryPassword | undefined;
}

type Proof = 'own' | 'temporary' | null;

/** Committed before the password is looked at: a refused try stays counted. */
const beginAttempt = (input: BodyOf<'/auth/user'>, context: OpenContext): Promise<Attempt> =>
  context.write(async (trx) => {
    const email = normalEmail(input.email);
    const user = await lockUserByEmail(trx, email);
    const ids = await admitAttempt(trx, 'login', { email, ip: context.ip }, context.now());
    const temporary = user && (await findTemporaryPassword(trx, user.id, context.now()));
    return { ids, user, temporary };
  });

/** A wrong password costs two comparisons, whether the person, or a temporary password, exists or not. */
async function proofOf(
  { user, temporary }: Attempt,
  password: string,
  { config }: OpenContext,
): Promise<Proof> {
  const cost = config.passwordCost;
  if (await passwordMatches(user?.clave_hash ?? null, password, cost)) return 'own';
  return (await passwordMatches(temporary?.clave_hash ?? null, password, cost))
    ? 'temporary'
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
  const attempt = await beginAttempt(input, context);
  const proof = await proofOf(attempt, input.password, context);
  const { user, ids, temporary } = attempt;
  if (proof === null || !user) throw refused();
  const idUsuario = user.id;
  const admit = async (trx: Trx) => {
    await requireUnchanged(trx, user);
    await markSuccess(trx, ids);
  };
  if (await context.read((trx) => hasFactor(trx, idUsuario))) {
    const idClaveTemporal = proof === 'temporary' ? (temporary?.id ?? null) : null;
    await context.startPendingSignIn({ idUsuario, idClaveTemporal }, admit);
    throw codeIsNeeded();
  }
  const debeInscribir = await context.startSession({ idUsuario, metodo: 'clave' }, async (trx) => {
    await admit(trx);
    // Switched on while the password was compared.
    if (await hasFactor(trx, idUsuario)) throw refused();
    if (proof === 'temporary') await spendTemporary(trx, attempt, context.now());
  });
  const cambiarClave = user.cambiar_clave === 1 || proof === 'temporary';
  return signedInAnswer(user, { cambiarClave, debeInscribir });
};
