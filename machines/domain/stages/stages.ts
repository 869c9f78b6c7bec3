import type { BoxGroup } from '#contract/calls/boxes.calls.ts';
import type { profileCodes } from '#contract/permissions.ts';
import { type StageName, stageNames, wireStages } from '#contract/wire-stages.ts';
import { type BoxStateName, type ExpenseStateName, boxStates } from './states.ts';

/**
 * Facts of the four reviews for rules and screens. contract/wire-stages.ts has their wire names; everything that
 * differs between stages derives from these two tables.
 */

export { type StageName, stageNames };

type ProfileCode = (typeof profileCodes)[number];

/** Profiles that record expenses, send the box of a store and ship its papers. */
export const storeProfiles: readonly ProfileCode[] = [2, 4];

interface StageFacts {
  nombre: string;
  boxState: BoxStateName;
  profile: ProfileCode;
  /** Post of the store whose holder reviews its boxes; null when any user of the profile may. */
  assignee: 'supervisor' | null;
  /** Completes "Solo … decide en esta etapa."; `actorGuard` is the guard of the profile. */
  who: string;
  actorGuard: `actorIs${string}`;
  /** The reviewer who sends its boxes on; stages of one sender share a screen, a flow and its drawing. */
  sender: string;
  approved: ExpenseStateName;
  rejected: ExpenseStateName;
  /** Expenses in these states must be decided before the box can be sent on. */
  waiting: readonly ExpenseStateName[];
  /** State name of a waiting expense. */
  pendiente: string;
  /** Message for a decision while the box is not at the stage. */
  fuera: string;
  /** Events of a decision and of sending the box on. */
  approve: `${string}.APPROVE`;
  reject: `${string}.REJECT`;
  send: `BOX.SEND_${string}`;
  /** Event of an expense when its box arrives at the stage, and its display name. */
  arrival: `BOX.${string}`;
  arrivalName: string;
  /** Completes "Observación …", "Fecha …" and "Envío …". */
  of: string;
  /** Completes "Aprobación …" and "Rechazo …". */
  decisionOf: string;
  /** True when the decision form has only choice, reason and observation. */
  isPlain: boolean;
  /** Description of the decision machine, and its message while nothing is chosen. */
  description: string;
  nothingChosen: string;
}

const nothingChosen = 'Debes elegir una de las opciones aprobar/rechazar';
const nothingMarked = 'Debe marcar el gasto';

export const stages = {
  supervisor: {
    ...wireStages.supervisor,
    nombre: 'Supervisor',
    boxState: 'supervision',
    profile: 3,
    assignee: 'supervisor',
    who: 'el supervisor',
    actorGuard: 'actorIsSupervisor',
    sender: 'supervisor',
    approved: 'supervisorApproved',
    rejected: 'supervisorRejected',
    waiting: ['unreviewed'],
    pendiente: 'Pendiente de supervisor',
    fuera: 'La caja no está en revisión del supervisor.',
    approve: 'SUPERVISOR.APPROVE',
    reject: 'SUPERVISOR.REJECT',
    send: 'BOX.SEND_SUPERVISOR',
    arrival: 'BOX.SENT',
    arrivalName: 'Envío de la tienda',
    of: 'del supervisor',
    decisionOf: 'del supervisor',
    isPlain: false,
    description: 'El supervisor decide un gasto.',
    nothingChosen,
  },
  maintenance: {
    ...wireStages.maintenance,
    nombre: 'Mantenimiento',
    boxState: 'maintenance',
    profile: 5,
    assignee: null,
    who: 'mantenimiento',
    actorGuard: 'actorIsMaintenance',
    sender: 'maintenance',
    approved: 'maintenanceApproved',
    rejected: 'maintenanceRejected',
    waiting: ['pendingMaintenance'],
    pendiente: 'Pendiente de mantenimiento',
    fuera: 'La caja no está en revisión de mantenimiento.',
    approve: 'MAINTENANCE.APPROVE',
    reject: 'MAINTENANCE.REJECT',
    send: 'BOX.SEND_MAINTENANCE',
    arrival: 'BOX.ENTERED_MAINTENANCE',
    arrivalName: 'Paso a mantenimiento',
    of: 'de mantenimiento',
    decisionOf: 'de mantenimiento',
    isPlain: true,
    description: 'Mantenimiento decide un gasto que lo espera.',
    nothingChosen,
  },
  accounting: {
    ...wireStages.accounting,
    nombre: 'Contabilidad (primera)',
    boxState: 'preliminary',
    profile: 6,
    assignee: null,
    who: 'contabilidad',
    actorGuard: 'actorIsAccounting',
    sender: 'accounting',
    approved: 'accountingApproved',
    rejected: 'accountingRejected',
    waiting: ['supervisorApproved', 'maintenanceApproved'],
    pendiente: 'Pendiente de contabilidad (primera)',
    fuera: 'La caja no está en contabilidad (primera).',
    approve: 'ACCOUNTING.APPROVE',
    reject: 'ACCOUNTING.REJECT',
    send: 'BOX.SEND_PRELIMINARY',
    arrival: 'BOX.ENTERED_PRELIMINARY',
    arrivalName: 'Paso a contabilidad (primera)',
    of: 'de contabilidad (primera)',
    decisionOf: 'de contabilidad',
    isPlain: false,
    description:
      'Contabilidad decide un gasto en su primera revisión y lo reparte en categorías e impuestos.',
    nothingChosen: nothingMarked,
  },
  final: {
    ...wireStages.final,
    nombre: 'Contabilidad (final)',
    boxState: 'finalAccounting',
    profile: 6,
    assignee: null,
    who: 'contabilidad',
    actorGuard: 'actorIsAccounting',
    sender: 'accounting',
    approved: 'finalApproved',
    rejected: 'finalRejected',
    waiting: ['supervisorApproved'],
    pendiente: 'Pendiente de contabilidad (final)',
    fuera: 'La caja no está en contabilidad (final).',
    approve: 'FINAL.APPROVE',
    reject: 'FINAL.REJECT',
    send: 'BOX.SEND_FINAL',
    arrival: 'BOX.SHIPPED',
    arrivalName: 'Envío de los papeles',
    of: 'de contabilidad (final)',
    decisionOf: 'final',
    isPlain: true,
    description: 'Contabilidad decide un gasto de manera definitiva.',
    nothingChosen: nothingMarked,
  },
} as const satisfies Record<StageName, StageFacts>;

export type Stages = typeof stages;

/** Events that send a box on from a review. */
export type SendType = Stages[StageName]['send'];

/** Stages whose decision form has only choice, reason and observation. */
export type PlainStage = {
  [Name in StageName]: Stages[Name]['isPlain'] extends true ? Name : never;
}[StageName];

export const isPlainStage = (name: StageName): name is PlainStage => stages[name].isPlain;

/** A sender of boxes under review. */
export type Reviewer = Stages[StageName]['sender'];

/** The stages of a reviewer, in the order of the workflow. */
export const stagesOf = (reviewer: Reviewer): StageName[] =>
  stageNames.filter((name) => stages[name].sender === reviewer);

/** The reviewer's stage at which the box is, else their first stage. @throws RangeError for an unknown reviewer */
export function stageFor(reviewer: Reviewer, state?: BoxStateName): StageName {
  const own = stagesOf(reviewer);
  const [first] = own;
  const here = own.find((name) => stages[name].boxState === state) ?? first;
  if (here === undefined) throw new RangeError(`${reviewer} reviews no stage`);
  return here;
}

/** The stage that reviews a box in this state; null outside the four reviews. */
export const stageOfBox = (state: BoxStateName): StageName | null =>
  stageNames.find((name) => stages[name].boxState === state) ?? null;

/** True for an expense state in which the stage still has to decide. */
export const waitsAt = (stage: StageName, state: ExpenseStateName): boolean =>
  (stages[stage].waiting as readonly ExpenseStateName[]).includes(state);

/** The stage whose approval or rejection has this code; undefined for other codes. */
export const stageOfCode = (code: number): StageName | undefined =>
  stageNames.find((name) => (stages[name].codes as readonly number[]).includes(code));

/** States by profile: boxes that a profile has to act on, and expenses that it has to decide. */

/** States of sent boxes, in the order of the workflow. */
export const sentStates = (Object.keys(boxStates) as BoxStateName[]).filter(
  (name) => name !== 'open',
);

/** States in which a sent box waits for the profile: its reviews, or for a store the shipment of the papers. */
export const awaitedStates = (profile: number): BoxStateName[] =>
  (storeProfiles as readonly number[]).includes(profile)
    ? ['readyToShip']
    : stageNames
        .filter((name) => stages[name].profile === profile)
        .map((name) => stages[name].boxState);

/** Box states of a group, from the point of view of the profile. */
export function statesOfGroup(profile: number, group: BoxGroup): BoxStateName[] {
  const awaited = awaitedStates(profile);
  if (group === 'por_decidir') return awaited;
  if (group === 'cerradas') return ['closed'];
  return sentStates.filter((name) => name !== 'closed' && !awaited.includes(name));
}

/** Expense states that the profile has to decide. */
export const undecidedStates = (profile: number): ExpenseStateName[] => [
  ...new Set(
    stageNames
      .filter((name) => stages[name].profile === profile)
      .flatMap((name) => stages[name].waiting),
  ),
];

/** The screen that shows a box in a state to the profile. */
export function boxScreenOf(profile: number, active: number) {
  const stage = stageNames.find((name) => stages[name].profile === profile);
  if (stage !== undefined) return stages[stage].box;
  return isShippedOrReady(active) ? 'verCajaRevisada' : 'verCaja';
}

const isShippedOrReady = (active: number): boolean =>
  active === boxStates.readyToShip.codigo || active === boxStates.finalAccounting.codigo;
