/** Selectors of the expenses beside the one that is being decided. */
import type { SnapshotFrom } from 'xstate';
import { neighbour, nextWaiting, waitsFor } from './box-expenses.ts';
import { type cockpitMachine, followerOf } from './cockpit.machine.ts';

type CockpitSnapshot = SnapshotFrom<typeof cockpitMachine>;

/** The stage that decides. */
export const stageOf = ({ context }: CockpitSnapshot) => context.stage;
/** Empty before the first load, and for who decides without the list. */
export const rowsOf = ({ context }: CockpitSnapshot) => context.rows;
/** Null where the list is not there. */
export const rowOf = ({ context: { rows, id_gasto } }: CockpitSnapshot) =>
  rows.find(({ id }) => id === id_gasto) ?? null;
/** The expense to which NEXT leads; null after the last one. */
export const nextOf = ({ context }: CockpitSnapshot) => followerOf(context);
/** '4 de 12'; empty where the list is not there. */
export function placeOf({ context: { rows, id_gasto } }: CockpitSnapshot): string {
  const place = rows.findIndex(({ id }) => id === id_gasto);
  return place < 0 ? '' : `${place + 1} de ${rows.length}`;
}
/** How many expenses wait for the stage. */
export const waitingOf = ({ context: { rows, stage } }: CockpitSnapshot): number =>
  rows.filter((row) => waitsFor(stage, row)).length;
/** Nothing in the box waits for the stage any more. */
export const isAllDecided = (snapshot: CockpitSnapshot): boolean =>
  rowsOf(snapshot).length > 0 && waitingOf(snapshot) === 0;
/** A save that was to lead on has nothing left to lead to but the send. */
export const leadsToSend = (snapshot: CockpitSnapshot): boolean =>
  snapshot.context.goesOn && isAllDecided(snapshot);
export const seenOf = ({ context }: CockpitSnapshot) => context.seen;
export const phrasesOf = ({ context }: CockpitSnapshot) => context.phrases;
export const habitsOf = ({ context }: CockpitSnapshot) => context.habits;
/** The receipt of the expense and those to which one may go next, each once. */
export const receiptsOf = ({ context: { rows, stage, id_gasto } }: CockpitSnapshot): string[] => {
  const soon = [neighbour(rows, id_gasto, 1), nextWaiting(rows, stage, id_gasto)];
  const shown = [rows.find(({ id }) => id === id_gasto), ...soon];
  return [...new Set(shown.flatMap((row) => row?.soporte ?? []))];
};
