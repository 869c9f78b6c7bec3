/**
 * Charge of a person: what hangs on him or her, and why it cannot be left: no box is without somebody who may decide it. The screens
 * ask it to offer a successor, the server to refuse the call.
 */
import type { Permission } from '#contract/permissions.ts';
import { permissionsOf, type StoredRights } from './authority.ts';
import { counted } from '../values/counted.ts';
import type { FailedGuard } from '../explain.ts';
import { formatMoney } from '../values/money.ts';
import { isProfileId, type ProfileId, profiles } from './profiles.ts';
import { stageNames, stages } from '../box/stages.ts';

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

/** «Supervisa 7 tiendas, 2 cajas por decidir, $ 521.300»; '' when nothing hangs. */
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
