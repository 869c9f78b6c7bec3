import { stageNames, stages } from '../stages/stages.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { isDateText, shortDay } from '../values/bogota-time.ts';
import type { DateText } from '../values/dates.ts';
import { type Able, isAble } from './authority.ts';
import type { Person, ProfileId } from './profiles.ts';

/** Profiles with boxes assigned to a person; only these can have delegates. */
const delegating: readonly ProfileId[] = stageNames
  .filter((name) => stages[name].assignee !== null)
  .map((name) => stages[name].profile);

export const mayBeReplaced = (profile: number): boolean =>
  (delegating as readonly number[]).includes(profile);

/**
 * Absence: a delegate of the same profile decides for a person between two days. The post stays with the absent person,
 * and decisions of the delegate carry both names. The server checks every decision, the form checks before it is sent.
 */

/** A delegation that was not ended early. */
interface Delegation {
  /** The absent person. */
  id_usuario: number;
  id_delegado: number;
  /** First and last day, inclusive, in Colombia. */
  desde: DateText;
  hasta: DateText;
}

export const isInForce = ({ desde, hasta }: Delegation, today: DateText): boolean =>
  desde <= today && today <= hasta;

/** Ids of the users who may decide for an assignee: the assignee first, then the delegates of today. */
export const decidersOf = (
  assignee: number,
  delegations: readonly Delegation[],
  today: DateText,
): number[] => [
  assignee,
  ...delegations
    .filter((one) => one.id_usuario === assignee && isInForce(one, today))
    .map(({ id_delegado }) => id_delegado),
];

/** The actor as stored in the log: a delegate also carries the id of the absent person. */
export const inNameOf = (actor: Person, [assignee, ...delegates]: readonly number[]): Person =>
  assignee !== undefined && actor.id !== assignee && delegates.includes(actor.id)
    ? { ...actor, enNombreDe: assignee }
    : actor;

/** Name of an actor, followed by that of the absent person, if any. */
export const actedFor = (name: string, absent: string | undefined): string =>
  absent === undefined ? name : `${name} (en nombre de ${absent})`;

/** «Carlos decide por Luz Marina hasta el 5 dic» for the delegates of today; '' without any. */
export const replacementOf = (delegations: readonly NamedDelegation[], today: DateText): string =>
  delegations
    .filter((one) => isInForce(one, today))
    .map((one) => `${one.delegado} decide por ${one.nombre} hasta el ${shortDay(one.hasta, today)}`)
    .join(' · ');

/** A user, for the rules about delegations. */
interface Member extends Able {
  id: number;
}

/** A requested delegation. */
interface Wanted {
  absent: Member;
  /** Undefined for an unknown user. */
  delegate: Member | undefined;
  desde: DateText;
  hasta: DateText;
  /** Id of the user who requests it. */
  by: number;
  today: DateText;
}

/** An existing delegation, with the names of both people. */
export interface NamedDelegation extends Delegation {
  nombre: string;
  delegado: string;
}

/** One year later. Dates are compared as texts, so a nonexistent 29 February acts as the 28th. */
const lastDay = (first: DateText): DateText => `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`;

const overlaps = (one: Delegation, { desde, hasta }: Wanted): boolean =>
  one.desde <= hasta && desde <= one.hasta;

/** True when the absent person is a delegate or already has one, or when the delegate is absent. */
const collides = (one: Delegation, { absent, delegate }: Wanted): boolean =>
  one.id_usuario === absent.id || one.id_delegado === absent.id || one.id_usuario === delegate?.id;

interface Rule<Asked> {
  field: string;
  mensaje: string;
  holds: (asked: Asked) => boolean;
}

const personRules: readonly Rule<Wanted>[] = [
  {
    field: 'id_usuario',
    mensaje:
      'Solo un supervisor delega: en los demás perfiles cualquier persona del perfil decide.',
    holds: ({ absent }) => mayBeReplaced(absent.tipo),
  },
  {
    field: 'id_delegado',
    mensaje: 'Nadie se reemplaza a sí mismo: elija a otra persona.',
    holds: ({ absent, delegate }) => delegate?.id !== absent.id,
  },
  {
    field: 'id_delegado',
    mensaje: 'No puede nombrarse a usted como reemplazo de otra persona.',
    holds: ({ absent, delegate, by }) => by === absent.id || delegate?.id !== by,
  },
  {
    field: 'id_delegado',
    mensaje: 'Quien reemplaza debe estar activo y tener el mismo perfil y sus permisos.',
    holds: ({ absent, delegate }) =>
      delegate !== undefined && delegate.tipo === absent.tipo && isAble(delegate),
  },
];

type AbsentDays = Pick<Wanted, 'desde' | 'hasta' | 'today'>;

const dayRules: readonly Rule<AbsentDays>[] = [
  {
    field: 'desde',
    mensaje: 'La ausencia no puede empezar antes de hoy.',
    holds: ({ desde, today }) => isDateText(desde) && desde >= today,
  },
  {
    field: 'hasta',
    mensaje: 'El último día no puede ser anterior al primero.',
    holds: ({ desde, hasta }) => isDateText(hasta) && hasta >= desde,
  },
  {
    field: 'hasta',
    mensaje: 'Una ausencia dura como máximo un año.',
    holds: ({ desde, hasta }) => !isDateText(desde) || hasta <= lastDay(desde),
  },
];

const brokenOf = <Asked>(rules: readonly Rule<Asked>[], asked: Asked): FailedGuard[] =>
  rules
    .filter(({ holds }) => !holds(asked))
    .map(({ field, mensaje }) => ({ guardia: field, mensaje }));

/** Why an absence cannot have these days, each reason with its field. */
export const absentDaysRefusals = (days: AbsentDays): FailedGuard[] => brokenOf(dayRules, days);

/** Why a delegation is refused, each reason with its field; reports at most one conflict with the existing ones. */
export function delegationRefusals(
  wanted: Wanted,
  existing: readonly NamedDelegation[],
): FailedGuard[] {
  const broken = [...brokenOf(personRules, wanted), ...absentDaysRefusals(wanted)];
  if (broken.length > 0) return broken;
  const other = existing.find((one) => overlaps(one, wanted) && collides(one, wanted));
  if (other === undefined) return [];
  const [first, last] = [other.desde, other.hasta].map((day) => shortDay(day, wanted.today));
  return [
    {
      guardia: 'id_delegado',
      mensaje: `${other.delegado} ya decide por ${other.nombre} del ${first} al ${last}: termine antes esa ausencia o elija otras fechas.`,
    },
  ];
}
