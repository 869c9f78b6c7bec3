/** Absences: somebody of the same profile decides for a person between two days. */
import { successes } from '#contract/errors.ts';
import { changeRefusals, type Holder, holderOf } from '#machines/domain/people/authority.ts';
import { isAble } from '#machines/domain/people/charge.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { delegationRefusals } from '#machines/domain/people/delegation.ts';
import { mayBeReplaced } from '#machines/domain/expense/replaceable.ts';
import { shortDay } from '#machines/domain/history/durations.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden, found, HttpError, notFound } from '../../platform/errors/http-error.ts';
import type { Session } from '../../platform/access/session.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import {
  delegationsOf,
  endDelegation,
  findDelegation,
  insertDelegation,
} from './delegation.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { findUser, type UserRow, usersOfProfile } from '../accounts/user.repository.ts';
import { absenceMail, replacementMail } from '../outbox/account-mails.ts';
import { lockGoverned } from '../accounts/governed-user.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

/** The own absence is everybody's; another one is of whoever edits users and may change that person. */
function requireMayReplace(holder: Holder, absent: UserRow): void {
  if (holder.id === absent.id) return;
  if (changeRefusals(holder, holderOf(absent)).length > 0) throw forbidden();
}

/** @throws HttpError 403 for a person whom the session does not edit, whether there is such a person or not */
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

/** Two who delegate at the same time wait for one another, as all changes of administration do. */
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
    // Read again under the lock: of two who end it, one finds nothing.
    found(await findDelegation(trx, id_delegacion, today));
    await endDelegation(trx, id_delegacion, authorOf(context));
    return done(successes.updated);
  });

export const absenceOperations = {
  '/ausencias': absences,
  '/delegar': delegate,
  '/terminarDelegacion': endAbsence,
};
