import { stageNames, stages } from '../box/stages.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { isDateText, shortDay } from '../values/bogota-time.ts';
import type { DateText } from '../values/dates.ts';
import { type Able, isAble } from './authority.ts';
import type { Person, ProfileId } from './profiles.ts';

/** Profiles whose boxes are somebody's own: only they leave anything to be decided by another one. */
const delegating: readonly ProfileId[] = stageNames
  .filter((name) => stages[name].assignee !== null)
  .map((name) => stages[name].profile);

export const mayBeReplaced = (profile: number): boolean =>
  (delegating as readonly number[]).includes(profile);

/**
 * Absence: somebody of the same profile decides for a person between two days. The post stays with the person, and what the
 * other one decides bears both names. The server asks it of every decision, the form before it is sent.
 */

/** A delegation that nobody ended. */
interface Delegation {
  /** The absent person. */
  id_usuario: number;
  id_delegado: number;
  /** First and last day, both of them included, as it is in Colombia. */
  desde: DateText;
  hasta: DateText;
}

export const isInForce = ({ desde, hasta }: Delegation, today: DateText): boolean =>
  desde <= today && today <= hasta;

/** The people who may decide what is assigned to somebody: first that person, then the one who stands in today. */
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

/** The person as the log names him or her: a delegate with the one for whom he or she decides. */
export const inNameOf = (actor: Person, [assignee, ...delegates]: readonly number[]): Person =>
  assignee !== undefined && actor.id !== assignee && delegates.includes(actor.id)
    ? { ...actor, enNombreDe: assignee }
    : actor;

/** A person's name with the one for whom he or she acted, where there is one. */
export const actedFor = (name: string, absent: string | undefined): string =>
  absent === undefined ? name : `${name} (en nombre de ${absent})`;

/** «Carlos decide por Luz Marina hasta el 5 dic» of the person who stands in today; '' when nobody does. */
export const replacementOf = (delegations: readonly NamedDelegation[], today: DateText): string =>
  delegations
    .filter((one) => isInForce(one, today))
    .map((one) => `${one.delegado} decide por ${one.nombre} hasta el ${shortDay(one.hasta, today)}`)
    .join(' · ');

/** A user as the rules know one. */
interface Member extends Able {
  id: number;
}

/** A delegation as somebody asks for it. */
interface Wanted {
  absent: Member;
  /** Undefined when there is no such user. */
  delegate: Member | undefined;
  desde: DateText;
  hasta: DateText;
  /** The person who asks. */
  by: number;
  today: DateText;
}

/** Another delegation, with the names of its people. */
export interface NamedDelegation extends Delegation {
  nombre: string;
  delegado: string;
}

/** A year later. Dates are compared as texts, so a 29 February that does not exist stands for the 28th. */
const lastDay = (first: DateText): DateText => `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`;

const overlaps = (one: Delegation, { desde, hasta }: Wanted): boolean =>
  one.desde <= hasta && desde <= one.hasta;

/** A chain: the absent person stands in for somebody, or has another delegate; or the delegate is absent as well. */
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

/** Why nobody can be absent on these days, each with its field. */
export const absentDaysRefusals = (days: AbsentDays): FailedGuard[] => brokenOf(dayRules, days);

/** Why a delegation cannot be made, each with its field; of those that are there one at most. */
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
