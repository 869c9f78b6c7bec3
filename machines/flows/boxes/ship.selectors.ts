/** Selectors of a box whose papers are shipped, beside those of every box that is sent. */
import type { SnapshotFrom } from 'xstate';
import { refusals, successes } from '#contract/errors.ts';
export { isPending } from '../flow.selectors.ts';
import { failedToSend } from './box.selectors.ts';
import type { shipMachine } from './ship.machine.ts';
import { sentSentence } from './send-summary.ts';
import { asksForGuide } from './ship-rules.ts';

type ShipSnapshot = SnapshotFrom<typeof shipMachine>;

/** The form can be changed. */
export const isReady = (snapshot: ShipSnapshot) => snapshot.matches('ready');
/** The company that is chosen, or proposed; null while there is none. */
export const companyOf = ({ context }: ShipSnapshot) => context.company;
/** The first step is done: the document was opened, also before a send that failed. */
export const pdfIsOpened = (snapshot: ShipSnapshot) => !snapshot.matches({ ready: 'pdfUnread' });
/** False for a motorcycle courier. */
export const showsGuide = (snapshot: ShipSnapshot) => asksForGuide(snapshot.context.company);
/** Title over a send that the server refused; undefined for a refusal of the form or a lost connection. */
export const problemTitleOf = (snapshot: ShipSnapshot): string | undefined =>
  snapshot.context.problem?.status == null || failedToSend(snapshot) ? undefined : refusals[422];
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: ShipSnapshot): string | null =>
  snapshot.hasTag('done') ? successes.sent : null;
/** The person who has the box whose papers were sent; undefined while they were not. */
export const whereSentOf = (snapshot: ShipSnapshot): string | undefined => {
  const { facts } = snapshot.context;
  return facts === null || noticeOf(snapshot) === null ? undefined : sentSentence(facts);
};
const pdfFirst = ['Descargue el PDF de legalización antes de enviar.'];
const nothing: string[] = [];
/** Why Send is disabled; empty when it is not. */
export const sendReasons = (snapshot: ShipSnapshot): string[] =>
  snapshot.matches({ ready: 'pdfUnread' }) ? pdfFirst : nothing;
