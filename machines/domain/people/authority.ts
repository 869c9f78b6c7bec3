/**
 * The rules of granting: nobody grants what he or she does not have, nor changes who has more. The
 * screens ask it to disable a control, the server to refuse the call.
 */
import type { Permission } from '#contract/permissions.ts';
import type { FailedGuard } from '../explain.ts';
import { refusedIf } from '../refusal.ts';
import { isProfileId, parsePermissions, type ProfileId, profileIds, profiles } from './profiles.ts';

/** The powers of a person: the profile decides stages and stores, the list which screens and calls. */
interface Rights {
  profile: number;
  permisos: readonly string[];
}

/** Somebody who is in, or about whom something is changed. */
export interface Holder extends Rights {
  id: number;
}

/** A user as rows and calls have it: `permisos` is the own list, null the profile's. */
export interface StoredRights {
  tipo: number;
  permisos: string | null;
}

export const administrator = 1 satisfies ProfileId;

/** The person's own list, or the profile's. */
export function permissionsOf({ tipo, permisos }: StoredRights): readonly string[] {
  if (permisos !== null) return parsePermissions(permisos);
  return isProfileId(tipo) ? profiles[tipo].permisos : [];
}

export const holderOf = (user: StoredRights & { id: number }): Holder => ({
  id: user.id,
  profile: user.tipo,
  permisos: permissionsOf(user),
});

/**
 * The profiles that a profile includes beside itself: they see no store and do nothing to a box that it could not
 * see or do too. An administrator does nothing to boxes and governs those who do.
 */
const included: Partial<Record<ProfileId, readonly number[]>> = {
  1: profileIds,
  4: [2],
  6: [7, 8],
  7: [8],
};

/** The permissions that only an administrator's profile has. */
export const administration: readonly Permission[] = profiles[administrator].permisos.filter(
  (name) =>
    profileIds.every(
      (id) => id === administrator || !(profiles[id].permisos as readonly string[]).includes(name),
    ),
);

const includesProfile = (holder: Rights, profile: number): boolean =>
  isProfileId(holder.profile) &&
  (holder.profile === profile || included[holder.profile]?.includes(profile) === true);

/** An administrator gives the work on boxes without having it, and of the administration what he or she has. */
export const mayGivePermission = (holder: Rights, name: string): boolean =>
  holder.permisos.includes(name) ||
  (holder.profile === administrator && !(administration as readonly string[]).includes(name));

const includesPermissions = (holder: Rights, permisos: readonly string[]): boolean =>
  permisos.every((name) => mayGivePermission(holder, name));

/** A profile with its own list; an administrator's is given on the server's console, by nobody here. */
export const mayGiveProfile = (holder: Rights, profile: number): boolean =>
  profile !== administrator &&
  includesProfile(holder, profile) &&
  includesPermissions(holder, permissionsOf({ tipo: profile, permisos: null }));

export const authorityMessages = {
  hasMore: 'No puede modificar a quien tiene más permisos que usted.',
  profile: 'No puede dar un tipo de usuario con más permisos que los suyos',
  permissions: 'No puede dar permisos que usted no tiene',
  ownProfile: 'No puede cambiar su propio tipo de usuario',
  ownPermissions: 'No puede cambiar sus propios permisos',
  ownEmail: 'Su correo lo cambia otra persona que pueda editar usuarios',
  ownPassword: 'Cambie su propia contraseña en «Cambiar contraseña»',
  switchSelf: 'No puede desactivar su propio usuario.',
  deleteSelf: 'No puede eliminar su propio usuario.',
} as const;

/** Why nothing of this user may be changed: he or she has more than whoever would change it. */
export const changeRefusals = (holder: Rights, target: Rights): FailedGuard[] =>
  refusedIf(
    !includesProfile(holder, target.profile) || !includesPermissions(holder, target.permisos),
    'hasNoMoreRights',
    authorityMessages.hasMore,
  );

const removals = {
  switch: authorityMessages.switchSelf,
  delete: authorityMessages.deleteSelf,
} as const;

/** Why a user may not be switched or deleted. Whoever shut himself or herself out would need somebody else. */
export const removalRefusals = (
  holder: Holder,
  target: Holder,
  removal: keyof typeof removals,
): FailedGuard[] =>
  holder.id === target.id
    ? [{ guardia: 'isAnotherUser', mensaje: removals[removal] }]
    : changeRefusals(holder, target);

/** Why somebody may not be given these rights. An administrator may stay one, but nobody becomes one. */
export function grantRefusals(holder: Rights, given: StoredRights): FailedGuard[] {
  if (!includesProfile(holder, given.tipo))
    return [{ guardia: 'tipo', mensaje: authorityMessages.profile }];
  if (includesPermissions(holder, permissionsOf(given))) return [];
  return given.permisos === null
    ? [{ guardia: 'tipo', mensaje: authorityMessages.profile }]
    : [{ guardia: 'permisos', mensaje: authorityMessages.permissions }];
}

/** A user as an edition would leave it. */
interface Edited extends StoredRights {
  email: string;
  /** Null: it stays. */
  password: string | null;
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** The fields that nobody changes of himself or herself in a form that asks for no password. */
export function ownRefusals(
  before: StoredRights & { email: string },
  after: Edited,
): FailedGuard[] {
  const sameProfile = before.tipo === after.tipo;
  const sameRights = sameList(permissionsOf(before), permissionsOf(after));
  return [
    ...refusedIf(!sameProfile, 'tipo', authorityMessages.ownProfile),
    ...refusedIf(before.email !== after.email, 'email', authorityMessages.ownEmail),
    ...refusedIf(after.password !== null, 'password', authorityMessages.ownPassword),
    ...refusedIf(sameProfile && !sameRights, 'permisos', authorityMessages.ownPermissions),
  ];
}
