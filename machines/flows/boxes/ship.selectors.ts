/** Selectors of a box that is shipped. */
import type { SnapshotFrom } from 'xstate';
import { isForbidden } from '../forbidden.selectors.ts';
import { refusals, successes } from '#contract/errors.ts';
import type { DateText } from '#machines/domain/dates.ts';
import { boxChanges, boxMovedBy } from './box-changes.ts';
import type { Change } from '../changes.ts';
import { accountOfBox, expenseRowsOf } from '../expenses/expense-facts.ts';
import type { shipMachine } from './ship.machine.ts';
import { asksForGuide, pdfFirstMessage, type ShipFacts } from './ship-rules.ts';

type ShipSnapshot = SnapshotFrom<typeof shipMachine>;

export const isLoading = (snapshot: ShipSnapshot) => snapshot.hasTag('loading');
export const failedToLoad = (snapshot: ShipSnapshot) =>
  snapshot.matches('failedToLoad') || isForbidden(snapshot);
/** The form can be changed. */
export const isReady = (snapshot: ShipSnapshot) => snapshot.matches('ready');
export const isPending = (snapshot: ShipSnapshot) => snapshot.hasTag('pending');
/** RETRY or BACK. */
export const failedToSend = (snapshot: ShipSnapshot) => snapshot.matches('failedToSend');
/** Null until loaded. */
export const factsOf = (snapshot: ShipSnapshot): ShipFacts | null => snapshot.context.facts;
export const expensesOf = (snapshot: ShipSnapshot) =>
  expenseRowsOf(snapshot.context.facts?.rows ?? []);
export const accountOf = (snapshot: ShipSnapshot) => accountOfBox(snapshot.context.facts);
/** False for a motorcycle courier. */
export const showsGuide = (snapshot: ShipSnapshot) => asksForGuide(snapshot.context.company);
export const problemOf = (snapshot: ShipSnapshot) => snapshot.context.problem;
/** Title over a send that the server refused; undefined for a refusal of the form or a lost connection. */
export const problemTitleOf = (snapshot: ShipSnapshot): string | undefined =>
  snapshot.context.problem?.status == null || failedToSend(snapshot) ? undefined : refusals[422];
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: ShipSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.sent : null;
const pdfFirst = [pdfFirstMessage];
const nothing: string[] = [];
/** Why Send is disabled; empty when it is not. */
export const sendReasons = (snapshot: ShipSnapshot): string[] =>
  snapshot.matches({ ready: 'pdfUnread' }) ? pdfFirst : nothing;

/** Lists what somebody else changed in the box while it was about to be sent. */
export const changesOf = ({ context: { before, facts } }: ShipSnapshot): Change[] =>
  before === null || facts === null ? [] : boxChanges(before, facts);
/** Returns who moved it, and when; empty when nobody did. */
export const changeAuthorOf = (
  { context: { before, facts } }: ShipSnapshot,
  today: DateText,
): string => (before === null || facts === null ? '' : boxMovedBy(before, facts, today));
