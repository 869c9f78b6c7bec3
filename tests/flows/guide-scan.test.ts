import { expect, test } from 'vitest';
import { guideScanMachine } from '#machines/flows/shipping/ship.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import type { ScanEvent } from '#machines/flows/scanning/scan-steps.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const photo = new File(['x'], 'guia.jpg', { type: 'image/jpeg' });
const stream = {} as MediaStream;
const noCamera = refused(415, 'Aquí no hay cámara.');

const events = {
  OPEN: [{ type: 'OPEN' }],
  CLOSE: [{ type: 'CLOSE' }],
  CHOOSE_PHOTO: [{ type: 'CHOOSE_PHOTO', photo }],
} satisfies EventFixtures<ScanEvent>;

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: guideScanMachine,
    inputs: [undefined],
    events,
    outcomes: {
      openCamera: [answered(stream), noCamera],
      watchCamera: [answered('9001234567'), answered('Remite:\nTienda Centro'), noCamera],
      readPhoto: [answered('9001234567'), noCamera],
    },
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

/** With the numbers that the field took. */
const begin = (answers: Answers) => {
  const taken: string[] = [];
  const machine = guideScanMachine.provide({
    actions: { fillIn: (_, guide) => void taken.push(guide) },
  });
  return { ...beginJourney(machine, undefined, answers), taken };
};

test('the camera reads the number without surrounding spaces, and its stream is cleared', async () => {
  const { actor, taken, reaches } = begin({
    openCamera: [answered(stream)],
    watchCamera: [answered(' 9001234567 ')],
  });
  actor.send({ type: 'OPEN' });
  expect((await reaches('closed')).context).toMatchObject({ stream: null });
  expect(taken).toEqual(['9001234567']);
});

test('a code that is not a guide number is explained, and another photo can be read', async () => {
  const { actor, requests, taken, reaches } = begin({
    openCamera: [noCamera],
    readPhoto: [answered('Remite:\nTienda Centro'), answered('9001234567')],
  });
  actor.send({ type: 'OPEN' });
  expect((await reaches('unseen')).context.problem?.msg).toBe('Aquí no hay cámara.');
  actor.send({ type: 'CHOOSE_PHOTO', photo });
  await reaches('readingPhoto');
  const { context } = await reaches('unseen');
  expect(taken).toEqual([]);
  expect(context.problem?.msg).toMatch(/^Este código no es el número de la guía/);
  actor.send({ type: 'CHOOSE_PHOTO', photo });
  expect((await reaches('closed')).context).toMatchObject({ problem: null });
  expect(taken).toEqual(['9001234567']);
  expect(requests.readPhoto).toEqual([{ photo }, { photo }]);
});
