/**
 * The daily mail: the notices that a person does not want immediately, and the late boxes. Several processes may
 * write it: its key contains the person and the day, and the person's row is locked while it is written.
 */
import { type LateSince, lateSince } from '#machines/domain/box/box-delays.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { millisecondsInDay } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { isAble, permissionsOf } from '#machines/domain/people/authority.ts';
import { dateInBogota, momentInBogota, shortDay } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import {
  awaitedProfiles,
  chosenTime,
  profilesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import { awaitedStates } from '#machines/domain/stages/stages.ts';
import { isProfileId } from '#machines/domain/people/profiles.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Viewer } from '../platform/access/session.ts';
import { inSnapshot, inTransaction, type Trx } from '../platform/database/transactions.ts';
import { dailyMail, namedBoxes, writeNotices } from '../features/notices/notice-mails.ts';
import {
  isReplaced,
  lateBoxes,
  lateStates,
  peopleForDailyMail,
  recipientOf,
  representedBy,
  consumeNotices,
} from '../features/notices/notice.repository.ts';
import { hasMail, queueMail } from '../features/outbox/outbox.repository.ts';
import { lowFunds } from '../features/pending/pending.repository.ts';
import {
  lowFundPercent,
  mailHourOf,
  stageTargets,
  workingCalendar,
} from '../features/settings/settings.ts';
import { lockUser } from '../features/accounts/user.repository.ts';
import { runPeriodically } from '../platform/database/lease-keeper.ts';

interface DailyMailServices {
  db: Kysely<Database>;
  log: Logger;
  now: () => number;
  publicUrl: string;
}

/** One run of the daily mail: its day, the instant up to which notices count, since when boxes are late, recipients. */
interface Round {
  today: DateText;
  moment: number;
  since: LateSince;
  calendar: WorkingCalendar;
  /** Percentage of its base at which a fund is low; 0: none is. */
  lowFund: number;
  people: number[];
}

/** Sees every store. */
const everyStore: Viewer = { idUsuario: 0, profile: 4, representa: [] };

/** @returns null before the mail hour */
const roundAt = (db: Kysely<Database>, now: number): Promise<Round | null> =>
  inSnapshot(db, async (trx) => {
    const today = dateInBogota(now);
    const moment = momentInBogota(today, await mailHourOf(trx)).getTime();
    if (now < moment) return null;
    const calendar = await workingCalendar(trx, now);
    const since = lateSince(await stageTargets(trx), moment, calendar);
    const late = await lateStates(trx, since);
    const profiles = profilesOfKind('demora').filter((profile) =>
      late.some((state) => awaitedProfiles(state).includes(profile)),
    );
    const lowFund = await lowFundPercent(trx);
    const low = await lowFunds(trx, everyStore, lowFund);
    const concerned = low.length === 0 ? profiles : [...profiles, ...profilesOfKind('fondo')];
    return {
      today,
      moment,
      since,
      calendar,
      lowFund,
      people: await peopleForDailyMail(trx, moment, concerned),
    };
  });

/** Writes the mail of one person, unless it already exists or would be empty. */
async function writeMail(
  trx: Trx,
  id: number,
  { today, moment, since, calendar, lowFund }: Round,
  { publicUrl, now }: DailyMailServices,
): Promise<void> {
  const user = await lockUser(trx, id);
  const clave = `resumen ${id} ${today}`;
  if (user === undefined || !isProfileId(user.tipo) || !isAble(user)) return;
  // An absent person gets the mail after the return; until then the delegate gets it.
  if ((await hasMail(trx, clave)) || (await isReplaced(trx, id, today))) return;
  const { tipo: profile } = user;
  const viewer = { idUsuario: id, profile, representa: await representedBy(trx, id, today) };
  const { choices } = await recipientOf(trx, user);
  const notices = await consumeNotices(trx, id, moment);
  const wanted = notices.filter(({ tipo }) => chosenTime(profile, tipo, choices) !== 'nunca');
  const awaited: readonly string[] = awaitedStates(profile);
  const own = Object.fromEntries(
    Object.entries(since).filter(([state]) => awaited.includes(state)),
  ) as LateSince;
  const isReported = chosenTime(profile, 'demora', choices) === 'diario';
  const late = await lateBoxes(trx, viewer, isReported ? own : {}, namedBoxes);
  const isAsked = chosenTime(profile, 'fondo', choices) === 'diario';
  const low = isAsked ? await lowFunds(trx, viewer, lowFund) : [];
  const written = await writeNotices(trx, viewer, wanted, false);
  const day = shortDay(today, today);
  const lists: readonly string[] = ['misPendientes', 'cajasPendientes'];
  const landing = permissionsOf(user).find((name) => lists.includes(name)) ?? '';
  const mail = dailyMail(
    user,
    { notices: written, late, low, day, now: moment, calendar },
    `${publicUrl}/#/${landing}`,
  );
  if (mail !== null)
    await queueMail(trx, { ...mail, clave, vence: moment + millisecondsInDay }, now());
}

/** Writes the daily mails of today that are missing. @returns the day; null before the mail hour */
export async function writeDailyMails(services: DailyMailServices): Promise<DateText | null> {
  const { db, now } = services;
  const round = await roundAt(db, now());
  if (round === null) return null;
  for (const id of round.people)
    await inTransaction(db, (trx) => writeMail(trx, id, round, services));
  return round.today;
}

/** Milliseconds between two checks of the clock. */
const LOOK = 60_000;

/** Writes the daily mails at the mail hour. @returns a function that stops it after the run in progress */
export function startDailyMails(services: DailyMailServices, look = LOOK): () => Promise<void> {
  let written: DateText | null = null;
  const work = async () => {
    if (written !== dateInBogota(services.now())) written = await writeDailyMails(services);
  };
  const failed = (error: unknown) => services.log.warn({ err: error }, 'falló el correo diario');
  return runPeriodically([{ work, every: look }], failed).end;
}
