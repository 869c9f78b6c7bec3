import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  type DraftContext,
  type DraftEvent,
  type DraftInput,
  type DraftKey,
  type Typed,
  draftMachine,
} from '#machines/flows/drafts/draft.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';

const key: DraftKey = { id_usuario: 20, form: 'gasto', object: '3' };
const form = (concepto: string): Typed => ({
  values: { concepto },
  shown: {},
  idempotencyKey: 'k',
});
const input = (isRestored: boolean): DraftInput => ({
  key,
  untouched: { concepto: '' },
  isRestored,
  typed: form(''),
});

const events = {
  TYPED: [
    { type: 'TYPED', typed: form('Resmas') },
    { type: 'TYPED', typed: form('') },
  ],
  HIDE: [{ type: 'HIDE' }],
  STORED: [{ type: 'STORED' }],
  NOT_STORED: [{ type: 'NOT_STORED' }],
  SAVED: [{ type: 'SAVED' }],
  DISCARD: [{ type: 'DISCARD' }],
  DISMISS: [{ type: 'DISMISS' }],
  CHANGED_ELSEWHERE: [{ type: 'CHANGED_ELSEWHERE' }],
} satisfies EventFixtures<DraftEvent>;

test('every edge is walked', async () => {
  const report = await takeTour({
    machine: draftMachine.provide({
      actions: { storeDraft: () => undefined, removeDraft: () => undefined },
    }),
    inputs: [input(false), input(true)],
    events,
    outcomes: {},
    abstraction: ({ saved, typed }: DraftContext) => [saved.values, typed.values],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

/** @param full the browser cannot store anything */
function begin({ isRestored = false, full = false } = {}) {
  const saved: object[] = [];
  let removed = 0;
  const clock = new SimulatedClock();
  const machine = draftMachine.provide({
    actions: {
      storeDraft: ({ self }, { typed }) => {
        if (!full) saved.push(typed.values);
        self.send({ type: full ? 'NOT_STORED' : 'STORED' });
      },
      removeDraft: () => {
        removed += 1;
      },
    },
  });
  const actor = createActor(machine, { input: input(isRestored), clock }).start();
  const type = (concepto: string) => actor.send({ type: 'TYPED', typed: form(concepto) });
  return { actor, clock, saved, type, removed: () => removed };
}

test('typed values are saved 400 ms after the last key', () => {
  const { clock, saved, type } = begin();
  type('R');
  clock.increment(399);
  type('Resmas');
  clock.increment(399);
  expect(saved).toEqual([]);
  clock.increment(1);
  expect(saved).toEqual([{ concepto: 'Resmas' }]);
  type('Resmas');
  clock.increment(400);
  expect(saved).toHaveLength(1);
});

test('a change that is undone before the save is not written', () => {
  const { clock, saved, type } = begin();
  type('R');
  type('');
  clock.increment(400);
  expect(saved).toEqual([]);
});

test('a hidden page saves unsaved changes at once, and nothing otherwise', () => {
  const { actor, saved, type } = begin();
  actor.send({ type: 'HIDE' });
  expect(saved).toEqual([]);
  type('Resmas');
  actor.send({ type: 'HIDE' });
  expect(saved).toEqual([{ concepto: 'Resmas' }]);
});

test('a failed save tags the draft as unsaved until a save succeeds', () => {
  const { actor, type } = begin({ full: true });
  type('Resmas');
  actor.send({ type: 'HIDE' });
  expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
  actor.send({ type: 'STORED' });
  expect(actor.getSnapshot().hasTag('unsaved')).toBe(false);
});

test('a saved or discarded draft is removed, and nothing is saved after SAVED', () => {
  const { actor, clock, saved, type, removed } = begin({ isRestored: true });
  expect(actor.getSnapshot().hasTag('recovered')).toBe(true);
  type('Resmas');
  actor.send({ type: 'DISCARD' });
  clock.increment(400);
  expect([saved, removed(), actor.getSnapshot().hasTag('recovered')]).toEqual([[], 1, false]);
  actor.send({ type: 'SAVED' });
  type('Resmas otra vez');
  clock.increment(400);
  actor.send({ type: 'HIDE' });
  expect([saved, removed()]).toEqual([[], 2]);
});

test('an action that is not provided throws its name', () => {
  const { storeDraft, removeDraft } = draftMachine.implementations.actions;
  expect(storeDraft).toThrow('The action storeDraft was not provided');
  expect(removeDraft).toThrow('The action removeDraft was not provided');
});
