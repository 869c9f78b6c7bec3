/**
 * Mails and notices of a box that moved on: in the transaction of the move, to whom it concerns and as each of them chose.
 * An expense counts as rejected once its box goes on: until then the reviewer may still decide otherwise.
 */
import type { MailKind } from '#contract/calls/mails.calls.ts';
import { isAble } from '#machines/domain/people/charge.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { decidersOf } from '#machines/domain/people/delegation.ts';
import {
  awaitedProfiles,
  chosenTime,
  profilesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import { boxScreenOf } from '#machines/domain/people/pending.ts';
import { millisecondsInDay } from 'date-fns/constants';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxStateOf } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { BoxRow } from '../cases/box.repository.ts';
import { peopleOfStore } from '../cases/box-location.repository.ts';
import { concernedPeople, keepNotice, type Notice, type Recipient } from './notice.repository.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { noticeMail } from './notice-mails.ts';
import { tell } from './notice-lines.ts';

/** Later than this nobody needs to hear that a box arrived, milliseconds. */
const NEWS_LIFE = 2 * millisecondsInDay;

/** The kinds of news of a move, each with whom it may concern. */
function newsOf(box: Readonly<BoxRow>, before: number): (Notice & { profiles: ProfileId[] })[] {
  const state = boxStateOf(box.active);
  const news = (tipo: MailKind, active: number, profiles: readonly ProfileId[]) => ({
    tipo,
    active,
    id_caja: box.id,
    profiles: profilesOfKind(tipo).filter((profile) => profiles.includes(profile)),
  });
  const stores = profilesOfKind('cierre');
  return [
    ...(state === 'closed'
      ? [news('cierre', box.active, stores)]
      : [news('llegada', box.active, awaitedProfiles(state))]),
    news('rechazo', before, profilesOfKind('rechazo')),
  ];
}

/** The supervisor, or, while he or she is away, whoever decides instead. */
async function supervisorsOf(trx: Trx, idTienda: number, now: number): Promise<number[]> {
  const today = dateInBogota(now);
  const { id_supervisor, delegations } = await peopleOfStore(trx, idTienda, today);
  const [supervisor = id_supervisor, ...delegates] = decidersOf(id_supervisor, delegations, today);
  return delegates.length > 0 ? delegates : [supervisor];
}

/** @param before code of the state that the box came from */
export async function announceMove(
  trx: Trx,
  { session, config, now }: Pick<SessionContext, 'session' | 'config' | 'now'>,
  box: Readonly<BoxRow>,
  before: number,
): Promise<void> {
  const instant = now();
  const news = newsOf(box, before);
  const everybody = { idUsuario: 0, profile: 4, representa: [] } as const;
  const written = await tell(trx, everybody, news, true);
  const [first] = written;
  if (first === undefined) return;
  const isWritten = ({ tipo }: Notice) => written.some((one) => one.tipo === tipo);
  const profiles = [...new Set(news.filter(isWritten).flatMap((one) => one.profiles))];
  const supervisors = await supervisorsOf(trx, box.id_tienda, instant);
  const people = await concernedPeople(trx, box.id_tienda, profiles, supervisors);
  for (const { user, choices } of people.filter(isConcerned(session.idUsuario))) {
    const own = news.filter((one) => isWritten(one) && one.profiles.some((id) => id === user.tipo));
    const at = (time: string) =>
      own.filter(({ tipo }) => chosenTime(user.tipo, tipo, choices) === time);
    for (const { profiles: _, ...notice } of at('diario'))
      await keepNotice(trx, user.id, notice, instant);
    const kinds = at('inmediato').map(({ tipo }) => tipo);
    if (kinds.length === 0) continue;
    const direccion = `${config.publicUrl}/#/${boxScreenOf(user.tipo, box.active)}/${box.id}`;
    const mail = noticeMail(
      user,
      first.box,
      written.filter(({ tipo }) => kinds.includes(tipo)),
      direccion,
    );
    await queueMail(trx, { ...mail, vence: instant + NEWS_LIFE }, instant);
  }
}

/** Nobody is notified of the own action, nor whoever could not open the box. */
const isConcerned =
  (actor: number) =>
  ({ user }: Recipient): boolean =>
    user.id !== actor && isAble(user);
