import { companySignInOf } from '../settings/settings.ts';
import { usualHours } from '#machines/domain/values/working-hours.ts';
import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import { codeGuard, startAgainGuard } from '#contract/errors.ts';
import { administrator, permissionsOf } from '#machines/domain/people/authority.ts';
import {
  passwordClosedMessage,
  passwordIsClosed,
} from '#machines/domain/people/company-sign-in.ts';
import { type ProfileId, isProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { StartedSession } from '../../platform/access/session.ts';
import { withAdvisoryLock } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { OpenContext, Operation } from '../../platform/http/operation.ts';
import { FairQueue } from '../../platform/workers/fair-queue.ts';
import { WorkerError } from '../../platform/workers/tasks.ts';
import { type Visitor, admitAttempt, markSuccess, originOf } from '../accounts/attempts.ts';
import {
  findTemporaryPassword,
  passwordMatches,
  spendTemporaryPassword,
  temporaryDigest,
} from '../accounts/passwords.ts';
import { CODE_TRIES, hasFactor } from '../accounts/second-factor.repository.ts';
import { IDLE_LIMIT } from '../accounts/session.repository.ts';
import {
  type UserRow,
  findUser,
  lockUser,
  lockUserByEmail,
  normalEmail,
  updateUser,
} from '../accounts/user.repository.ts';
import { type CompanyFacts, companyFacts } from './notice.ts';
import { countCode, endPendingSignIn } from './pending-sign-ins.ts';
import { spendCode, wrongCode } from './second-factor.ts';

interface SignedIn extends StartedSession {
  idUsuario: number;
  nombre: string;
  email: string;
  profile: number;
  permisos: readonly string[];
  cambiarClave: boolean;
}

/** Answer about the signed-in person. */
export const sessionAnswer = (
  person: SignedIn,
  { horario, aviso }: CompanyFacts,
  msg: string,
): AnswerOf<'/auth/sesion'> => [
  {
    status: '200',
    msg,
    email: person.email,
    cambiar_clave: person.cambiarClave ? 'si' : 'no',
    permisos: person.permisos.join(','),
    nombre: person.nombre,
    id_usuario: person.idUsuario,
    tipoperfil_id: person.profile,
    tipoperfil_nombre: isProfileId(person.profile) ? profiles[person.profile].nombre : '',
    vence: person.vence,
    inactividad: IDLE_LIMIT,
    ...(aviso && { aviso: 'leer' as const }),
    ...(horario !== usualHours && { horario }),
    ...(person.debeInscribir && { segundo_factor: 'inscribir' as const }),
  },
];

/** The answer to a person who has just signed in. */
const signedInAnswer = (
  user: Row<'usuarios'>,
  started: Pick<SignedIn, 'cambiarClave' | keyof StartedSession>,
  company: CompanyFacts,
): AnswerOf<'/auth/user'> =>
  sessionAnswer(
    {
      idUsuario: user.id,
      nombre: user.razon_social,
      email: user.email,
      profile: user.tipo,
      permisos: permissionsOf(user),
      ...started,
    },
    company,
    'Bienvenido',
  );

const refusedBy = (guardia: string, mensaje: string) =>
  new HttpError(401, { motivos: [{ guardia, mensaje }] });

/** Answer of `/auth/user` after a correct password, for a person who has a second factor. */
const codeIsNeeded = () =>
  refusedBy(codeGuard, 'Escriba el código de su aplicación de autenticación.');

const startAgain = () =>
  refusedBy(startAgainGuard, 'El ingreso venció. Escriba de nuevo su correo y contraseña.');

interface CodeAttempt {
  ids: number[];
  user: UserRow;
  pending: Row<'ingreso_pendiente'>;
}

/** Committed before the code is checked, so that a refused attempt is counted, per sign-in and per account. */
const beginCodeAttempt = (context: OpenContext): Promise<CodeAttempt> =>
  context.write(async (trx) => {
    const now = context.now();
    const limits = { now, allowed: CODE_TRIES };
    const pending = await countCode(trx, context.pendingSignIn ?? '', limits);
    const user = pending && (await findUser(trx, pending.id_usuario));
    if (!pending || user?.active_ !== 1) throw startAgain();
    const ids = await admitAttempt(trx, 'codigo', { email: user.email, ip: context.ip }, now);
    return { ids, user, pending };
  });

/** @returns whether a new password is due. @throws HttpError 401 when the sign-in or its temporary password was used */
async function endPending(trx: Trx, { pending, user }: CodeAttempt, now: number): Promise<boolean> {
  if (!(await endPendingSignIn(trx, pending.id))) throw startAgain();
  if (pending.id_clave_temporal === null) return user.cambiar_clave === 1;
  if (!(await spendTemporaryPassword(trx, pending.id_clave_temporal, now))) throw startAgain();
  const actor = { id: user.id, profile: user.tipo as ProfileId };
  await updateUser(trx, user.id, { cambiar_clave: 1 }, { actor, now });
  return true;
}

/** /auth/codigo: the second step of a sign-in. */
export const giveCode: Operation<'/auth/codigo'> = async ({ codigo }, context) => {
  const attempt = await beginCodeAttempt(context);
  const { user, pending, ids } = attempt;
  const now = context.now();
  const method = await context.write((trx) => spendCode(trx, user.id, codigo, now));
  if (method === null)
    throw pending.intentos < CODE_TRIES ? refusedBy('codigo', wrongCode) : startAgain();
  let cambiarClave = false;
  let company: CompanyFacts = { horario: usualHours, aviso: false };
  const whose = { idUsuario: user.id, metodo: method };
  const started = await context.startSession(whose, async (trx) => {
    if ((await lockUser(trx, user.id))?.active_ !== 1) throw startAgain();
    cambiarClave = await endPending(trx, attempt, now);
    await markSuccess(trx, ids);
    company = await companyFacts(trx, user.id);
  });
  context.forgetPendingSignIn();
  return signedInAnswer(user, { cambiarClave, ...started }, company);
};

/**
 * Attempts of this process; the lock below orders them with those of other processes, and the limits are rows. Two of
 * the four libuv threads, which also read files; one attempt per origin at a time, so that a flood of attempts delays
 * only its own origin.
 */
const tries = new FairQueue({ all: { width: 2 }, lane: { width: 1, waiting: 100 } });

/**
 * Runs one attempt at a time per account and origin, across processes: comparing a password is expensive, and each
 * attempt must know the result of the previous one, so that correct ones never count against each other.
 */
async function inTurn<Result>(
  typed: string,
  context: OpenContext,
  work: (visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const email = normalEmail(typed);
  const browser = await context.knownBrowser(email);
  const visitor = { email, ip: context.ip, browser };
  try {
    const origin = originOf(visitor);
    return await tries.run(origin, () =>
      withAdvisoryLock(context.db, `inicio de sesión ${email} ${origin}`, () => work(visitor)),
    );
  } catch (error) {
    const refusal = error instanceof WorkerError ? new HttpError(429) : error;
    if (refusal instanceof HttpError) {
      const { status: estado } = refusal;
      context.log.warn({ cuenta: email, ip: context.ip, estado }, 'inicio de sesión rechazado');
    }
    throw refusal;
  }
}

/** One message for every reason, so that it does not reveal which addresses exist. */
const refused = () => new HttpError(401, { msg: 'Usuario o contraseña incorrectos' });

interface Attempt {
  ids: number[];
  user: UserRow | undefined;
  temporary: { id: number } | undefined;
}

type Proof = 'own' | 'temporary' | null;

/**
 * Committed before the password is checked, so that a refused attempt is counted. A valid temporary password is not
 * counted, so that failed attempts of others cannot delay it.
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

/** A wrong password takes one comparison, whether the account exists or not (timing attack). */
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
 * Checks the account again after the comparison: a deactivation or a new password meanwhile has ended all sessions, and
 * the old password must not open another one.
 */
async function requireUnchanged(trx: Trx, user: UserRow): Promise<void> {
  const current = await lockUserByEmail(trx, user.email);
  if (current?.id !== user.id || current.clave_hash !== user.clave_hash) throw refused();
}

/** A temporary password opens one session, which only allows choosing a new password. @throws HttpError 401 */
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

/**
 * Asked after a right password, so that it does not reveal which addresses exist. An administrator who can no longer
 * sign in with the password leaves it open to everybody.
 *
 * @throws HttpError 401
 */
async function requireOpenDoor(trx: Trx, user: UserRow): Promise<void> {
  const { activo, sin_clave: perfiles, administrador: id } = await companySignInOf(trx);
  const keeper = id === null ? undefined : await findUser(trx, id);
  const isAble =
    keeper?.active_ === 1 && keeper.tipo === administrator && keeper.cambiar_clave === 0;
  const administrador = isAble ? id : null;
  if (passwordIsClosed(user, { activo, perfiles, administrador }))
    throw refusedBy('passwordIsOpen', passwordClosedMessage);
}

/** @returns null when the password was correct and a code is required */
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
  const beforeCommit = async (trx: Trx) => {
    await requireUnchanged(trx, user);
    await requireOpenDoor(trx, user);
    if (ids.length > 0) await markSuccess(trx, ids);
  };
  if (await context.read((trx) => hasFactor(trx, idUsuario))) {
    const idClaveTemporal = proof === 'temporary' ? (temporary?.id ?? null) : null;
    await context.startPendingSignIn({ idUsuario, idClaveTemporal }, beforeCommit);
    return null;
  }
  let company: CompanyFacts = { horario: usualHours, aviso: false };
  const started = await context.startSession({ idUsuario, metodo: 'clave' }, async (trx) => {
    await beforeCommit(trx);
    // The second factor was switched on while the password was compared.
    if (await hasFactor(trx, idUsuario)) throw refused();
    if (proof === 'temporary') await spendTemporary(trx, attempt, context.now());
    company = await companyFacts(trx, user.id);
  });
  const cambiarClave = user.cambiar_clave === 1 || proof === 'temporary';
  return signedInAnswer(user, { cambiarClave, ...started }, company);
}
