/**
 * Mail preferences: the kinds that each profile can set, and when each is sent. The view uses them for its options, the
 * server when it sends mails.
 */
import { type MailKind, mailKinds, type MailTime, mailTimes } from '#contract/calls/mails.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { awaitedStates, storeProfiles } from '../stages/stages.ts';
import { isProfileId, type ProfileId, profileIds } from './profiles.ts';
import type { BoxStateName } from '../stages/states.ts';

/** Default time of the daily mail, in Bogotá. */
export const usualMailHour = '07:00';

/**
 * Mail kinds of each profile with their default times: immediately for profiles with few boxes that others wait for,
 * daily for profiles with many, never for coordinators of stores.
 */
const usualTimes: Partial<Record<ProfileId, Partial<Record<MailKind, MailTime>>>> = {
  2: {
    llegada: 'inmediato',
    rechazo: 'inmediato',
    cierre: 'diario',
    demora: 'diario',
    fondo: 'diario',
  },
  3: { llegada: 'inmediato', demora: 'diario' },
  4: { llegada: 'nunca', rechazo: 'nunca', cierre: 'nunca', demora: 'nunca', fondo: 'nunca' },
  5: { llegada: 'diario', demora: 'diario' },
  6: { llegada: 'diario', demora: 'diario' },
};

/** Times chosen by a user. */
export type MailChoices = { readonly [Kind in MailKind]?: MailTime | undefined };

const usualOf = (profile: number): Partial<Record<MailKind, MailTime>> =>
  (isProfileId(profile) ? usualTimes[profile] : undefined) ?? {};

/** Mail kinds that a profile can set. */
export const mailKindsOf = (profile: number): MailKind[] =>
  mailKinds.filter((kind) => usualOf(profile)[kind] !== undefined);

/** Profiles that can set a mail kind. */
export const profilesOfKind = (kind: MailKind): ProfileId[] =>
  profileIds.filter((profile) => mailKindsOf(profile).includes(kind));

/** Kinds that are detected once a day, so their mail cannot be immediate. */
const dailyKinds = ['demora', 'fondo'] as const;
type DailyKind = (typeof dailyKinds)[number];

/** Kinds of news about a box that moved. */
export type NewsKind = Exclude<MailKind, DailyKind>;

export const isDaily = (kind: MailKind): kind is DailyKind =>
  dailyKinds.some((daily) => daily === kind);

/** Times available for a kind. */
export const timesOfKind = (kind: MailKind): MailTime[] =>
  mailTimes.filter((time) => !isDaily(kind) || time !== 'inmediato');

/** When a user of a profile receives a mail of a kind. */
export const chosenTime = (profile: number, kind: MailKind, choices: MailChoices): MailTime => {
  const usual = usualOf(profile)[kind];
  return usual === undefined ? 'nunca' : (choices[kind] ?? usual);
};

/** Why these choices cannot be saved. */
export const choiceRefusals = (profile: number, choices: MailChoices): FailedGuard[] =>
  mailKinds
    .filter((kind) => choices[kind] !== undefined)
    .flatMap((kind) => {
      if (!mailKindsOf(profile).includes(kind))
        return [{ guardia: kind, mensaje: 'Su perfil no recibe este correo.' }];
      return timesOfKind(kind).some((time) => time === choices[kind])
        ? []
        : [{ guardia: kind, mensaje: 'Este correo se envía una vez al día o nunca.' }];
    });

/** Profiles that have to act on a box in a state. */
export const awaitedProfiles = (state: BoxStateName): ProfileId[] =>
  profileIds.filter((profile) => awaitedStates(profile).includes(state));

/** True for profiles of a store, which are notified of its boxes; other profiles only of boxes that they decide. */
export const isOfStore = (profile: number): boolean =>
  (storeProfiles as readonly number[]).includes(profile);
