import { describe, expect, test } from 'vitest';
import { emptyExpenseEntry } from '#machines/flows/expenses/expense-entry.form.ts';
import {
  type ExpenseQueueContext,
  type ExpenseQueueEvent,
  type QueuedExpense,
  entriesOf,
  entryStateOf,
  expenseQueueMachine,
  isUnderWay,
  queueNoticeOf,
  refusedCountOf,
  unsentCountOf,
} from '#machines/flows/queue/expense-queue.machine.ts';
import { CallFailure, answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const receipt = new File(['%PDF-1.4'], 'recibo.pdf', { type: 'application/pdf' });

const taxi: QueuedExpense = {
  clave: 'key-1',
  id_usuario: 20,
  id_tienda: 3,
  puesto: 1,
  tienda: 'Centro',
  proveedor: 'Taxis Libres',
  values: emptyExpenseEntry,
  request: {
    id_proveedor: 9,
    fecha_gasto: '2030-05-10',
    recibo: 'R100',
    valor: 12_500,
    concepto: 'Taxi',
    categoria: [1],
    tipo_factura: 0,
    numero_factura: null,
    encargado: '',
    id_tienda: 3,
  },
  file: receipt,
  id_gasto: null,
  estado: 'porEnviar',
  problem: null,
};
const paper: QueuedExpense = { ...taxi, clave: 'key-2', puesto: 2 };
const half: QueuedExpense = { ...taxi, id_gasto: 77 };
const refusedTaxi: QueuedExpense = { ...taxi, estado: 'rechazado' };

const events = {
  CHANGED: [
    { type: 'CHANGED', entries: [taxi] },
    { type: 'CHANGED', entries: [half] },
    { type: 'CHANGED', entries: [refusedTaxi] },
  ],
  RETURNED: [{ type: 'RETURNED' }],
  SEND_NOW: [{ type: 'SEND_NOW' }],
  SEND_AGAIN: [{ type: 'SEND_AGAIN', clave: 'key-1' }],
  DISCARD: [
    { type: 'DISCARD', clave: 'key-1' },
    { type: 'DISCARD', clave: 'key-2' },
  ],
  CLEAR_SENT: [{ type: 'CLEAR_SENT' }],
} satisfies EventFixtures<ExpenseQueueEvent>;

type Effect = [name: string, clave?: string];

const acting = (effects: Effect[]) =>
  expenseQueueMachine.provide({
    actions: {
      releaseTurn: () => effects.push(['released']),
      sendAgain: (_, { clave }) => effects.push(['again', clave]),
      discardEntry: (_, { clave }) => effects.push(['discarded', clave]),
      clearSent: () => effects.push(['cleared']),
    },
  });

const recorded = answered([{ status: '200', id_gasto: 77 }]);
const uploaded = answered([{ status: '200', soporte: 'abc.pdf' }]);
const busy = refused(429, 'Espere un momento.');
const sentBox = refused(409, 'La caja ya fue enviada.');
const offline = new Error('offline');
const broken = new CallFailure(500, 'ABC');

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: acting([]),
    inputs: [{ id_usuario: 20 }],
    events,
    outcomes: {
      claimTurn: [answered([taxi]), answered([half]), answered([]), refusedBy.session],
      enviarGasto: [recorded, refusedBy.session, busy, sentBox],
      cargarSoporte: [uploaded, refusedBy.session, busy, sentBox],
      storeEntry: [answered([half]), answered([refusedTaxi]), refusedBy.session],
    },
    failures: { enviarGasto: [broken], cargarSoporte: [broken] },
    abstraction: ({ entries, current }: ExpenseQueueContext) => [
      entries.map(({ estado, id_gasto }) => [estado, id_gasto]),
      current?.id_gasto,
    ],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

function begin(answers: Answers) {
  const effects: Effect[] = [];
  const journey = beginJourney(acting(effects), { id_usuario: 20 }, answers);
  return { ...journey, effects };
}

const sent = (entry: QueuedExpense): QueuedExpense => ({
  ...entry,
  id_gasto: 77,
  estado: 'enviado',
  file: null,
});

describe('journeys', () => {
  test('queued expenses are sent in order, each followed by its file, and each step is stored', async () => {
    const { actor, requests, effects, now, reaches } = begin({
      claimTurn: [answered([taxi, paper])],
      enviarGasto: [recorded, recorded],
      cargarSoporte: [uploaded, uploaded],
      storeEntry: [
        answered([half, paper]),
        answered([sent(taxi), paper]),
        answered([sent(taxi), { ...paper, id_gasto: 78 }]),
        answered([sent(taxi), sent(paper)]),
      ],
    });
    expect(queueNoticeOf(now())).toBeNull();
    actor.send({ type: 'CHANGED', entries: [taxi, paper] });
    expect(queueNoticeOf(now())).toBe('2 gastos por enviar');
    await reaches('resting');
    expect(requests.enviarGasto).toEqual([
      { body: taxi.request, idempotencyKey: 'key-1' },
      { body: paper.request, idempotencyKey: 'key-2' },
    ]);
    expect(requests.cargarSoporte).toMatchObject([{ id_gasto: 77 }, { id_gasto: 78 }]);
    expect(requests.storeEntry).toMatchObject([
      { clave: 'key-1', id_gasto: 77, estado: 'porEnviar', file: receipt },
      { clave: 'key-1', id_gasto: 77, estado: 'enviado', file: null },
      { clave: 'key-2', id_gasto: 77, estado: 'porEnviar' },
      { clave: 'key-2', estado: 'enviado' },
    ]);
    expect(queueNoticeOf(now())).toBe('Se enviaron 2 gastos');
    expect(entryStateOf(now(), sent(taxi))).toBe('Enviado como n.º 77');
    expect(unsentCountOf(now())).toBe(0);
    expect(effects).toEqual([['released']]);
  });

  test('an unanswered queue resumes when the server returns, or after five seconds', async () => {
    const { actor, requests, clock, reaches } = begin({
      claimTurn: [answered([taxi]), answered([taxi]), answered([taxi])],
      enviarGasto: [offline, busy, recorded],
      storeEntry: [answered([half]), answered([sent(taxi)])],
      cargarSoporte: [uploaded],
    });
    actor.send({ type: 'CHANGED', entries: [taxi] });
    expect(queueNoticeOf(await reaches('paused'))).toBe('1 gasto por enviar');
    actor.send({ type: 'RETURNED' });
    await reaches('turn');
    await reaches('paused');
    clock.increment(5_000);
    await reaches('resting');
    expect(requests.enviarGasto).toHaveLength(3);
  });

  test('a refused expense stays with its problem, and the next one is sent', async () => {
    const refusal = { ...taxi, estado: 'rechazado' as const };
    const { actor, requests, now, reaches } = begin({
      claimTurn: [answered([taxi, paper])],
      enviarGasto: [sentBox, recorded],
      storeEntry: [
        answered([refusal, paper]),
        answered([refusal, { ...paper, id_gasto: 77 }]),
        answered([refusal, sent(paper)]),
      ],
      cargarSoporte: [uploaded],
    });
    actor.send({ type: 'CHANGED', entries: [taxi, paper] });
    await reaches('resting');
    expect(requests.storeEntry?.[0]).toMatchObject({
      clave: 'key-1',
      estado: 'rechazado',
      problem: { status: 409, msg: 'La caja ya fue enviada.' },
    });
    expect(queueNoticeOf(now())).toBe('1 gasto que el servidor rechazó');
    expect(entryStateOf(now(), refusal)).toBe('Rechazado por el servidor');
    expect([unsentCountOf(now()), refusedCountOf(now())]).toEqual([1, 1]);
  });

  test('a server error is not retried', async () => {
    const { actor, requests, reaches } = begin({
      claimTurn: [answered([half])],
      cargarSoporte: [broken],
      storeEntry: [answered([refusedTaxi])],
    });
    actor.send({ type: 'CHANGED', entries: [half] });
    await reaches('resting');
    expect(requests.enviarGasto).toBeUndefined();
    expect(requests.storeEntry).toMatchObject([
      { problem: { status: 500, codigo_soporte: 'ABC' } },
    ]);
  });

  test('an expired session pauses the queue until the next sign-in', async () => {
    const { actor, reaches } = begin({
      claimTurn: [answered([half]), answered([sent(taxi)])],
      cargarSoporte: [refusedBy.session],
    });
    actor.send({ type: 'CHANGED', entries: [half] });
    expect(queueNoticeOf(await reaches('expired'))).toBe('Inicie sesión para enviar 1 gasto');
    actor.send({ type: 'RETURNED' });
    expect(queueNoticeOf(await reaches('resting'))).toBe('Se envió 1 gasto');
  });

  test('an expense that is being sent cannot be discarded; others can', async () => {
    const { actor, effects, now, reaches } = begin({
      claimTurn: [answered([taxi, paper])],
      enviarGasto: [new Promise(() => undefined)],
    });
    actor.send({ type: 'CHANGED', entries: [taxi, paper] });
    expect(entryStateOf(now(), taxi)).toBe('Por enviar');
    await reaches('turn.recording');
    expect(queueNoticeOf(now())).toBe('Enviando 2 gastos…');
    expect(entryStateOf(now(), taxi)).toBe('Enviando…');
    expect([isUnderWay(now(), taxi), isUnderWay(now(), paper)]).toEqual([true, false]);
    actor.send({ type: 'DISCARD', clave: 'key-1' });
    actor.send({ type: 'DISCARD', clave: 'key-2' });
    actor.send({ type: 'SEND_AGAIN', clave: 'key-2' });
    actor.send({ type: 'CLEAR_SENT' });
    expect(effects).toEqual([['discarded', 'key-2'], ['again', 'key-2'], ['cleared']]);
    actor.send({ type: 'CHANGED', entries: [taxi] });
    expect(entriesOf(now())).toEqual([taxi]);
  });

  test('an action that is not provided throws its name', () => {
    const { releaseTurn, sendAgain, discardEntry, clearSent } =
      expenseQueueMachine.implementations.actions;
    expect(releaseTurn).toThrow('The action releaseTurn was not provided');
    expect(sendAgain).toThrow('The action sendAgain was not provided');
    expect(discardEntry).toThrow('The action discardEntry was not provided');
    expect(clearSent).toThrow('The action clearSent was not provided');
  });
});
