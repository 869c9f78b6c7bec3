/** Rules of sending a box: from the sender and the state of the box to the event of the state machine and the call. */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { refusalsOf } from '#machines/domain/box/box-case.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type Reviewer,
  type SendType,
  type StageName,
  type Stages,
  stageFor,
  stages,
} from '#machines/domain/box/stages.ts';
import { type BoxStateName, boxStateOf } from '#machines/domain/box/states.ts';
import type { Destination } from '../steps/destination.ts';
import type { ShownBox } from './box-changes.ts';
import { caseOfBox } from '../expenses/expense-facts.ts';
import { forbiddenExcess } from '../expenses/fund-excess.ts';

/** Accounting sends twice: after the first pass and after the final one; the box says which. */
export type Sender = 'store' | Reviewer;

/** A box as the screen that sends it shows it. */
export interface BoxFacts extends ShownBox {
  /** Only for the store. */
  fund: AnswerOf<'/obtenerDatosTiendaCaja'> | null;
  /** Only the store's open box says so: 'Has excedido el monto máximo'. */
  exceedsMaximum: boolean;
}

/** The send that fits the state of the box; when none does, the one that says why not. */
const sendEventType = (sender: Sender, state: BoxStateName): 'BOX.SEND' | SendType =>
  sender === 'store' ? 'BOX.SEND' : stages[stageFor(sender, state)].send;

/** The box is in the hands of the sender: a Send button has something to say. */
export function isInHandsOf(sender: Sender, { box }: BoxFacts): boolean {
  const state = boxStateOf(box.active);
  if (sender === 'store') return state === 'open';
  return stages[stageFor(sender, state)].boxState === state;
}

/** Why the box cannot be sent; empty when it can. */
export function sendRefusals(sender: Sender, actor: Person, facts: BoxFacts): FailedGuard[] {
  const type = sendEventType(sender, boxStateOf(facts.box.active));
  const current = caseOfBox(facts.box, facts.rows, forbiddenExcess(facts.fund));
  return refusalsOf(current, { type: 'box', idGasto: null, event: { type, actor } });
}

/** The call of a send and its body. */
export type SendRequest =
  | { path: '/enviarCaja'; body: RequestOf<'/enviarCaja'> }
  | { path: ReviewerSend; body: RequestOf<'/enviarCajaSupervisor'> };

type ReviewerSend = Stages[StageName]['sends'];

export function sendRequest(sender: Sender, { box }: BoxFacts): SendRequest {
  const body = { id_caja: box.id, version: box.version };
  return sender === 'store'
    ? { path: '/enviarCaja', body: { ...body, id_tienda: box.id_tienda } }
    : { path: stages[stageFor(sender, boxStateOf(box.active))].sends, body };
}

/** After a send whose answer got lost: the box is no longer where it was, so it was sent. */
export const hasMoved = (before: BoxFacts, now: BoxFacts): boolean =>
  now.box.id !== before.box.id || now.box.active !== before.box.active;

export const destinationOf = (sender: Sender): Destination => ({
  route: sender === 'store' ? 'historialCaja' : stages[stageFor(sender)].list,
});

/** Why the store cannot delete an expense of the box; empty when it can. */
export const deletionRefusals = (actor: Person, facts: BoxFacts, id_gasto: number): FailedGuard[] =>
  refusalsOf(caseOfBox(facts.box, facts.rows), {
    type: 'expense',
    idGasto: id_gasto,
    event: { type: 'EXPENSE.REMOVE', actor },
  });
