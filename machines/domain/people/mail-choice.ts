/**
 * Mails that people choose: who is offered which kind, and when each is sent. The view asks it for
 * the choices, the server when something happens.
 */
import { type MailKind, mailKinds, type MailTime, mailTimes } from '#contract/calls/mails.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { awaitedStates } from '../box/stages.ts';
import { isProfileId, type ProfileId, profileIds, storeProfiles } from './profiles.ts';
import type { BoxStateName } from '../box/states.ts';

/** Time of the daily mail until somebody sets another one, in Bogotá. */
export const usualMailHour = '07:00';

/**
 * The kinds of each profile, each with the time that holds until the person chooses another one: at once where few boxes
 * come and somebody waits for the person, once a day where many do, never for a person who looks after every store.
 */
const usualTimes: Partial<Record<ProfileId, Partial<Record<MailKind, MailTime>>>> = {
  2: { llegada: 'inmediato', rechazo: 'inmediato', cierre: 'diario', demora: 'diario' },
  3: { llegada: 'inmediato', demora: 'diario' },
  4: { llegada: 'nunca', rechazo: 'nunca', cierre: 'nunca', demora: 'nunca' },
  5: { llegada: 'diario', demora: 'diario' },
  6: { llegada: 'diario', demora: 'diario' },
};

/** Times that a person chose. */
export type MailChoices = { readonly [Kind in MailKind]?: MailTime | undefined };

const usualOf = (profile: number): Partial<Record<MailKind, MailTime>> =>
  (isProfileId(profile) ? usualTimes[profile] : undefined) ?? {};

/** The kinds that somebody of a profile may choose about. */
export const mailKindsOf = (profile: number): MailKind[] =>
  mailKinds.filter((kind) => usualOf(profile)[kind] !== undefined);

/** The profiles that may choose about a kind. */
export const profilesOfKind = (kind: MailKind): ProfileId[] =>
  profileIds.filter((profile) => mailKindsOf(profile).includes(kind));

/** A delay comes to light when somebody looks, once a day: there is no moment at which it happens. */
export const timesOfKind = (kind: MailKind): MailTime[] =>
  mailTimes.filter((time) => kind !== 'demora' || time !== 'inmediato');

/** When somebody of a profile is notified of a kind. */
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

/** Profiles of those who have to do something with a box in a state. */
export const awaitedProfiles = (state: BoxStateName): ProfileId[] =>
  profileIds.filter((profile) => awaitedStates(profile).includes(state));

/** The stores are notified of their boxes; of the others only who decides them. */
export const isOfStore = (profile: number): boolean =>
  (storeProfiles as readonly number[]).includes(profile);
