import { successes } from '#contract/errors.ts';
import {
  type NamedDelegation,
  delegationRefusals,
  mayBeReplaced,
} from '#machines/domain/people/delegation.ts';
import {
  type Holder,
  changeRefusals,
  holderOf,
  isAble,
} from '#machines/domain/people/authority.ts';
import { dateInBogota, shortDay } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import type { Session } from '../../platform/access/session.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { inserting, updating } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, forbidden, found, notFound } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import {
  type UserRow,
  findUser,
  lockGoverned,
  usersOfProfile,
} from '../accounts/user.repository.ts';
import { absenceMail, replacementMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';

/** Absences: between two days, a user of the same profile decides for the absent user (a delegation). */

const insertDelegation = inserting('delegacion');
const updateDelegation = updating('delegacion');

/** Delegations that were not ended early, with both names, ordered by their first day. */
const activeDelegations = (trx: Trx) =>
  trx
    .selectFrom('delegacion')
    .innerJoin('usuarios as ausente', 'ausente.id', 'delegacion.id_usuario')
    .innerJoin('usuarios as delegado', 'delegado.id', 'delegacion.id_delegado')
    .where('delegacion.terminada', 'is', null)
    .select([
      'delegacion.id',
      'delegacion.id_usuario',
      'delegacion.id_delegado',
      'delegacion.desde',
      'delegacion.hasta',
      'ausente.razon_social as nombre',
      'delegado.razon_social as delegado',
    ])
    .orderBy('delegacion.desde')
    .orderBy('delegacion.id');

type DelegationRow = NamedDelegation & { id: number };

/** Delegations to or from some users whose last day is `today` or later. */
export const delegationsOf = (
  trx: Trx,
  ids: readonly number[],
  today: DateText,
): Promise<DelegationRow[]> =>
  activeDelegations(trx)
    .where('delegacion.hasta', '>=', today)
    .where(({ or, eb }) =>
      or([eb('delegacion.id_usuario', 'in', ids), eb('delegacion.id_delegado', 'in', ids)]),
    )
    .execute();

/** A delegation whose last day is `today` or later; undefined when there is none. */
const findDelegation = (
  trx: Trx,
  id: number,
  today: DateText,
): Promise<DelegationRow | undefined> =>
  activeDelegations(trx)
    .where('delegacion.hasta', '>=', today)
    .where('delegacion.id', '=', id)
    .executeTakeFirst();

/** Ends a delegation; decisions that were made under it remain. */
export const endDelegation = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateDelegation(trx, id, { terminada: by.now }, by);

/** @throws HttpError 403 for another user's absence when that user has more rights than the caller */
function requireMayReplace(holder: Holder, absent: UserRow): void {
  if (holder.id === absent.id) return;
  if (changeRefusals(holder, holderOf(absent)).length > 0) throw forbidden();
}

/** @throws HttpError 403 for another user without `editarUsuario`, whether that user exists or not */
function requireEditor({ idUsuario, permisos }: Session, id: number): void {
  if (id !== idUsuario && !permisos.includes('editarUsuario')) throw forbidden();
}

async function absentPerson(trx: Trx, session: Session, id: number): Promise<UserRow> {
  requireEditor(session, id);
  const absent = found(await findUser(trx, id));
  requireMayReplace(
    { id: session.idUsuario, profile: session.profile, permisos: session.permisos },
    absent,
  );
  return absent;
}

const absences: Operation<'/ausencias'> = ({ id_ausente }, context) =>
  context.read(async (trx) => {
    const { session } = context;
    const absent = await absentPerson(trx, session, id_ausente ?? session.idUsuario);
    const hoy = dateInBogota(context.now());
    const delega = mayBeReplaced(absent.tipo);
    const colleagues = delega ? await usersOfProfile(trx, absent.tipo) : [];
    return {
      id_ausente: absent.id,
      nombre: absent.razon_social,
      delega: delega ? (1 as const) : (0 as const),
      hoy,
      delegaciones: delega ? await delegationsOf(trx, [absent.id], hoy) : [],
      candidatos: colleagues
        .filter((one) => one.id !== absent.id && one.id !== session.idUsuario && isAble(one))
        .map(({ id, razon_social }) => ({ id, nombre: razon_social })),
    };
  });

/** Concurrent delegations run one after another: the lock of the administration log serialises them. */
const delegate: Operation<'/delegar'> = ({ id_ausente, id_delegado, desde, hasta }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const now = context.now();
    const idAbsent = id_ausente ?? session.idUsuario;
    requireEditor(session, idAbsent);
    const { holder, user, other } = await lockGoverned(trx, session, idAbsent, id_delegado);
    requireMayReplace(holder, user);
    await lockAdministrationLog(trx);
    const today = dateInBogota(now);
    const motivos = delegationRefusals(
      { absent: user, delegate: other, desde, hasta, by: session.idUsuario, today },
      await delegationsOf(trx, [user.id, id_delegado], today),
    );
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    const days = { id_usuario: user.id, id_delegado, desde, hasta, creada: now };
    const id_delegacion = await insertDelegation(trx, days, authorOf(context));
    const span = `del ${shortDay(desde, today)} al ${shortDay(hasta, today)}`;
    if (other) {
      await queueMail(trx, replacementMail(other, user.razon_social, span), now);
      await queueMail(trx, absenceMail(user, session.nombre, other.razon_social, span), now);
    }
    return done(successes.saved, { id_delegacion });
  });

const endAbsence: Operation<'/terminarDelegacion'> = ({ id_delegacion }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const today = dateInBogota(context.now());
    const absence = found(await findDelegation(trx, id_delegacion, today));
    const isOwn = absence.id_usuario === session.idUsuario;
    if (!isOwn && !session.permisos.includes('editarUsuario')) throw notFound();
    const { holder, user } = await lockGoverned(trx, session, absence.id_usuario);
    requireMayReplace(holder, user);
    await lockAdministrationLog(trx);
    // Read again under the lock: the second of two concurrent calls finds it ended.
    found(await findDelegation(trx, id_delegacion, today));
    await endDelegation(trx, id_delegacion, authorOf(context));
    return done(successes.updated);
  });

export const absenceOperations = {
  '/ausencias': absences,
  '/delegar': delegate,
  '/terminarDelegacion': endAbsence,
};
