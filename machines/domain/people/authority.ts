import type { Permission } from '#contract/permissions.ts';
import { stageNames, stages } from '../box/stages.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { formatMoney } from '../values/money.ts';
import { counted } from '../values/texts.ts';
import { type ProfileId, isProfileId, parsePermissions, profileIds, profiles } from './profiles.ts';

/**
 * The rules of granting: nobody grants what he or she does not have, nor changes who has more. The
 * screens ask it to disable a control, the server to refuse the call.
 */

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
interface StoredRights {
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

/** Why nothing of this user may be changed: he or she has more than the person who would change it. */
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

/** Why a user may not be switched or deleted. A person who shut himself or herself out would need somebody else. */
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

/**
 * Charge of a person: what hangs on him or her, and why it cannot be left: no box is without somebody who may decide it. The screens
 * ask it to offer a successor, the server to refuse the call.
 */

/** The posts of a store: each is held by a person. */
export const posts = {
  responsable: { profile: 2, one: 'Es la única persona responsable de' },
  supervisor: { profile: 3, one: 'Supervisa' },
  gerente: { profile: 8, one: 'Es gerente de' },
} as const satisfies Record<string, { profile: ProfileId; one: string }>;

export type Post = keyof typeof posts;
export const postNames = Object.keys(posts) as Post[];

/** Posts that nobody else holds, in stores that need them, and what waits there; amounts in centavos. */
export const noCharge = {
  tiendas: { responsable: 0, supervisor: 0, gerente: 0 } satisfies Record<Post, number>,
  /** The name of one of the stores; '' without any. */
  tienda: '',
  /** Boxes that wait for the person, and their value. */
  cajas: 0,
  valor: 0,
  /** What the stores were not granted of which the person is the main one in charge. */
  debe: 0,
  /** The person is the last one who may decide at a stage that boxes come to. */
  esUltima: false,
};

export type Charge = typeof noCharge;

/** A user as the rules of who may decide know it. */
export interface Able extends StoredRights {
  active_: number;
}

/** The screens without which a profile cannot bring a box on. */
export const workOf = (profile: number): Permission[] => [
  ...(profile === posts.responsable.profile ? (['cajaActual', 'verCajaRevisada'] as const) : []),
  ...stageNames
    .filter((name) => stages[name].profile === profile)
    .flatMap((name) => [stages[name].box, stages[name].expense]),
];

/** Somebody who may enter and do the work of the profile. */
export function isAble({ tipo, permisos, active_ }: Able): boolean {
  const own = permissionsOf({ tipo, permisos });
  return active_ === 1 && workOf(tipo).every((name) => own.includes(name));
}

/** A change of profile or list after which somebody no longer does the work of before. */
export const leavesWork = (before: Able, after: Pick<Able, 'tipo' | 'permisos'>): boolean =>
  isAble(before) && !(before.tipo === after.tipo && isAble({ ...before, ...after }));

/** Profiles of stages whose boxes are anybody's of the profile: the last one who is able must stay. */
export const sharedProfiles: readonly ProfileId[] = [
  ...new Set(
    stageNames.filter((name) => stages[name].assignee === null).map((name) => stages[name].profile),
  ),
];

/** «Supervisa 7 tiendas, 2 cajas por decidir, $ 521.300», «Responde por $ 10.000 a cargo»; '' when nothing hangs. */
export function chargeSentence({ tiendas, tienda, cajas, valor, debe }: Charge): string {
  const held = postNames
    .filter((post) => tiendas[post] > 0)
    .map((post) =>
      tiendas[post] === 1 && tienda !== ''
        ? `${posts[post].one} «${tienda}»`
        : `${posts[post].one} ${counted(tiendas[post], 'tienda', 'tiendas')}`,
    );
  const owed = debe === 0 ? [] : [`${formatMoney(debe)} a cargo`];
  if (held.length === 0) return owed.map((amount) => `Responde por ${amount}`).join('');
  return [
    held.join(' y '),
    ...(cajas > 0
      ? [counted(cajas, 'caja por decidir', 'cajas por decidir'), formatMoney(valor)]
      : []),
    ...owed,
  ].join(', ');
}

/** Why the person cannot leave, and passes nothing to anybody; empty when he or she can. */
export function leavingRefusals(profile: number, charge: Charge): FailedGuard[] {
  const held = chargeSentence(charge);
  const mensaje = `${held}: pase todo primero a otra persona del mismo perfil.`;
  return held === '' ? lastOneRefusals(profile, charge) : [{ guardia: 'nothingHangs', mensaje }];
}

/** Nobody takes the place of the last one of a profile but another one of it. */
export const lastOneRefusals = (profile: number, { esUltima }: Charge): FailedGuard[] =>
  esUltima && isProfileId(profile)
    ? [
        {
          guardia: 'profileKeepsSomebody',
          mensaje: `Es la única persona activa de ${profiles[profile].nombre} que puede decidir las cajas: active o cree otra primero.`,
        },
      ]
    : [];

const successorMessages = {
  isSomebodyElse: 'Elija a otra persona: no puede pasarle todo a quien se va.',
  isNotOneself: 'No puede pasarse a usted lo que otra persona tiene a su cargo.',
  isOfTheProfile: 'Quien recibe debe estar en uso y tener el mismo perfil y sus permisos.',
  recordedNothing:
    'Quien recibe registró gastos que esperan su propia decisión: elija a otra persona.',
} as const;

type SuccessorGuard = keyof typeof successorMessages;

/** Why somebody may not take over; empty when he or she may. @param recorded expenses of boxes that are not closed */
export function successorRefusals(
  leaving: { id: number; tipo: number },
  successor: (Able & { id: number }) | undefined,
  { by, recorded }: { by: number; recorded: boolean },
): FailedGuard[] {
  const holds: Record<SuccessorGuard, boolean> = {
    isSomebodyElse: successor?.id !== leaving.id,
    isNotOneself: successor?.id !== by,
    isOfTheProfile: successor !== undefined && successor.tipo === leaving.tipo && isAble(successor),
    recordedNothing: !recorded,
  };
  const failing = (Object.keys(holds) as SuccessorGuard[]).find((guard) => !holds[guard]);
  return failing === undefined ? [] : [{ guardia: failing, mensaje: successorMessages[failing] }];
}

export const storeLacksPeople = (tienda: string): string =>
  `«${tienda}» no tiene supervisor o responsable en uso: asígnelos en la tienda antes de activarla.`;
