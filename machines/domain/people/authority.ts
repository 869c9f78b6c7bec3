import { millisecondsInDay } from 'date-fns/constants';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Permission } from '#contract/permissions.ts';
import { stageNames, stages } from '../stages/stages.ts';
import { dateTimeInBogota, shortDateTime } from '../values/bogota-time.ts';
import { formatMoney } from '../values/money.ts';
import { counted } from '../values/texts.ts';
import { isProfileId, type ProfileId, parsePermissions, profileIds, profiles } from './profiles.ts';

/**
 * Rules for granting rights: users cannot grant rights that they lack, nor change users with more rights. Screens use
 * them to disable controls, the server to refuse calls.
 */

/** Rights of a user: the profile determines stages and stores, the permissions determine screens and calls. */
interface Rights {
  profile: number;
  permisos: readonly string[];
}

/** The signed-in user, or the user being changed. */
export interface Holder extends Rights {
  id: number;
}

/** Rights as in rows and calls: `permisos` is the user's own list, or null for that of the profile. */
interface StoredRights {
  tipo: number;
  permisos: string | null;
}

export const administrator = 1 satisfies ProfileId;
export const accounting = 6 satisfies ProfileId;

/** Permissions with which a person prepares and authorises payments. */
const moneyPermissions = ['giros', 'autorizarGiros'] as const satisfies readonly Permission[];

/** The user's own permissions, or those of the profile. Who moves money also reads the notices in «Mis pendientes». */
export function permissionsOf({ tipo, permisos }: StoredRights): readonly string[] {
  if (permisos === null) return isProfileId(tipo) ? profiles[tipo].permisos : [];
  const own = parsePermissions(permisos);
  const movesMoney = tipo === administrator || moneyPermissions.some((name) => own.includes(name));
  return movesMoney && !own.includes('misPendientes') ? [...own, 'misPendientes'] : own;
}

export const holderOf = (user: StoredRights & { id: number }): Holder => ({
  id: user.id,
  profile: user.tipo,
  permisos: permissionsOf(user),
});

/**
 * Other profiles that a profile includes, which see no store and act on no box beyond what it may itself. An
 * administrator does not act on boxes, but manages the users who do.
 */
const included: Partial<Record<ProfileId, readonly number[]>> = {
  1: profileIds,
  4: [2],
  6: [7, 8],
  7: [8],
};

/** Permissions that only the administrator profile has. */
export const administration: readonly Permission[] = profiles[administrator].permisos.filter(
  (name) =>
    profileIds.every(
      (id) => id === administrator || !(profiles[id].permisos as readonly string[]).includes(name),
    ),
);

const includesProfile = (holder: Rights, profile: number): boolean =>
  isProfileId(holder.profile) &&
  (holder.profile === profile || included[holder.profile]?.includes(profile) === true);

/** An administrator may grant permissions for boxes without having them; administrative ones must be their own. */
export const mayGivePermission = (holder: Rights, name: string): boolean =>
  holder.permisos.includes(name) ||
  (holder.profile === administrator && !(administration as readonly string[]).includes(name));

const includesPermissions = (holder: Rights, permisos: readonly string[]): boolean =>
  permisos.every((name) => mayGivePermission(holder, name));

/** Whether a profile may be granted with its own list; administrators are created only on the server's console. */
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
  accountsAndPayments: '«Editar tienda» y «Giros» no pueden ser de la misma persona',
} as const;

/** Administrators, and whoever prepares or authorises payments. */
export const holdsMoney = (rights: StoredRights): boolean =>
  rights.tipo === administrator ||
  moneyPermissions.some((name) => permissionsOf(rights).includes(name));

/** Whether somebody other than a preparer may authorise the payments of this preparer. */
export const isAuthorised = (
  preparer: number,
  people: readonly (StoredRights & { id: number })[],
): boolean =>
  people.some(
    (one) =>
      one.id !== preparer &&
      one.tipo === accounting &&
      permissionsOf(one).includes('autorizarGiros'),
  );

/** Whether there are people who prepare payments, none of whom has somebody else to authorise them. */
export function lacksAuthoriser(people: readonly (StoredRights & { id: number })[]): boolean {
  const preparers = people.filter(
    (one) => one.tipo === accounting && permissionsOf(one).includes('giros'),
  );
  return preparers.length > 0 && preparers.every(({ id }) => !isAuthorised(id, people));
}

/** True when a change gives a person a right over money that he or she did not have. */
export const gainsMoney = (before: StoredRights, after: StoredRights): boolean =>
  moneyPermissions.some(
    (name) => permissionsOf(after).includes(name) && !permissionsOf(before).includes(name),
  );

/**
 * Rights that another person gave, and credentials that another person set, move no money for 24 hours; not in the
 * first seven days of an installation.
 *
 * @param since of the last such change, epoch milliseconds as the others; 0 without one
 * @param installed creation of the first user
 * @returns until when; null when the rights move money
 */
export const freshUntil = (since: number, installed: number, now: number): number | null =>
  now >= since + millisecondsInDay || now < installed + 7 * millisecondsInDay
    ? null
    : since + millisecondsInDay;

export const freshRights = {
  mensaje:
    'Otra persona le dio estos permisos o cambió su clave, su correo o su segundo factor hace menos de 24 horas.',
  detalle: (until: number): string => `Podrá desde el ${shortDateTime(dateTimeInBogota(until))}`,
} as const;

/** Refuses changes to a user who has more rights than the holder. */
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

/** Why a user may not be deactivated or deleted. Users cannot do it to themselves: only another user could undo it. */
export const removalRefusals = (
  holder: Holder,
  target: Holder,
  removal: keyof typeof removals,
): FailedGuard[] =>
  holder.id === target.id
    ? [{ guardia: 'isAnotherUser', mensaje: removals[removal] }]
    : changeRefusals(holder, target);

/** Why a user may not be given these rights. The ban on new administrators is checked by the server's user form. */
export function grantRefusals(holder: Rights, given: StoredRights): FailedGuard[] {
  if (!includesProfile(holder, given.tipo))
    return [{ guardia: 'tipo', mensaje: authorityMessages.profile }];
  const own = permissionsOf(given);
  if (own.includes('editarTienda') && own.includes('giros'))
    return [{ guardia: 'permisos', mensaje: authorityMessages.accountsAndPayments }];
  if (includesPermissions(holder, own)) return [];
  return given.permisos === null
    ? [{ guardia: 'tipo', mensaje: authorityMessages.profile }]
    : [{ guardia: 'permisos', mensaje: authorityMessages.permissions }];
}

/** A user after the edit. */
interface Edited extends StoredRights {
  email: string;
  /** Null: unchanged. */
  password: string | null;
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Refuses changes by users to their own rights, mail and password in a form that does not ask for the password. */
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
 * Charge of a person: the posts and boxes that depend on the person, who cannot leave while a box would lack a decider.
 * Screens use it to offer a successor, the server to refuse calls.
 */

/** Posts of a store, each held by a person of the profile. */
export const posts = {
  responsable: { profile: 2, one: 'Es la única persona responsable de' },
  supervisor: { profile: 3, one: 'Supervisa' },
  gerente: { profile: 8, one: 'Es gerente de' },
} as const satisfies Record<string, { profile: ProfileId; one: string }>;

export type Post = keyof typeof posts;
export const postNames = Object.keys(posts) as Post[];

/** Number of stores with the person as the only holder of a post, and the boxes waiting there; amounts in centavos. */
export const noCharge = {
  tiendas: { responsable: 0, supervisor: 0, gerente: 0 } satisfies Record<Post, number>,
  /** The name of one of the stores; '' without any. */
  tienda: '',
  /** Boxes that wait for the person, and their value. */
  cajas: 0,
  valor: 0,
  /** True for the last user who can decide at the stage of a shared profile. */
  esUltima: false,
};

export type Charge = typeof noCharge;

/** A user, for the rules about who may decide. */
export interface Able extends StoredRights {
  active_: number;
}

/** Permissions that a profile needs for its work on boxes. */
export const workOf = (profile: number): Permission[] => [
  ...(profile === posts.responsable.profile ? (['cajaActual', 'verCajaRevisada'] as const) : []),
  ...stageNames
    .filter((name) => stages[name].profile === profile)
    .flatMap((name) => [stages[name].box, stages[name].expense]),
];

/** True for an active user with the permissions for the work of the profile. */
export function isAble({ tipo, permisos, active_ }: Able): boolean {
  const own = permissionsOf({ tipo, permisos });
  return active_ === 1 && workOf(tipo).every((name) => own.includes(name));
}

/** True for a change of profile or permissions after which the user can no longer do the same work. */
export const leavesWork = (before: Able, after: Pick<Able, 'tipo' | 'permisos'>): boolean =>
  isAble(before) && !(before.tipo === after.tipo && isAble({ ...before, ...after }));

/** Profiles of stages without an assignee, where any able user decides; the last one must stay. */
export const sharedProfiles: readonly ProfileId[] = [
  ...new Set(
    stageNames.filter((name) => stages[name].assignee === null).map((name) => stages[name].profile),
  ),
];

/** «Supervisa 7 tiendas, 2 cajas por decidir, $ 521.300»; '' without a charge. */
export function chargeSentence({ tiendas, tienda, cajas, valor }: Charge): string {
  const held = postNames
    .filter((post) => tiendas[post] > 0)
    .map((post) =>
      tiendas[post] === 1 && tienda !== ''
        ? `${posts[post].one} «${tienda}»`
        : `${posts[post].one} ${counted(tiendas[post], 'tienda', 'tiendas')}`,
    );
  if (held.length === 0) return '';
  return [
    held.join(' y '),
    ...(cajas > 0
      ? [counted(cajas, 'caja por decidir', 'cajas por decidir'), formatMoney(valor)]
      : []),
  ].join(', ');
}

/** Why the person cannot leave without a successor; empty when that is possible. */
export function leavingRefusals(profile: number, charge: Charge): FailedGuard[] {
  const held = chargeSentence(charge);
  const mensaje = `${held}: pase todo primero a otra persona del mismo perfil.`;
  return held === '' ? lastOneRefusals(profile, charge) : [{ guardia: 'nothingHangs', mensaje }];
}

/** The last active user of a profile can only be replaced by another user of that profile. */
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

/** Why a user may not take over; empty when allowed. @param recorded the user recorded expenses of unclosed boxes */
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
