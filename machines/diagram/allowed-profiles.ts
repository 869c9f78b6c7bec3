/** Finds who may fire an event by asking the guards of the machine with each profile: nothing is written twice. */
import { type ProfileId, profileIds, profiles } from '#machines/domain/permissions.ts';

// biome-ignore lint/suspicious/noExplicitAny: the guards of whichever machine is asked
type Guards = Readonly<Record<string, (args: any, params: any) => boolean>>;

export interface Inquiry {
  guards: Guards;
  /** Context of the question; what the profile does not decide may be anything. */
  context: object;
  /** Properties of the events beside type and actor. */
  payload: object;
}

export const nameOfProfile = (profile: ProfileId): string => profiles[profile].nombre;

/**
 * The profiles that the named guards let through, of those whose answer depends on the profile; none when
 * no guard asks for it.
 */
export function profilesAllowed(
  { guards, context, payload }: Inquiry,
  event: string,
  names: readonly string[],
): ProfileId[] {
  const answer = (name: string, profile: ProfileId): boolean =>
    guards[name]?.(
      { context, event: { type: event, actor: { id: 0, profile }, ...payload } },
      undefined,
    ) ?? false;
  const deciding = names.filter(
    (name) => new Set(profileIds.map((profile) => answer(name, profile))).size > 1,
  );
  if (deciding.length === 0) return [];
  return profileIds.filter((profile) => deciding.every((name) => answer(name, profile)));
}
