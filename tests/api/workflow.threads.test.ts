/** Long reads run in worker threads: up to date, shared when equal, and limited. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type MockInstance, test, vi } from 'vitest';
import { readCall, reads } from '#server/app/reads.ts';
import { SharedRuns } from '#server/platform/workers/shared-runs.ts';
import { processUse } from '#server/platform/workers/worker-process.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { sessionOf } from '#tests/kit/reading.ts';

/** Counts the runs in threads. */
const spyOnRuns = (): MockInstance => vi.spyOn(reads, 'run');

const scene = perFile(() => startScene({ oneProcess: true }));

test('a read includes the latest change', async () => {
  const { id: id_tienda, idCaja: id_caja } = scene.store;
  const sent = async () => {
    const states = await must(scene.browsers[7], '/flujoActual', { id_tienda });
    return states.find(({ maquina, estado }) => maquina === 'box' && estado === 'supervision')
      ?.cantidad;
  };
  expect(await sent()).toBe(0);
  await record(scene, { id_tienda });
  await must(scene.browsers[2], '/enviarCaja', { id_caja, id_tienda });
  expect(await sent()).toBe(1);
});

test('equal reads during a run share the next one', async () => {
  const run = spyOnRuns();
  const session = sessionOf(scene, 7);
  const read = () => {
    const task = { path: '/flujoActual' as const, input: { token: '' }, session, instant: 0 };
    return readCall(scene.database.options, task, undefined);
  };
  const first = read();
  await expect.poll(() => run.mock.calls.length).toBe(1);
  const answers = await Promise.all([first, ...Array.from({ length: 7 }, read)]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(run).toHaveBeenCalledTimes(2);
});

test('reads of users with other rights are not shared', async () => {
  const run = spyOnRuns();
  await Promise.all(
    ([1, 6, 7] as const).map((profile) => must(scene.browsers[profile], '/flujoActual', {})),
  );
  expect(run).toHaveBeenCalledTimes(3);
});

test.each([
  ['timeout', 'La consulta tardó demasiado. Pida un periodo más corto o una sola tienda.'],
  ['memory', 'La consulta es demasiado grande. Pida un periodo más corto o una sola tienda.'],
  ['busy', 'Hay muchas consultas en curso. Intente de nuevo en un momento.'],
] as const)('a read that fails by %s answers 503 with its reason', async (failure, msg) => {
  spyOnRuns().mockRejectedValueOnce(new WorkerError(failure));
  const { status, refusal } = await scene.browsers[7].call('/flujoActual', {});
  expect([status, refusal]).toEqual([503, { status: '503', msg }]);
});

test('a refusal of the thread is returned unchanged', async () => {
  const { status, refusal } = await scene.browsers[7].call('/flujoHistoria', {
    desde: '2026-02-30',
    hasta: '2026-03-01',
  });
  expect([status, refusal.motivos]).toEqual([
    422,
    [{ guardia: 'desde', mensaje: 'La fecha no existe.' }],
  ]);
});

test('a missing database rejects the read', async () => {
  const failed = readCall(
    { dataDir: '/nowhere' },
    {
      path: '/flujoActual',
      // Neither field is read.
      input: {} as never,
      session: { profile: 7 } as never,
      instant: 0,
    },
    undefined,
  );
  await expect(failed).rejects.toThrow('/nowhere');
});

test('reads leave no connection open', async () => {
  const readAs = (profile: 6 | 7) => must(scene.browsers[profile], '/flujoActual', {});
  const descriptors = async (): Promise<number> => {
    const use = await processUse(reads.pid() ?? 0);
    return use?.descriptors ?? 0;
  };
  // Opens the connections of both threads.
  await Promise.all(([6, 7, 6, 7] as const).map(readAs));
  const before = await descriptors();
  for (let time = 0; time < 40; time += 1) await readAs(7);
  expect(before).toBeGreaterThan(0);
  expect(await descriptors()).toBeLessThan(before + 5);
});

test('an aborted read does not cancel other reads', async () => {
  const session = sessionOf(scene, 7);
  const task = (page: number) => ({
    path: '/flujoCasos' as const,
    input: { token: '', desde: '2020-01-01', hasta: '2026-12-31', pagina: page + 1 },
    session,
    instant: 0,
  });
  const neighbours = async () => {
    for (let time = 0; time < 40; time += 1)
      await readCall(scene.database.options, task(0), undefined);
  };
  const hangUp = async () => {
    for (let time = 1; time <= 60; time += 1) {
      const caller = new AbortController();
      const read = readCall(scene.database.options, task(time), caller.signal).catch(
        () => 'hung up',
      );
      await wait(time % 15);
      caller.abort();
      await read;
    }
  };
  await Promise.all([neighbours(), hangUp()]);
});

test('a shared run is aborted only when all its callers have aborted', async () => {
  const shared = new SharedRuns<string>();
  const [one, other] = [new AbortController(), new AbortController()];
  let given: AbortSignal | undefined;
  const finishes: ((text: string) => void)[] = [];
  const begin = (signal: AbortSignal) => {
    given = signal;
    return new Promise<string>((resolve) => {
      finishes.push(resolve);
    });
  };
  const first = shared.run('a', one.signal, begin).catch(() => 'hung up');
  const second = shared.run('a', other.signal, begin);
  await wait(1);
  one.abort();
  expect([await first, given?.aborted]).toEqual(['hung up', false]);
  for (const finish of finishes) finish('done');
  expect(await second).toBe('done');
  const third = shared.run('a', one.signal, begin).catch(() => 'hung up');
  expect(await third).toBe('hung up');
  const last = new AbortController();
  const fourth = shared.run('a', last.signal, begin).catch(() => 'hung up');
  await wait(1);
  last.abort();
  expect([await fourth, given?.aborted]).toEqual(['hung up', true]);
});
