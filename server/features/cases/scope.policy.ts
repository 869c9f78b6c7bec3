/** Stores and boxes that a profile sees: server/features/cases/scope.repository.ts turns the table into conditions. */
import { type ProfileId, storeProfiles } from '#machines/domain/people/profiles.ts';
import { stages } from '#machines/domain/box/stages.ts';

/** The way to find the stores of a profile. */
export type StoreScope = 'every' | 'responsible' | 'supervised' | 'managed' | 'none';

const storeScopes: Partial<Record<ProfileId, StoreScope>> = {
  1: 'every',
  2: 'responsible',
  3: 'supervised',
  4: 'every',
  6: 'every',
  7: 'every',
  8: 'managed',
};

/** A profile that is not in the table sees no store. */
export const storeScopeOf = (profile: ProfileId): StoreScope => storeScopes[profile] ?? 'none';

/** Profiles that see a box before it is sent: those who record in it. */
export const seesOpenBoxes: readonly ProfileId[] = storeProfiles;

/** Profiles without stores that see the boxes of every store that were at maintenance. */
export const seesWhatWasAtMaintenance: readonly ProfileId[] = [stages.maintenance.profile];
