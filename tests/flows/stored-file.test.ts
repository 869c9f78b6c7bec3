import { expect, test } from 'vitest';
import {
  type StoredFileEvent,
  type StoredFileInput,
  storedFileMachine,
} from '#machines/flows/drafts/draft.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const key = { id_usuario: 20, form: 'gasto', object: '3' };
const photo = new File(['x'], 'recibo.png', { type: 'image/png' });
const fresh: StoredFileInput = { key, name: '', file: null };
const recovered: StoredFileInput = { key, name: 'recibo.png', file: photo };
const lost: StoredFileInput = { key, name: 'recibo.png', file: null };

const events = {
  CHOOSE_FILE: [
    { type: 'CHOOSE_FILE', file: photo },
    { type: 'CHOOSE_FILE', file: null },
  ],
} satisfies EventFixtures<StoredFileEvent>;

test('every edge is walked', async () => {
  const report = await takeTour({
    machine: storedFileMachine,
    inputs: [fresh, lost, recovered],
    events,
    outcomes: { storeFile: [answered(true), answered(false)] },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (input: StoredFileInput, answers: Answers = {}) =>
  beginJourney(storedFileMachine, input, answers);

test.each([
  ['a form without a file', fresh, 'safe'],
  ['a file that this browser has', recovered, 'safe'],
  ['a file that this browser has not', lost, 'missing'],
])('%s is %s', (_, input, state) => {
  const { now } = begin(input);
  expect(now().value).toBe(state);
  expect(now().hasTag('unsaved')).toBe(false);
});

test('a file is tagged as unsaved until the browser has stored it', async () => {
  const { actor, requests, now, reaches } = begin(lost, { storeFile: [answered(true)] });
  actor.send({ type: 'CHOOSE_FILE', file: photo });
  expect(now().hasTag('unsaved')).toBe(true);
  expect((await reaches('safe')).hasTag('unsaved')).toBe(false);
  expect(requests.storeFile).toEqual([{ key, file: photo }]);
});

test.each([answered(false), new Error('closed')])(
  'a file that could not be stored is tagged as unsaved until the next store succeeds',
  async (answer) => {
    const { actor, requests, reaches } = begin(fresh, { storeFile: [answer, answered(true)] });
    actor.send({ type: 'CHOOSE_FILE', file: photo });
    expect((await reaches('unsafe')).hasTag('unsaved')).toBe(true);
    actor.send({ type: 'CHOOSE_FILE', file: null });
    await reaches('safe');
    expect(requests.storeFile).toEqual([
      { key, file: photo },
      { key, file: null },
    ]);
  },
);

test('of two consecutive files, only the result of the second counts', async () => {
  let first: (saved: ReturnType<typeof answered<boolean>>) => void = () => undefined;
  const slow = new Promise<ReturnType<typeof answered<boolean>>>((resolve) => {
    first = resolve;
  });
  const { actor, reaches } = begin(fresh, { storeFile: [slow, answered(false)] });
  actor.send({ type: 'CHOOSE_FILE', file: photo });
  actor.send({ type: 'CHOOSE_FILE', file: new File(['y'], 'otro.png', { type: 'image/png' }) });
  await reaches('unsafe');
  first(answered(true));
  await slow;
  expect(actor.getSnapshot().value).toBe('unsafe');
});
