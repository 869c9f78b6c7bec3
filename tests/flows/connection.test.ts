import { expect, test } from 'vitest';
import {
  type ConnectionEvent,
  connectionMachine,
  connectionNoticeOf,
} from '#machines/flows/session/connection.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const events = {
  'BROWSER.OFFLINE': [{ type: 'BROWSER.OFFLINE' }],
  'BROWSER.ONLINE': [{ type: 'BROWSER.ONLINE' }],
  'CALL.ANSWERED': [{ type: 'CALL.ANSWERED' }],
  'CALL.UNANSWERED': [{ type: 'CALL.UNANSWERED' }],
} satisfies EventFixtures<ConnectionEvent>;

const there = answered(null);
const silence = new Error('no answer');

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: connectionMachine,
    inputs: [undefined],
    events,
    outcomes: { doubtServer: [there], probeServer: [there] },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

function begin(answers: Answers) {
  const journey = beginJourney(connectionMachine, undefined, answers);
  const reported = { returns: 0 };
  journey.actor.on('RETURNED', () => {
    reported.returns += 1;
  });
  return { ...journey, reported };
}

test('an offline browser shows a notice until the server answers, then RETURNED is emitted once', async () => {
  const { actor, now, reaches, reported } = begin({ probeServer: [there] });
  expect(connectionNoticeOf(now())).toBeNull();
  actor.send({ type: 'BROWSER.OFFLINE' });
  expect(connectionNoticeOf(now())).toBe('Sin conexión. Puede seguir escribiendo.');
  actor.send({ type: 'BROWSER.ONLINE' });
  expect(connectionNoticeOf(now())).not.toBeNull();
  await reaches('connected');
  expect(connectionNoticeOf(now())).toBeNull();
  expect(reported.returns).toBe(1);
});

test('a single lost call shows no notice and emits no RETURNED', async () => {
  const { actor, now, reaches, reported } = begin({ probeServer: [there] });
  actor.send({ type: 'CALL.UNANSWERED' });
  expect(connectionNoticeOf(now())).toBeNull();
  await reaches('connected');
  expect(reported.returns).toBe(0);
});

test('a server that does not answer is probed every five seconds', async () => {
  const { actor, requests, clock, now, reaches, reported } = begin({
    probeServer: [silence, silence, there],
  });
  actor.send({ type: 'CALL.UNANSWERED' });
  await reaches('unanswered');
  expect(connectionNoticeOf(now())).toContain('Seguimos intentando');
  clock.increment(5_000);
  await reaches('probing');
  await reaches('unanswered');
  clock.increment(5_000);
  await reaches('connected');
  expect(requests.probeServer).toHaveLength(3);
  expect(reported.returns).toBe(1);
});
