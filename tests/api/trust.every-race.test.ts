/** Fifty simultaneous copies of every mutating call take effect once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/contract.ts';
import { type Scene, startScene } from '#tests/kit/box-scene.ts';
import { bodiesOf, CROWD, crowd, disorderOf, tally } from '#tests/kit/trust-crowd.ts';
import { mutationPaths, raceTable } from '#tests/kit/trust-race-table.ts';

let scene: Scene;
beforeAll(async () => {
  // With a mail server, without which `/correoPrueba` is refused.
  scene = await startScene({ config: { smtpUrl: 'smtp://127.0.0.1:1' } });
});
afterAll(() => scene.close());

test('every mutating call has a race, except a sign-in and the way to one', () => {
  expect(Object.keys(raceTable).toSorted()).toEqual([...mutationPaths].toSorted());
  const without = Object.entries(raceTable).filter(([, race]) => typeof race === 'string');
  expect(without.map(([path]) => path)).toEqual(['/auth/user', '/unirCuentaCompania']);
});

const races = mutationPaths.flatMap((path) => {
  const prepare = raceTable[path];
  const call: Call = calls[path];
  return typeof prepare === 'string' ? [] : [[path, call.creates ?? false, prepare] as const];
});

test.each(races)('%s takes effect once', async (_, creates, prepare) => {
  const { answers, request, effects, store } = await prepare(scene);
  const given = await crowd(request);
  const counts = tally(given);
  if (Array.isArray(answers)) {
    expect(answers.map(String)).toEqual(expect.arrayContaining(Object.keys(counts)));
    expect(counts[200]).toBeGreaterThan(0);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(CROWD);
  } else expect(counts).toEqual(answers);
  if (creates) expect(bodiesOf(given, 200), 'all get the first answer').toHaveLength(1);
  expect(await effects()).toBe(1);
  if (store !== undefined) expect(await disorderOf(scene, store)).toEqual([]);
});
