import { expect, test } from 'vitest';
import {
  type FactorResetEvent,
  factorResetMachine,
  isConfirming,
  isReset,
} from '#machines/flows/session/second-factor.machine.ts';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const events = {
  RESET: [{ type: 'RESET' }],
  CONFIRM: [{ type: 'CONFIRM' }],
  CANCEL: [{ type: 'CANCEL' }],
} satisfies EventFixtures<FactorResetEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: factorResetMachine,
    inputs: [{ id_usuario: 9 }],
    events,
    outcomes: { restablecerSegundoFactor: [answered(written()), refusedBy.change] },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

test('a refusal is shown in the dialog, and it can be tried again', async () => {
  const { actor, requests, reaches } = beginJourney(
    factorResetMachine,
    { id_usuario: 9 },
    { restablecerSegundoFactor: [refusedBy.permission, answered(written())] },
  );
  actor.send({ type: 'RESET' });
  actor.send({ type: 'CONFIRM' });
  const refused = await reaches('confirming.refused');
  expect([isConfirming(refused), problemOf(refused)?.status]).toEqual([true, 403]);
  actor.send({ type: 'CONFIRM' });
  expect(isReset(await reaches('done'))).toBe(true);
  expect(requests.restablecerSegundoFactor).toEqual([{ id_usuario: 9 }, { id_usuario: 9 }]);
});
