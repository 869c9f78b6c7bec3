import axios from 'axios';
import { expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { absenceMachine } from '#machines/flows/absence/absence.machine.ts';
import { withCalls } from '#src/wire/with-calls.ts';

const { actors } = withCalls(absenceMachine).implementations;

test.each([
  ['ausencias', '/ausencias', true],
  ['delegar', '/delegar', undefined],
])('%s sends its request; only reads are aborted by a stop', async (name, path, aborted) => {
  const sent = vi.spyOn(axios.Axios.prototype, 'request');
  sent.mockImplementation(() => new Promise(() => {}));
  const actor = createActor(actors[name] as AnyActorLogic, { input: {} }).start();
  actor.stop();
  const [request] = sent.mock.calls.map(
    ([config]) => config as { url: string; signal?: AbortSignal },
  );
  expect(request?.url).toBe(path);
  expect(request?.signal?.aborted).toBe(aborted);
});
