import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type ActingEvent,
  answerTo,
  createActingMachine,
  isActing,
  isTicked,
  isTickingAll,
  reasonsFor,
  tickedRows,
} from '#machines/flows/records/acting.machine.ts';
import {
  type BatchFacts,
  type BatchPath,
  batchKind,
  listKind,
  owedKind,
  papersKind,
  pastedCells,
  type Payment,
  type PaymentQuery,
  paymentsFor,
  paymentSentence,
  storePaymentKind,
  typedPayments,
} from '#machines/flows/payments/payment.kinds.ts';
import type { ListPage } from '#machines/flows/records/list.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { answered, isUnanswered, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';
import { aBatch, aPayment, somePayments } from '#tests/kit/payment-rows.ts';

interface Key {
  id_lote: number;
}

const accountant: Person = { id: 20, profile: 6 };
const treasurer: Person = { id: 21, profile: 6 };
const control: Person = { id: 22, profile: 7 };
const both = ['giros', 'autorizarGiros'];

const machine = createActingMachine<BatchFacts, Key, BatchPath>(batchKind);
const inputOf = (actor: Person, permissions: readonly string[] = both) => ({
  actor,
  permissions,
  key: { id_lote: 5 },
});

const act = (request: RequestTo<BatchPath>) =>
  ({ type: 'ACT', request, idempotencyKey: 'llave' }) as const;
const authorise = { path: '/autorizarGiros', body: { id_lote: 5 } } as const;
const authorised = answered([{ status: '200' as const, msg: 'Datos almacenados', giros: 2 }]);
const prepared = aBatch(somePayments(2, 'prepared'));

const events = {
  RETRY: [{ type: 'RETRY' }],
  FORGET: [{ type: 'FORGET' }],
  ASK: [{ type: 'ASK', key: { id_lote: 6 } }],
  TICK: [{ type: 'TICK', rows: [{ id_caja: 1 }] }],
  TICK_ALL: [{ type: 'TICK_ALL' }],
  UNTICK_ALL: [{ type: 'UNTICK_ALL' }],
  ACT: [act(authorise), act({ path: '/retirarGiros', body: { cajas: [] } })],
  BACK: [{ type: 'BACK' }],
} satisfies EventFixtures<ActingEvent<BatchFacts, Key, BatchPath>>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine,
    inputs: [inputOf(treasurer)],
    events,
    outcomes: {
      loadData: [answered(prepared), refusedBy.absence, refusedBy.session],
      loadEvery: [answered(prepared), refusedBy.session],
      act: [authorised, refusedBy.session, refusedBy.change],
    },
    abstraction: ({ ticked }: { ticked: readonly object[] }) => ticked.length,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('a batch', () => {
  const begin = (answers: Answers) =>
    beginJourney(machine, inputOf(treasurer), { loadData: [answered(prepared)], ...answers });

  test('is authorised and reloaded', async () => {
    const { actor, requests, now, reaches } = begin({
      loadData: [answered(prepared), answered(aBatch(somePayments(2, 'authorised')))],
      act: [authorised],
    });
    await reaches('shown');
    actor.send(act(authorise));
    expect(isActing(now(), '/autorizarGiros')).toBe(true);
    const after = await reaches('shown');
    expect(answerTo(after, '/autorizarGiros')).toEqual(authorised.answer);
    expect(answerTo(after, '/enviarGiros')).toBeNull();
    actor.send({ type: 'FORGET' });
    expect(answerTo(now(), '/autorizarGiros')).toBeNull();
    expect(after.context.data?.batch.autorizados).toBe(2);
    expect(requests.act).toEqual([{ request: authorise, idempotencyKey: 'llave' }]);
  });

  test('can be sent again or reloaded when the answer is lost', async () => {
    const { actor, requests, reaches } = begin({
      loadData: [answered(prepared), answered(prepared)],
      act: [new Error('offline'), new Error('offline')],
    });
    await reaches('shown');
    actor.send(act(authorise));
    expect(isUnanswered(await reaches('failedToAct'))).toBe(true);
    actor.send({ type: 'RETRY' });
    await reaches('acting');
    await reaches('failedToAct');
    expect(requests.act).toHaveLength(2);
    actor.send({ type: 'BACK' });
    expect(problemOf(await reaches('shown'))).toBeNull();
  });

  test('is reloaded and shows the reason when the action is refused', async () => {
    const { actor, reaches } = begin({
      loadData: [answered(prepared), answered(prepared)],
      act: [refusedBy.change],
    });
    await reaches('shown');
    actor.send(act(authorise));
    await reaches('loading');
    expect(problemOf(await reaches('shown'))?.status).toBe(409);
  });

  test('requested during an action is loaded after it, with the ticks cleared', async () => {
    const { actor, requests, reaches } = begin({
      loadData: [answered(prepared), answered(prepared)],
      act: [authorised],
    });
    await reaches('shown');
    actor.send({ type: 'TICK', rows: [{ id_caja: 1 }, { id_caja: 2 }] });
    actor.send({ type: 'TICK', rows: [{ id_caja: 2 }] });
    actor.send(act(authorise));
    actor.send({ type: 'ASK', key: { id_lote: 6 } });
    const after = await reaches('shown');
    expect([1, 2].map((id_caja) => isTicked(after, { id_caja }))).toEqual([false, false]);
    expect(requests.loadData).toEqual([{ key: { id_lote: 5 } }, { key: { id_lote: 6 } }]);
  });
});

describe('ticks of a list', () => {
  const list = createActingMachine<ListPage<Payment>, PaymentQuery, '/prepararGiros'>(listKind);
  const begin = (...loadData: Answers[string]) =>
    beginJourney(
      list,
      { actor: accountant, permissions: both, key: { lista: 'porGirar', buscar: 'centro' } },
      { loadData, act: [answered([{ status: '200', msg: '', id_lote: 1, giros: 1 }])] },
    );
  const pageOf = (rows: Payment[], total: number) => answered({ rows, total });
  const idsOf = (snapshot: Parameters<typeof tickedRows<Payment>>[0]) =>
    tickedRows(snapshot).map(({ id_caja }) => id_caja);

  test('survive the turn to another page, and are gone once a call is answered', async () => {
    const { actor, now, reaches } = begin(
      pageOf([aPayment(1), aPayment(2)], 3),
      pageOf([aPayment(3)], 3),
      pageOf([aPayment(3)], 1),
    );
    await reaches('shown');
    actor.send({ type: 'TICK', rows: [aPayment(1)] });
    actor.send({ type: 'ASK', key: { lista: 'porGirar', pagina: 2 } });
    await reaches('shown');
    actor.send({ type: 'TICK', rows: [aPayment(3)] });
    expect(idsOf(now())).toEqual([1, 3]);
    const request: RequestTo<'/prepararGiros'> = {
      path: '/prepararGiros',
      body: { cajas: [1, 3] },
    };
    expect(reasonsFor(listKind, now(), request)).toEqual([]);
    actor.send({ type: 'ACT', request, idempotencyKey: 'llave' });
    expect(idsOf(await reaches('shown'))).toEqual([]);
  });

  test('of all rows are those that match the filter, on whatever page, and can be prepared', async () => {
    const every = [aPayment(1), aPayment(2), aPayment(3, 'claimed'), aPayment(4)];
    const { actor, now, requests, reaches } = begin(pageOf(every.slice(0, 2), 4), pageOf(every, 4));
    await reaches('shown');
    actor.send({ type: 'TICK', rows: [aPayment(9)] });
    actor.send({ type: 'TICK_ALL' });
    expect(isTickingAll(now())).toBe(true);
    expect(idsOf(await reaches('shown'))).toEqual([9, 1, 2, 4]);
    expect(now().context.data?.rows).toHaveLength(2);
    expect(requests.loadData?.[1]).toEqual({
      key: { lista: 'porGirar', buscar: 'centro', pagina: 1, limite: 1_000 },
    });
    actor.send({ type: 'UNTICK_ALL' });
    expect(idsOf(now())).toEqual([]);
  });

  test('stay as they were when the rows cannot be loaded', async () => {
    const { actor, reaches } = begin(pageOf([aPayment(1)], 2), new Error('offline'));
    await reaches('shown');
    actor.send({ type: 'TICK', rows: [aPayment(1)] });
    actor.send({ type: 'TICK_ALL' });
    await reaches('tickingAll');
    const after = await reaches('shown');
    expect(idsOf(after)).toEqual([1]);
    expect(problemOf(after)).not.toBeNull();
  });
});

/** Sentences shown under the button of a call. */
const reasons = (
  facts: BatchFacts,
  request: RequestTo<BatchPath>,
  actor: Person = accountant,
  permissions: readonly string[] = both,
) =>
  reasonsFor(
    batchKind,
    {
      context: {
        actor,
        permissions,
        data: facts,
        ticked: [],
        sent: null,
        answer: null,
        problem: null,
      },
      matches: () => false,
    },
    request,
  );

const sent = aBatch(somePayments(2, 'sent'));
const confirmation = { dia: '2026-06-12', referencia: '4471' };
const claimed = aBatch([aPayment(1, 'claimed', confirmation)]);
const proposed = aBatch([
  aPayment(1, 'returnProposed', {
    ...confirmation,
    devolucion: {
      estado: 'recibido',
      motivo: 'Volvió',
      propuesta_por: 'Diana',
      id_propuesta_por: accountant.id,
    },
  }),
]);
const confirm = (referencia: string, dia = '2026-06-17') =>
  ({ path: '/confirmarGiros', body: { dia, giros: [{ id_caja: 1, referencia }] } }) as const;

test.each([
  ['another person authorises', prepared, authorise, treasurer, both, []],
  [
    'who prepared does not authorise',
    prepared,
    authorise,
    accountant,
    both,
    ['Usted preparó este giro: otra persona debe autorizarlo.'],
  ],
  [
    'without the permission nobody does',
    prepared,
    authorise,
    treasurer,
    ['giros'],
    ['Necesita un permiso que su usuario no tiene.'],
  ],
  [
    'internal control only reads',
    prepared,
    authorise,
    control,
    both,
    ['Solo contabilidad hace y sigue los giros.'],
  ],
  [
    'nothing is authorised twice',
    sent,
    authorise,
    treasurer,
    both,
    ['El lote ya se envió: faltan sus giros por confirmar o devolver.'],
  ],
  [
    'a batch is sent whole',
    prepared,
    { path: '/enviarGiros', body: { id_lote: 5 } },
    treasurer,
    both,
    ['Faltan giros del lote por autorizar o retirar.'],
  ],
  [
    'what is taken out is ticked',
    prepared,
    { path: '/retirarGiros', body: { cajas: [] } },
    accountant,
    both,
    ['Marque al menos uno.'],
  ],
  [
    'what was sent is not taken out',
    sent,
    { path: '/retirarGiros', body: { cajas: [1] } },
    accountant,
    both,
    ['El lote ya se envió: faltan sus giros por confirmar o devolver.'],
  ],
  [
    'a return has its reason',
    sent,
    { path: '/devolverGiros', body: { cajas: [1], motivo: '' } },
    accountant,
    both,
    ['Escriba por qué se devolvió el giro'],
  ],
  [
    'what was confirmed is not returned by one person',
    claimed,
    { path: '/devolverGiros', body: { cajas: [1], motivo: 'No' } },
    accountant,
    both,
    ['Este giro ya se confirmó: proponga su devolución y otra persona la aprueba.'],
  ],
  [
    'its return is proposed',
    claimed,
    { path: '/proponerDevolucion', body: { cajas: [1], motivo: 'Volvió' } },
    accountant,
    both,
    [],
  ],
  [
    'who proposed a return does not agree to it',
    proposed,
    { path: '/resolverDevolucion', body: { cajas: [1], aprueba: 1 } },
    accountant,
    both,
    ['Usted propuso esta devolución: otra persona la aprueba o la niega.'],
  ],
  [
    'another person agrees to it',
    proposed,
    { path: '/resolverDevolucion', body: { cajas: [1], aprueba: 1 } },
    treasurer,
    both,
    [],
  ],
  [
    'a correction changes something',
    proposed,
    { path: '/corregirGiro', body: { id_caja: 1, dia: '2026-06-12', referencia: '4471' } },
    accountant,
    both,
    ['Cambie el día o la referencia: son los mismos que se confirmaron.'],
  ],
  [
    'a confirmation has its reference',
    sent,
    confirm(''),
    accountant,
    both,
    ['Escriba la referencia del giro'],
  ],
  ['and is made', sent, confirm('4471'), accountant, both, []],
] as [string, BatchFacts, RequestTo<BatchPath>, Person, string[], string[]][])(
  '%s',
  (_, facts, request, actor, permissions, expected) => {
    expect(reasons(facts, request, actor, permissions)).toEqual(expected);
  },
);

describe('rules for payments, debts and papers', () => {
  test('a batch takes only waiting payments, and at least one', () => {
    const rows = [aPayment(1), aPayment(2, 'claimed')];
    const refusals = (...cajas: number[]) =>
      listKind
        .refusals(
          { path: '/prepararGiros', body: { cajas } },
          { rows: [], total: 0 },
          accountant,
          rows.filter(({ id_caja }) => cajas.includes(id_caja)),
        )
        .map(({ guardia }) => guardia);
    expect([refusals(), refusals(1), refusals(1, 2)]).toEqual([['cajas'], [], ['stateAllows']]);
  });

  test('a store answers only for paid money, and needs a note to deny the receipt', () => {
    const store: Person = { id: 9, profile: 2 };
    const facts = (state: 'sent' | 'paid') => ({
      giro: aPayment(1, state),
      puede: [],
      no_reconocido: [],
    });
    const refusals = (state: 'sent' | 'paid', recibido: 0 | 1, nota = '') =>
      storePaymentKind
        .refusals(
          { path: '/responderGiro', body: { id_caja: 1, recibido, nota } },
          facts(state),
          store,
          [],
        )
        .map(({ guardia }) => guardia);
    expect(refusals('sent', 1)).toEqual(['stateAllows']);
    expect(refusals('paid', 1)).toEqual([]);
    expect(refusals('paid', 0)).toEqual(['noteIsGiven']);
    expect(refusals('paid', 0, 'Revisé la cuenta')).toEqual([]);
  });

  test('a store pays in with a note, and accounting absorbs only owed expenses', () => {
    const owed = {
      id_tienda: 3,
      tienda: 'Centro',
      total: 10_000,
      gastos: [
        {
          id_gasto: 7,
          id_caja: 1,
          consecutivo: 4,
          fecha_gasto: '2026-06-01',
          concepto: 'Taxi',
          proveedor: 'Coopetrans',
          valor: 10_000,
          debe: 10_000,
          motivo: '',
          responsable: 'Ana',
          se_puede_registrar: 1 as const,
          id_deudor: 9,
        },
      ],
      movimientos: [],
    };
    const guards = (request: Parameters<typeof owedKind.refusals>[0], actor: Person) =>
      owedKind.refusals(request, owed, actor, []).map(({ guardia }) => guardia);
    const store: Person = { id: 9, profile: 2 };
    const payIn = (nota: string) =>
      ({ path: '/consignarGasto', body: { id_gasto: 7, dia: '2026-06-17', nota } }) as const;
    expect(guards(payIn(''), store)).toEqual(['noteIsGiven']);
    expect(guards(payIn('Al cajón'), store)).toEqual([]);
    // Accounting names the debtor.
    expect(guards(payIn('Al cajón'), accountant)).toEqual(['debtorIsNamed']);
    const named = { ...payIn('Al cajón').body, id_deudor: 9 };
    expect(guards({ path: '/consignarGasto', body: named }, accountant)).toEqual([]);
    const takeOver = { path: '/asumirGasto', body: { id_gasto: 7, motivo: 'Autorizado' } } as const;
    expect(guards(takeOver, accountant)).toEqual([]);
    expect(guards({ ...takeOver, body: { ...takeOver.body, id_gasto: 8 } }, accountant)).toEqual([
      'stateAllows',
    ]);
  });

  test('papers are received by box or by guide number', () => {
    const refusals = (body: { cajas?: number[]; guia?: string }) =>
      papersKind.refusals({ path: '/recibirPapeles', body }, { rows: [], total: 0 }, accountant, [])
        .length;
    expect([refusals({}), refusals({ cajas: [1] }), refusals({ guia: '914' })]).toEqual([1, 0, 0]);
  });
});

describe('references', () => {
  test('are typed for a part of the payments that wait, some with a day of their own', () => {
    const waiting = paymentsFor(
      'PAYMENT.CONFIRM',
      aBatch([
        aPayment(4, 'sent'),
        aPayment(2, 'paid'),
        aPayment(9, 'claimed'),
        aPayment(10, 'sent'),
      ]),
    );
    expect(
      typedPayments(waiting, {
        2: { referencia: '1', dia: '' },
        4: { referencia: ' 4471 ', dia: '' },
        9: { referencia: '', dia: '2026-11-20' },
        10: { referencia: '4473', dia: '2026-11-20' },
      }),
    ).toEqual([
      { id_caja: 4, referencia: '4471' },
      { id_caja: 10, referencia: '4473', dia: '2026-11-20' },
    ]);
  });

  test.each([
    ['4471\r\n4472\r\n', ['4471', '4472']],
    ['4471\n\n 4473 \n\n', ['4471', '', '4473']],
    ['4471\tBogotá\n4472\tCali', ['4471', '4472']],
    ['4471\n', ['4471']],
  ])('are the first cells of a pasted column: %j', (text, cells) => {
    expect(pastedCells(text)).toEqual(cells);
  });

  test('appear in the sentence of a paid payment', () => {
    const paid = aPayment(1, 'paid', { valor: 812_450, dia: '2026-11-12', referencia: '4471' });
    expect(paymentSentence(paid, '2026-11-24')).toBe(
      'Girado el 12 nov por transferencia, ref. 4471: $ 812.450',
    );
    expect(paymentSentence(aPayment(1, 'sent'), '2026-11-24')).toBe(
      'Enviado al banco por transferencia: $ 90.000',
    );
  });
});
