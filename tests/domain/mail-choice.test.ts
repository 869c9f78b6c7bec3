import { describe, expect, test } from 'vitest';
import { type MailKind, mailKinds, type MailTime } from '#contract/calls/mails.calls.ts';
import {
  awaitedProfiles,
  choiceRefusals,
  chosenTime,
  mailKindsOf,
  profilesOfKind,
  timesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import { boxScreenOf } from '#machines/domain/stages/stages.ts';
import { profileIds } from '#machines/domain/people/profiles.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';

/** Defaults of profiles 1 to 8; a dot for a kind that the profile does not have. */
const usual: Record<MailKind, string> = {
  llegada: '. inmediato inmediato nunca diario diario . .',
  rechazo: '. inmediato . nunca . . . .',
  cierre: '. diario . nunca . . . .',
  demora: '. diario diario nunca diario diario . .',
  fondo: '. diario . nunca . . . .',
};

describe.each(mailKinds)('%s', (kind) => {
  const times = usual[kind].split(' ');

  test('is offered only to its profiles, with the default time of each', () => {
    for (const [place, profile] of profileIds.entries()) {
      const time = times[place];
      expect([profile, mailKindsOf(profile).includes(kind)]).toEqual([profile, time !== '.']);
      expect([profile, profilesOfKind(kind).includes(profile)]).toEqual([profile, time !== '.']);
      expect([profile, chosenTime(profile, kind, {})]).toEqual([
        profile,
        time === '.' ? 'nunca' : time,
      ]);
    }
  });

  test('is sent at the chosen time, and never to other profiles', () => {
    for (const [place, profile] of profileIds.entries())
      for (const time of ['inmediato', 'diario', 'nunca'] as const)
        expect(chosenTime(profile, kind, { [kind]: time })).toBe(
          times[place] === '.' ? 'nunca' : time,
        );
  });

  test('can be chosen only by its profiles; delays and low funds cannot be sent at once', () => {
    const all: MailTime[] = ['inmediato', 'diario', 'nunca'];
    const isDaily = kind === 'demora' || kind === 'fondo';
    expect(timesOfKind(kind)).toEqual(isDaily ? ['diario', 'nunca'] : all);
    for (const [place, profile] of profileIds.entries())
      for (const time of all) {
        const wrong = times[place] === '.' || (isDaily && time === 'inmediato');
        expect(choiceRefusals(profile, { [kind]: time }).map(({ guardia }) => guardia)).toEqual(
          wrong ? [kind] : [],
        );
      }
  });
});

test.each<[BoxStateName, number[]]>([
  ['open', []],
  ['supervision', [3]],
  ['maintenance', [5]],
  ['preliminary', [6]],
  ['readyToShip', [2, 4]],
  ['finalAccounting', [6]],
  ['closed', []],
])('in %s a box waits for %j', (state, profiles) => {
  expect(awaitedProfiles(state)).toEqual(profiles);
});

test.each([
  [2, 2, 'verCaja'],
  [2, 3, 'verCajaRevisada'],
  [2, 4, 'verCajaRevisada'],
  [4, 5, 'verCaja'],
  [3, 2, 'verCajaSupervisor'],
  [5, 1, 'verCajaMantenimiento'],
  [6, 9, 'revisarCaja'],
])('profile %i sees a box in %i on %s', (profile, active, screen) => {
  expect(boxScreenOf(profile, active)).toBe(screen);
});
