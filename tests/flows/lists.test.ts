import { describe, expect, test } from 'vitest';
import {
  CallFailure,
  type Result,
  answered,
  dataOf,
  failedToLoad,
  isForbidden,
  isLoading,
  pageOf,
  problemOf,
  queryOf,
} from '#machines/flows/steps/result.ts';
import {
  type DetailEvent,
  type ListContext,
  type ListEvent,
  type ListPage,
  type ListQuery,
  createDetailMachine,
  createListMachine,
} from '#machines/flows/records/list.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

interface Row {
  id: number;
}

const listMachine = createListMachine<Row, ListQuery>();
const detailMachine = createDetailMachine<Row, number>();

const page = (...ids: number[]) =>
  answered<ListPage<Row>>({ rows: ids.map((id) => ({ id })), total: ids.length });

const listEvents = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  QUERY: [{ type: 'QUERY', query: { pagina: 2 } }],
} satisfies EventFixtures<ListEvent<ListQuery>>;

const detailEvents = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  ASK: [{ type: 'ASK', key: 8 }],
} satisfies EventFixtures<DetailEvent<number>>;

const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };

test('every edge of a list is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: listMachine,
    inputs: [
      { query: {} },
      { query: {}, page: { rows: [{ id: 1 }], total: 1 } },
      { query: {}, page: { rows: [], total: 0 } },
    ],
    events: listEvents,
    outcomes: { loadRows: [page(1), page(), refusedBy.permission, refusedBy.session] },
    abstraction: ({ page }: ListContext<Row, ListQuery>) => page.rows.length,
  });
  expect(report).toMatchObject(clean);
});

test('every edge of a detail is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: detailMachine,
    inputs: [{ key: 7 }, { key: 7, data: { id: 7 } }],
    events: detailEvents,
    outcomes: { loadDetail: [answered({ id: 7 }), refusedBy.absence, refusedBy.session] },
  });
  expect(report).toMatchObject(clean);
});

describe('a list', () => {
  test('shows its rows, also while another page loads', async () => {
    const { actor, requests, now, reaches } = beginJourney(
      listMachine,
      { query: { limite: 2 } },
      { loadRows: [page(1, 2), page(3)] },
    );
    expect(isLoading(now())).toBe(true);
    expect(pageOf(await reaches('showing')).rows).toEqual([{ id: 1 }, { id: 2 }]);
    actor.send({ type: 'QUERY', query: { limite: 2, pagina: 2 } });
    expect(pageOf(now()).rows).toHaveLength(2);
    const second = await reaches('showing');
    expect(pageOf(second).rows).toEqual([{ id: 3 }]);
    expect(pageOf(second).total).toBe(1);
    expect(queryOf(second)).toEqual({ limite: 2, pagina: 2 });
    expect(requests.loadRows).toEqual([
      { query: { limite: 2 } },
      { query: { limite: 2, pagina: 2 } },
    ]);
  });

  test('ignores the answer to an older query', async () => {
    let late: (result: ReturnType<typeof page>) => void = () => undefined;
    const first = new Promise<ReturnType<typeof page>>((resolve) => {
      late = resolve;
    });
    const { actor, reaches } = beginJourney(
      listMachine,
      { query: {} },
      { loadRows: [first, page(2)] },
    );
    actor.send({ type: 'QUERY', query: { buscar: 'centro' } });
    await reaches('showing');
    late(page(1));
    await first;
    expect(pageOf(actor.getSnapshot()).rows).toEqual([{ id: 2 }]);
  });

  test('without rows is empty, not loading', async () => {
    const { actor, reaches } = beginJourney(
      listMachine,
      { query: {} },
      { loadRows: [page(), page(1)] },
    );
    expect((await reaches('empty')).hasTag('empty')).toBe(true);
    actor.send({ type: 'REFRESH' });
    await reaches('showing');
  });

  test('shows the support code of a server error, and can be retried', async () => {
    const { actor, reaches } = beginJourney(
      listMachine,
      { query: {} },
      { loadRows: [new CallFailure(500, 'req-1'), page(1)] },
    );
    const failed = await reaches('failed');
    expect(failedToLoad(failed)).toBe(true);
    expect(problemOf(failed)).toEqual({
      status: 500,
      msg: 'Ocurrió un error. Intente de nuevo; si continúa, comunique el código de soporte.',
      motivos: [],
      codigo_soporte: 'req-1',
    });
    actor.send({ type: 'RETRY' });
    expect(problemOf(await reaches('showing'))).toBeNull();
  });
});

test('a detail is shown, and is forbidden when a refresh no longer finds it', async () => {
  const { actor, requests, reaches } = beginJourney(
    detailMachine,
    { key: 7 },
    { loadDetail: [answered({ id: 7 }), refusedBy.absence] },
  );
  expect(dataOf(await reaches('shown'))).toEqual({ id: 7 });
  actor.send({ type: 'REFRESH' });
  const gone = await reaches('forbidden');
  expect([isForbidden(gone), problemOf(gone)?.msg]).toEqual([true, 'No se encontró lo que busca.']);
  expect(requests.loadDetail).toEqual([{ key: 7 }, { key: 7 }]);
});

test('a refresh discards the answer to an earlier request', async () => {
  let arrives: (answer: Result<unknown>) => void = () => undefined;
  const late = new Promise<Result<unknown>>((resolve) => {
    arrives = resolve;
  });
  const detail = beginJourney(
    detailMachine,
    { key: 7 },
    { loadDetail: [late, answered({ id: 8 })] },
  );
  const list = beginJourney(listMachine, { query: {} }, { loadRows: [late, page(8)] });
  detail.actor.send({ type: 'REFRESH' });
  list.actor.send({ type: 'REFRESH' });
  arrives(answered({ id: 7 }));
  expect(dataOf(await detail.reaches('shown'))).toEqual({ id: 8 });
  expect((await list.reaches('showing')).context.page.rows).toEqual([{ id: 8 }]);
});

test('a detail of another key shows the previous one until it is loaded', async () => {
  const { actor, requests, now, reaches } = beginJourney(
    detailMachine,
    { key: 7 },
    { loadDetail: [answered({ id: 7 }), answered({ id: 8 })] },
  );
  await reaches('shown');
  actor.send({ type: 'ASK', key: 8 });
  expect(isLoading(now())).toBe(true);
  expect(dataOf(now())).toEqual({ id: 7 });
  expect(dataOf(await reaches('shown'))).toEqual({ id: 8 });
  expect(requests.loadDetail).toEqual([{ key: 7 }, { key: 8 }]);
});
