/** Finds who may fire an event: the guards of the machine say for which profiles they hold, nothing is written twice. */
import { type ProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';

export const nameOfProfile = (profile: ProfileId): string => profiles[profile].nombre;

/** The profiles that the named guards let through; none when no guard asks for the profile. */
export function profilesAllowed(
  guards: Readonly<Record<string, { mensaje: string; profiles?: readonly ProfileId[] }>>,
  names: readonly string[],
): ProfileId[] {
  const deciding = names.flatMap((name) => {
    const held = guards[name]?.profiles;
    return held === undefined ? [] : [held];
  });
  if (deciding.length === 0) return [];
  return profileIds.filter((profile) => deciding.every((held) => held.includes(profile)));
}
