/** Long reads run in threads of their own: current, shared while they are equal, within limits. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { readCall, reads } from '#server/app/reads.ts';
import { SharedRuns } from '#server/platform/workers/shared-runs.ts';
import { processUse } from '#server/platform/workers/worker-process.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { must, record, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { sessionOf } from '#tests/kit/reading.ts';

/** The runs in threads, counted. */
const spyOnRuns = (): MockInstance => vi.spyOn(reads, 'run');

let scene: Scene;
beforeAll(async () => {
  scene = await startScene({ oneProcess: true });
});
afterAll(() => scene.close());

test('what somebody just changed is in the next answer, each time', async () => {
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

test('other people and other rights are other reads', async () => {
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
] as const)('a read that ends by %s says so', async (failure, msg) => {
  spyOnRuns().mockRejectedValueOnce(new WorkerError(failure));
  const { status, refusal } = await scene.browsers[7].call('/flujoActual', {});
  expect([status, refusal]).toEqual([503, { status: '503', msg }]);
});

test('a refusal comes from the thread as it was thrown', async () => {
  const { status, refusal } = await scene.browsers[7].call('/flujoHistoria', {
    desde: '2026-02-30',
    hasta: '2026-03-01',
  });
  expect([status, refusal.motivos]).toEqual([
    422,
    [{ guardia: 'desde', mensaje: 'La fecha no existe.' }],
  ]);
});

test('a database that is not there is a failure, not a crash', async () => {
  const failed = readCall(
    { dataDir: '/nowhere' },
    {
      path: '/flujoActual',
      // Neither is read.
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
  // Both threads, each with its connection.
  await Promise.all(([6, 7, 6, 7] as const).map(readAs));
  const before = await descriptors();
  for (let time = 0; time < 40; time += 1) await readAs(7);
  expect(before).toBeGreaterThan(0);
  expect(await descriptors()).toBeLessThan(before + 5);
});

test('a caller who hangs up in the middle of a read ends no other one', async () => {
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

test('work ends when everybody who waits for it has hung up, and not before', async () => {
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
