import { expect, test } from 'vitest';
import {
  type CommandEvent,
  createCommandMachine,
  isConfirming,
  isDone,
  isRefused,
  isUnanswered,
} from '#machines/flows/records/command.machine.ts';
import {
  CallFailure,
  answered,
  dataOf,
  isForbidden,
  isPending,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

interface Send {
  id: number;
}

const machine = createCommandMachine<string[], Send, ReturnType<typeof written>, string>();
const send = { type: 'SEND', request: { id: 4 } } as const;

const events = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  ASK: [{ type: 'ASK' }],
  SEND: [send],
  DISMISS: [{ type: 'DISMISS' }],
} satisfies EventFixtures<CommandEvent<Send>>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const brought = [answered(['a']), refusedBy.absence, refused(409, 'Ya se usó.'), refusedBy.rule];
  const report = await takeTour({
    machine,
    inputs: [{ key: 'k' }, { key: 'k', once: true }],
    events,
    outcomes: {
      loadData: brought,
      refreshData: brought,
      lookAtData: brought,
      writeRequest: [answered(written()), refusedBy.rule],
    },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (answers: Answers, once = false) =>
  beginJourney(machine, { key: 'k', once }, answers);

test('a completed command reloads the data and stays done for three seconds', async () => {
  const { actor, clock, requests, reaches } = begin({
    loadData: [new Error('offline'), answered(['a', 'b']), answered(['b'])],
    writeRequest: [answered(written('Hecho'))],
  });
  await reaches('failedToLoad');
  actor.send({ type: 'RETRY' });
  await reaches('shown.idle');
  actor.send(send);
  expect(isPending(actor.getSnapshot())).toBe(true);
  expect(actor.getSnapshot().can(send)).toBe(false);
  const done = await reaches('shown.done');
  expect([isDone(done), dataOf(done), done.context.answer]).toEqual([
    true,
    ['b'],
    written('Hecho'),
  ]);
  expect(done.can(send)).toBe(true);
  expect(requests).toEqual({
    loadData: [{ key: 'k' }, { key: 'k' }, { key: 'k' }],
    writeRequest: [{ request: { id: 4 } }],
  });
  clock.increment(2_999);
  expect(actor.getSnapshot().value).toEqual({ shown: 'done' });
  clock.increment(1);
  expect(actor.getSnapshot().value).toEqual({ shown: 'idle' });
});

test('a once-only command stays done and does not reload', async () => {
  const { actor, clock, requests, reaches } = begin(
    { loadData: [answered(['a'])], writeRequest: [answered(written())] },
    true,
  );
  await reaches('shown.idle');
  actor.send({ type: 'ASK' });
  expect(isConfirming(actor.getSnapshot())).toBe(true);
  actor.send({ type: 'DISMISS' });
  expect(isConfirming(actor.getSnapshot())).toBe(false);
  actor.send({ type: 'ASK' });
  actor.send(send);
  const done = await reaches('shown.done');
  expect(done.can(send)).toBe(false);
  expect(requests.loadData).toHaveLength(1);
  clock.increment(60_000);
  expect(actor.getSnapshot().value).toEqual({ shown: 'done' });
});

test('a refusal is shown with the reloaded data until it is dismissed', async () => {
  const { actor, reaches } = begin({
    loadData: [answered(['a']), answered([])],
    writeRequest: [refused(409, 'Ya se envió.')],
  });
  await reaches('shown.idle');
  actor.send(send);
  const snapshot = await reaches('shown.refused');
  expect([isRefused(snapshot), isUnanswered(snapshot)]).toEqual([true, false]);
  expect([problemOf(snapshot)?.msg, dataOf(snapshot)]).toEqual(['Ya se envió.', []]);
  actor.send({ type: 'DISMISS' });
  expect(actor.getSnapshot().value).toEqual({ shown: 'idle' });
  expect(problemOf(actor.getSnapshot())).toBeNull();
});

test.each([
  ['no answer', new Error('offline')],
  ['a broken server', new CallFailure(500)],
  ['the end of the session', refusedBy.session],
])('after %s the command can be sent again, even if the reload fails too', async (_, lost) => {
  const { actor, requests, reaches } = begin({
    loadData: [answered(['a']), new Error('offline'), new Error('offline')],
    writeRequest: [lost, answered(written())],
  });
  await reaches('shown.idle');
  actor.send(send);
  const snapshot = await reaches('shown.refused');
  expect([isRefused(snapshot), isUnanswered(snapshot)]).toEqual([false, true]);
  expect(dataOf(snapshot)).toEqual(['a']);
  actor.send(send);
  expect(isDone(await reaches('shown.done'))).toBe(true);
  expect(requests.writeRequest).toEqual([{ request: { id: 4 } }, { request: { id: 4 } }]);
});

test('a lost answer leads to forbidden when the reload is refused', async () => {
  const { actor, reaches } = begin(
    {
      loadData: [answered(['a']), refused(409, 'Esta invitación ya se usó.')],
      writeRequest: [new Error('offline')],
    },
    true,
  );
  await reaches('shown.idle');
  actor.send(send);
  const snapshot = await reaches('forbidden');
  expect(isForbidden(snapshot)).toBe(true);
  expect(problemOf(snapshot)?.msg).toBe('Esta invitación ya se usó.');
});
