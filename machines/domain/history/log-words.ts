import type { MovementEvent } from '../fund/movement.machine.ts';
import type { ReworkKind } from '#contract/calls/figures.calls.ts';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { byStage } from '#contract/wire-stages.ts';
import { onTheWay } from '../box/box-delays.ts';
import { type BoxEventType, boxGuards } from '../box/box.machine.ts';
import { type StageName, type Stages, stages } from '../stages/stages.ts';
import { type Tone, boxStates } from '../stages/states.ts';
import { type ExpenseEventType, expenseGuards } from '../expense/expense-guards.ts';
import {
  type LoggedChange,
  expensePlaces,
  expenseStateNameOf,
  placedChange,
} from '../expense/expense-places.ts';
import { type CountEventType, countGuards } from '../fund/count.machine.ts';
import { type ValeEventType, valeGuards } from '../fund/vale.machine.ts';
import type { BatchEventType } from '../payment/batch.machine.ts';
import { type OwedEventType, owedGuards } from '../payment/owed.machine.ts';
import { type PaymentEventType, paymentGuards } from '../payment/payment.machine.ts';
import type { SignIn } from '../people/profiles.ts';

/** Display names of the events of the state machines. */

/** Names of one kind of event, for each stage. */
const nameStages = <Type extends string>(
  typeOf: (stage: Stages[StageName]) => Type,
  nameOf: (stage: Stages[StageName]) => string,
): Record<Type, string> =>
  byStage(
    (_, stage) => typeOf(stages[stage]),
    (stage) => nameOf(stages[stage]),
  );

export const boxEventNames: Record<BoxEventType, string> = {
  'EXPENSE.RECORD': 'Registro de un gasto',
  'BOX.SEND': 'Envío de la tienda',
  ...nameStages(
    ({ send }) => send,
    ({ of }) => `Envío ${of}`,
  ),
  'BOX.PDF_OPENED': 'Apertura de la legalización',
  'BOX.SHIP': 'Envío de los papeles',
  'BOX.PAPERS_RECEIVED': 'Llegada de los papeles',
};

export const paymentEventNames: Record<PaymentEventType, string> = {
  'PAYMENT.PREPARE': 'Preparación del giro',
  'PAYMENT.TAKE_OUT': 'Retiro del lote',
  'PAYMENT.KEEP_BACK': 'Retención para bajar la base',
  'PAYMENT.AUTHORISE': 'Autorización del giro',
  'PAYMENT.SEND': 'Envío del giro al banco',
  'PAYMENT.CONFIRM': 'Confirmación del giro',
  'PAYMENT.RETURN': 'Devolución del giro',
  'PAYMENT.CORRECT': 'Corrección del giro',
  'PAYMENT.PROPOSE_RETURN': 'Propuesta de devolución del giro',
  'PAYMENT.AGREE_RETURN': 'Devolución aprobada del giro',
  'PAYMENT.REFUSE_RETURN': 'Devolución negada del giro',
  'PAYMENT.RECEIVE': 'Recibo del dinero',
  'PAYMENT.CLAIM': 'Reclamo de la tienda',
};

/** Not in a log: the log has the events of the payments. */
export const batchEventNames: Record<BatchEventType, string> = {
  'BATCH.TAKE_OUT': 'Retiro de giros',
  'BATCH.AUTHORISE': 'Autorización',
  'BATCH.SEND': 'Envío al banco',
  'BATCH.CONFIRM': 'Confirmación de giros',
  'BATCH.RETURN': 'Devolución de giros',
  'BATCH.CORRECT': 'Corrección de un giro',
  'BATCH.PROPOSE_RETURN': 'Propuesta de devolución',
  'BATCH.AGREE_RETURN': 'Devolución aprobada',
  'BATCH.REFUSE_RETURN': 'Devolución negada',
  'BATCH.RECEIVE': 'Recibo del dinero',
  'BATCH.CLAIM': 'Reclamo de la tienda',
};

export const owedEventNames: Record<OwedEventType, string> = {
  'OWED.RECORDED_AGAIN': 'Registro de nuevo en otra caja',
  'OWED.RECORDING_REMOVED': 'Retiro del nuevo registro',
  'OWED.PAID_IN': 'Consignación de lo no reconocido',
  'OWED.TAKEN_OVER': 'Gasto asumido por la empresa',
};

export const movementEventNames: Record<MovementEvent['type'], string> = {
  'MOVEMENT.OPEN': 'Apertura',
  'MOVEMENT.GRANT_LESS': 'Caja anterior reconocida en parte',
  'MOVEMENT.TAKE_BACK': 'Apertura deshecha',
  'MOVEMENT.PAY_IN': 'Consignación',
  'MOVEMENT.TAKE_OVER': 'Deuda asumida por la empresa',
  'MOVEMENT.KEEP_BACK': 'Retención de un giro',
  'MOVEMENT.CANCEL': 'Otra base',
};

export const countEventNames: Record<CountEventType, string> = {
  'COUNT.SAVE': 'Arqueo',
  'COUNT.EXPLAIN': 'Explicación de la diferencia',
  'COUNT.CHARGE': 'Faltante a cargo',
  'COUNT.HAND_OVER': 'Sobrante entregado',
  'COUNT.CORRECT': 'Corrección por un arqueo posterior',
};

export const valeEventNames: Record<ValeEventType, string> = {
  'VALE.GIVE': 'Entrega de un vale',
  'VALE.USE': 'Legalización del vale',
  'VALE.RETURN': 'Devolución del vale',
  'VALE.CHARGE': 'Vale a cargo, al cambiar quien responde',
  'VALE.TAKE_BACK': 'Vale deshecho con su apertura',
};

export const expenseEventNames: Record<ExpenseEventType, string> = {
  ...nameStages(
    ({ approve }) => approve,
    ({ decisionOf }) => `Aprobación ${decisionOf}`,
  ),
  ...nameStages(
    ({ reject }) => reject,
    ({ decisionOf }) => `Rechazo ${decisionOf}`,
  ),
  'EXPENSE.ITEMISE': 'Itemización',
  'EXPENSE.CHOOSE_INVOICE': 'Elección de la factura',
  'EXPENSE.INVOICE_FOUND': 'Factura encontrada',
  'EXPENSE.ATTACH_SUPPORT': 'Carga del soporte',
  'EXPENSE.CORRECT': 'Corrección de la tienda',
  'EXPENSE.REMOVE': 'Eliminación',
  ...nameStages(
    ({ arrival }) => arrival,
    ({ arrivalName }) => arrivalName,
  ),
  'BOX.REVIEWED': 'Envío de contabilidad (primera)',
  'BOX.CLOSED': 'Envío de contabilidad (final)',
};

/** Display names and messages for logged events, states and guards, looked up by name. */

const eventNames: Readonly<Record<string, string>> = {
  ...expenseEventNames,
  ...boxEventNames,
  ...paymentEventNames,
  ...owedEventNames,
  ...movementEventNames,
  ...countEventNames,
  ...valeEventNames,
};

/** Display name of an event; an unknown name is returned unchanged. */
export const eventNameOf = (evento: string): string => eventNames[evento] ?? evento;

const storedBoxStates: Readonly<Record<string, { nombre: string }>> = {
  ...boxStates,
  [onTheWay]: { nombre: 'Papeles en camino' },
};

/** Display name of a box state; an unknown name is returned unchanged. */
const boxStateNameOf = (state: string): string => storedBoxStates[state]?.nombre ?? state;

/** Display names of the states before and after a logged event. */
export function stateNamesOf(
  event: LoggedChange & { id_gasto: number | null },
): [from: string, to: string] {
  if (event.id_gasto === null) return [boxStateNameOf(event.desde), boxStateNameOf(event.hacia)];
  const { desde, hacia } = placedChange(event);
  return [expenseStateNameOf(desde), expenseStateNameOf(hacia)];
}

const signInNames: Readonly<Record<string, string>> = {
  clave: 'Contraseña',
  clave_totp: 'Segundo factor',
  llave: 'Clave de integración',
  clave_recuperacion: 'Código de recuperación',
  compania: 'Cuenta de la compañía',
} satisfies Record<SignIn, string>;

/** Display name of a sign-in method. */
export const signInName = (ingreso: string): string => signInNames[ingreso] ?? ingreso;

type Sentences = Readonly<Record<string, { mensaje: string }>>;

/** Event names of each machine, paired with its guards. */
const guardsByEvent: readonly (readonly [object, Sentences])[] = [
  [boxEventNames, boxGuards],
  [paymentEventNames, paymentGuards],
  [owedEventNames, owedGuards],
  [countEventNames, countGuards],
  [valeEventNames, valeGuards],
];

/** Message of a guard that refuses an event. @param evento determines the machine */
export function guardSentence(evento: string, guardia: string): string {
  const [facts] = guardsByEvent.filter(([names]) => Object.hasOwn(names, evento));
  const sentences: Sentences = facts?.[1] ?? expenseGuards;
  return sentences[guardia]?.mensaje ?? 'En el estado de entonces este evento no era posible.';
}

/** Turns a finding, written in lower case without a full stop, into a sentence. */
export const findingSentence = (found: string): string =>
  `${found.charAt(0).toUpperCase()}${found.slice(1)}.`;

/** States of the two machines with figures, and their display names. */

export const isChartName = (name: string): name is ChartName =>
  (chartNames as readonly string[]).includes(name);

const states: Record<ChartName, Record<string, { color: Tone }>> = {
  box: boxStates,
  expense: expensePlaces,
};

/** States in which a box or an expense can be stored, in the order of the workflow. */
export const restingStatesOf = (maquina: ChartName): string[] => Object.keys(states[maquina]);

/** The state itself, or the first inner state of an outer one. */
export const restingStateIn = (maquina: ChartName, estado: string): string =>
  restingStatesOf(maquina).find((one) => one === estado || one.startsWith(`${estado}.`)) ?? estado;

/** Display name of a chart state; an unknown name is returned unchanged. */
export const stateNameOf = (maquina: ChartName, estado: string): string =>
  maquina === 'box'
    ? boxStateNameOf(estado)
    : (expensePlaces[estado]?.titulo ?? expenseStateNameOf(estado));

export const stateToneOf = (maquina: ChartName, estado: string): Tone =>
  states[maquina][estado]?.color ?? 'neutral';

/** A state or a transition as the filter `paso` names it: `En supervisión`, `Envío de la tienda: Abierta → En supervisión`. */
export function stepInWords(paso: string): string {
  const [one = ''] = paso.split(',');
  const [name = '', first = '', desde, hacia = ''] = one.split(' ');
  const maquina: ChartName = name === 'expense' ? 'expense' : 'box';
  if (desde === undefined) return stateNameOf(maquina, first);
  const [from, to] = [stateNameOf(maquina, desde), stateNameOf(maquina, hacia)];
  return `${eventNameOf(first)}: ${from === to ? to : `${from} → ${to}`}`;
}

const traitNames: Record<string, string> = {
  directo: 'Camino directo',
  sin_retrabajo: 'Sin reprocesos',
  rechazo: 'Con un rechazo',
  correccion: 'Con una corrección',
  retrabajo: 'Con reprocesos',
} satisfies Record<ReworkKind | 'directo' | 'sin_retrabajo', string>;

/** One of `caseTraits` in words: `Con un rechazo`, `Con un rechazo: En supervisión`. */
export function traitInWords(trait: string): string {
  const [kind = '', estado] = trait.split(' ');
  const name = traitNames[kind] ?? kind;
  return estado === undefined ? name : `${name}: ${stateNameOf('box', estado)}`;
}
