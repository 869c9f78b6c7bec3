import { describe, expect, test } from 'vitest';
import type { ListPage, ListQuery } from '#machines/flows/records/list.machine.ts';
import * as form from '#machines/flows/records/record-form.machine.ts';
import {
  type RecordFormContext,
  type RecordFormEvent,
  type RecordFormInput,
  createRecordFormMachine,
} from '#machines/flows/records/record-form.machine.ts';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import {
  createRecordListMachine,
  type RecordListContext,
  type RecordListEvent,
  type RecordRow,
} from '#machines/flows/records/record-list.machine.ts';
import * as list from '#machines/flows/records/record-list.selectors.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const changed = { guardia: 'versionIsCurrent', mensaje: 'Ana cambió estos datos.' };
const taken = { guardia: 'idempotencyKeyIsUnused', mensaje: 'Ya quedó guardado.' };

const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };
const offline = new Error('offline');

interface Named {
  nombre: string;
}

const kind = {
  draft: 'empresa',
  refusals: ({ nombre }: Named) =>
    nombre === '' ? [{ guardia: 'nombre', mensaje: 'Por favor complete todos los campos' }] : [],
  request: ({ nombre }: Named) => ({ path: '/crearEmpresa', nombre }),
  incomplete: 'Por favor complete todos los campos',
};

const companyForm = createRecordFormMachine<Named, Named, { path: string; nombre: string }>({
  ...kind,
  destination: { route: 'listarEmpresa' },
});
const settingsForm = createRecordFormMachine<Named, Named, { path: string; nombre: string }>({
  ...kind,
  destination: null,
});

const fresh: RecordFormInput = { id: null, idempotencyKey: 'key-1' };

const formEvents = {
  RETRY: [{ type: 'RETRY' }],
  SAVE: [
    { type: 'SAVE', values: { nombre: 'Servientrega' } },
    { type: 'SAVE', values: { nombre: '' } },
  ],
  RELOAD: [{ type: 'RELOAD' }],
  START_ANEW: [{ type: 'START_ANEW', idempotencyKey: 'key-2' }],
} satisfies EventFixtures<RecordFormEvent<Named>>;

test.each([
  ['leads to its list', companyForm, ['saved: after redirectDelay [hasNoList] → loading']],
  ['has no list', settingsForm, ['saved: after redirectDelay → finished']],
])('every edge of a form that %s is walked', async (_, machine, ofTheOther) => {
  const report = await takeTour({
    machine,
    inputs: [fresh],
    events: formEvents,
    outcomes: {
      loadForm: [answered({ nombre: '' }), refusedBy.absence, refusedBy.session],
      saveRecord: [
        answered(written()),
        refusedBy.session,
        refusedBy.rule,
        refused(409, changed.mensaje, [changed]),
      ],
    },
    abstraction: ({ facts, problem }: RecordFormContext<Named, unknown>) =>
      `${facts !== null} ${problem?.status}`,
  });
  expect(report).toMatchObject({ ...clean, missing: ofTheOther });
});

describe('a form', () => {
  const begin = (answers: Answers, machine = companyForm) =>
    beginJourney(machine, fresh, { loadForm: [answered({ nombre: '' })], ...answers });

  test('is sent only when it is complete, then opens its list', async () => {
    const { actor, requests, clock, now, reaches } = begin({ saveRecord: [answered(written())] });
    await reaches('editing');
    actor.send({ type: 'SAVE', values: { nombre: '' } });
    expect(problemOf(now())?.msg).toBe('Por favor complete todos los campos');
    actor.send({ type: 'SAVE', values: { nombre: 'Servientrega' } });
    expect(form.noticeOf(await reaches('saved'))).toBe('Datos almacenados');
    expect(requests.saveRecord).toEqual([
      { request: { path: '/crearEmpresa', nombre: 'Servientrega' }, idempotencyKey: 'key-1' },
    ]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({ route: 'listarEmpresa' });
  });

  test('is sent again unchanged when the answer is lost', async () => {
    const { actor, requests, reaches } = begin({ saveRecord: [offline, answered(written())] });
    await reaches('editing');
    actor.send({ type: 'SAVE', values: { nombre: 'Servientrega' } });
    await reaches('failedToSave');
    actor.send({ type: 'RETRY' });
    await reaches('saved');
    expect(requests.saveRecord?.[1]).toEqual(requests.saveRecord?.[0]);
  });

  test('that starts anew creates another record under a new key', async () => {
    const { actor, requests, now, reaches } = begin({
      saveRecord: [refused(422, 'Ya quedó guardado.', [taken]), answered(written())],
    });
    await reaches('editing');
    actor.send({ type: 'SAVE', values: { nombre: 'Servientrega' } });
    await reaches('saving');
    expect(form.wasSavedBefore(await reaches('editing'))).toBe(true);
    actor.send({ type: 'START_ANEW', idempotencyKey: 'key-2' });
    expect([form.wasSavedBefore(now()), problemOf(now())]).toEqual([false, null]);
    actor.send({ type: 'SAVE', values: { nombre: 'Coordinadora' } });
    await reaches('saved');
    expect(requests.saveRecord).toMatchObject([
      { idempotencyKey: 'key-1' },
      { idempotencyKey: 'key-2' },
    ]);
  });

  test('that another person changed is loaded again on request, and not before', async () => {
    const { actor, now, reaches } = begin({
      loadForm: [answered({ nombre: 'antes' }), answered({ nombre: 'de Ana' })],
      saveRecord: [refused(409, changed.mensaje, [changed])],
    });
    await reaches('editing');
    expect(now().can({ type: 'RELOAD' })).toBe(false);
    actor.send({ type: 'SAVE', values: { nombre: 'Servientrega' } });
    await reaches('saving');
    expect(form.wasChanged(await reaches('editing'))).toBe(true);
    expect(form.factsOf(now())).toEqual({ nombre: 'antes' });
    actor.send({ type: 'RELOAD' });
    await reaches('loading');
    expect(form.factsOf(await reaches('editing'))).toEqual({ nombre: 'de Ana' });
    expect([form.wasChanged(now()), problemOf(now())]).toEqual([false, null]);
  });

  test('of the settings reloads after the save', async () => {
    const { actor, clock, reaches } = begin(
      {
        loadForm: [answered({ nombre: 'antes' }), answered({ nombre: 'ahora' })],
        saveRecord: [answered(written())],
      },
      settingsForm,
    );
    await reaches('editing');
    actor.send({ type: 'SAVE', values: { nombre: 'ahora' } });
    await reaches('saved');
    clock.increment(3_000);
    expect(form.factsOf(await reaches('editing'))).toEqual({ nombre: 'ahora' });
  });
});

const recordList = createRecordListMachine<RecordRow, ListQuery>();

const page = (...rows: RecordRow[]) => answered<ListPage<RecordRow>>({ rows, total: rows.length });
const active: RecordRow = { id: 4, active_: 1 };
const busy: RecordRow = { id: 5, active_: 1, a_cargo: 'Supervisa 7 tiendas' };
const successors = answered([{ id: 6, nombre: 'Berta' }]);

const listEvents = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  QUERY: [{ type: 'QUERY', query: { pagina: 2 } }],
  TOGGLE: [
    { type: 'TOGGLE', row: active },
    { type: 'TOGGLE', row: busy },
  ],
  PASS: [{ type: 'PASS', pasar_a: 6 }],
  DELETE: [
    { type: 'DELETE', row: active },
    { type: 'DELETE', row: busy },
  ],
  CONFIRM: [{ type: 'CONFIRM' }],
  CANCEL: [{ type: 'CANCEL' }],
  RETRY_CHANGE: [{ type: 'RETRY_CHANGE' }],
  DISMISS: [{ type: 'DISMISS' }],
} satisfies EventFixtures<RecordListEvent<RecordRow, ListQuery>>;

test('every edge of a list of records is walked', async () => {
  const report = await takeTour({
    machine: recordList,
    inputs: [
      { query: {} },
      { query: {}, page: page(active, busy).answer },
      { query: {}, page: page().answer },
    ],
    events: listEvents,
    outcomes: {
      loadRows: [page(active, busy), page(), refusedBy.permission, refusedBy.session],
      loadSuccessors: [successors, refusedBy.session],
      loadSuccessorsToDelete: [successors, refusedBy.session],
      actdesElemento: [answered(written()), refusedBy.session, refusedBy.permission],
      eliminarElemento: [
        answered(written()),
        refusedBy.session,
        refusedBy.permission,
        refusedBy.absence,
      ],
    },
    abstraction: ({ page: { rows } }: RecordListContext<RecordRow, ListQuery>) => rows.length,
  });
  expect(report).toMatchObject(clean);
});

describe('a list of records', () => {
  const begin = (answers: Answers) => beginJourney(recordList, { query: {} }, answers);

  test('shows a toggled flag only after the server has confirmed it', async () => {
    const { actor, clock, now, reaches } = begin({
      loadRows: [page(active), page({ ...active, active_: 0 })],
      actdesElemento: [answered(written())],
    });
    await reaches('rows.showing');
    actor.send({ type: 'TOGGLE', row: active });
    expect(list.isToggling(now(), 4)).toBe(true);
    expect(now().context.page.rows).toEqual([active]);
    const toggled = await reaches('change.ready.toggled');
    expect(toggled.context.page.rows).toEqual([{ id: 4, active_: 0 }]);
    expect(list.noticeOf(toggled)).toBe('Registro actualizado');
    clock.increment(3_000);
    expect(now().matches({ change: { ready: 'untouched' } })).toBe(true);
  });

  test('deletes after a confirmation, shows a notice for one second, and reloads', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      loadRows: [page(active), page()],
      eliminarElemento: [answered(written())],
    });
    await reaches('rows.showing');
    actor.send({ type: 'DELETE', row: active });
    expect(list.asksForDeletion(now())).toBe(true);
    actor.send({ type: 'CONFIRM' });
    expect(list.noticeOf(await reaches('change.deleted'))).toBe('Registro eliminado');
    clock.increment(999);
    expect(list.noticeOf(now())).toBe('Registro eliminado');
    clock.increment(1);
    await reaches('rows.empty');
    expect(requests.eliminarElemento).toEqual([{ id_elemento: 4 }]);
  });

  test.each([
    ['TOGGLE', 'actdesElemento', { opc: 0 }, 'ready.toggled'],
    ['DELETE', 'eliminarElemento', {}, 'deleted'],
  ] as const)(
    'requires a successor before the %s of a record with a charge',
    async (type, name, change, end) => {
      const { actor, requests, now, reaches } = begin({
        loadRows: [page(busy), page(busy)],
        loadSuccessors: [offline, successors],
        [name]: [answered(written())],
      });
      const handingOver = type === 'TOGGLE' ? 'handingOverToToggle' : 'handingOverToDelete';
      await reaches('rows.showing');
      actor.send({ type, row: busy });
      expect(list.asksForSuccessor(now())).toBe(true);
      expect(list.failedToLoadSuccessors(await reaches(`change.${handingOver}.failed`))).toBe(true);
      actor.send({ type: 'RETRY_CHANGE' });
      expect((await reaches(`change.${handingOver}.choosing`)).context.successors).toEqual([
        { id: 6, nombre: 'Berta' },
      ]);
      actor.send({ type: 'PASS', pasar_a: 6 });
      await reaches(`change.${end}`);
      expect(requests[name]).toEqual([{ id_elemento: 5, ...change, pasar_a: 6 }]);
      expect(requests.loadSuccessors?.[0]).toEqual({ row: busy });
    },
  );

  test('requires no successor when a user is reactivated', async () => {
    const row: RecordRow = { ...busy, active_: 0 };
    const { actor, requests, reaches } = begin({
      loadRows: [page(row), page(busy)],
      actdesElemento: [answered(written())],
    });
    await reaches('rows.showing');
    actor.send({ type: 'TOGGLE', row });
    await reaches('change.ready.toggled');
    expect(requests.actdesElemento).toEqual([{ id_elemento: 5, opc: 1 }]);
  });

  test('reports a refused change and shows the reloaded rows', async () => {
    const { actor, now, reaches } = begin({
      loadRows: [page(active), page(active)],
      actdesElemento: [refused(403, 'No tiene permiso para hacer esto.')],
    });
    await reaches('rows.showing');
    actor.send({ type: 'TOGGLE', row: active });
    const reported = await reaches('change.ready.refused');
    expect(list.changeProblemOf(reported)?.msg).toBe('No tiene permiso para hacer esto.');
    expect(reported.context.page.rows).toEqual([active]);
    actor.send({ type: 'DISMISS' });
    expect(list.changeProblemOf(now())).toBeNull();
  });
});
