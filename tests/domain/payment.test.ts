import { getShortestPaths } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import {
  explainMovement,
  type MovementContext,
  type MovementEvent,
  movementMachine,
} from '#machines/domain/fund/movement.machine.ts';
import { firstStateOf, type MovementKind, movementKinds } from '#machines/domain/fund/movements.ts';
import { batchMachine, explainBatch } from '#machines/domain/payment/batch.machine.ts';
import { explainOwed, owedMachine } from '#machines/domain/payment/owed.machine.ts';
import {
  explainPayment,
  paymentMachine,
  type PaymentEvent,
} from '#machines/domain/payment/payment.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { mutantsOf } from './mutants.ts';
import {
  batchRows,
  endsOfMovements,
  mismatchesOf,
  movementRows,
  owedRows,
  paymentRows,
  reasonMismatchesOf,
} from './payment-truth.ts';

describe.each([
  ['payment', paymentMachine, paymentRows, explainPayment, 70],
  ['owed', owedMachine, owedRows, explainOwed, 20],
  ['batch', batchMachine, batchRows, explainBatch, 100],
  ['movement', movementMachine, movementRows, explainMovement, 50],
] as const)('the machine %s', (_, machine, rows, explain, atLeast) => {
  const mismatches = mismatchesOf(rows);

  test('accepts exactly the events of its table', () => {
    expect([...mismatches(machine)]).toEqual([]);
  });

  test('explains its refusals', () => {
    expect([...reasonMismatchesOf(machine, rows, explain)]).toEqual([]);
  });

  test('has no mutant that its table does not detect', () => {
    const mutants = [...mutantsOf(machine)];
    expect(mutants.length).toBeGreaterThan(atLeast);
    const survivors = mutants.filter((one) => mismatches(one.machine, one).next().done);
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });
});

test('every state of a payment has the expected shortest path', () => {
  const granted = 90_000_00;
  const by = (id: number, profile: number) => ({ actor: { id, profile } }) as { actor: Person };
  const [accountant, treasurer, store] = [by(6, 6), by(66, 6), by(2, 2)];
  const preparation = { lote: 1, valor: granted, via: 'efectivo', cuenta: null };
  const events: PaymentEvent[] = [
    { type: 'PAYMENT.PREPARE', ...accountant, ...preparation },
    { type: 'PAYMENT.KEEP_BACK', ...accountant, valor: granted, movimiento: 4 },
    { type: 'PAYMENT.TAKE_OUT', ...accountant },
    { type: 'PAYMENT.AUTHORISE', ...accountant },
    { type: 'PAYMENT.AUTHORISE', ...treasurer },
    { type: 'PAYMENT.SEND', ...accountant },
    { type: 'PAYMENT.CONFIRM', ...accountant, dia: '2026-06-17', referencia: '4471' },
    { type: 'PAYMENT.RETURN', ...accountant, motivo: 'Cuenta cerrada' },
    { type: 'PAYMENT.PROPOSE_RETURN', ...accountant, motivo: 'El banco lo devolvió' },
    { type: 'PAYMENT.AGREE_RETURN', ...treasurer },
    { type: 'PAYMENT.RECEIVE', ...store },
    { type: 'PAYMENT.CLAIM', ...store, nota: 'No está' },
  ];
  const paths = getShortestPaths(paymentMachine, {
    events,
    input: { granted, preparedBy: null, account: null, confirmed: null, proposal: null },
  });
  const way = paths.map(({ state, steps }) => [
    state.value,
    steps.slice(1).map(({ event }) => event.type.replace('PAYMENT.', '')),
  ]);
  const paid = ['PREPARE', 'AUTHORISE', 'SEND', 'CONFIRM'];
  // The shortest path of each state is the last one here.
  expect(Object.fromEntries(way.toReversed())).toEqual({
    waiting: [],
    keptBack: ['KEEP_BACK'],
    prepared: paid.slice(0, 1),
    authorised: paid.slice(0, 2),
    sent: paid.slice(0, 3),
    paid,
    claimed: [...paid, 'CLAIM'],
    received: [...paid, 'RECEIVE'],
    returnProposed: [...paid, 'PROPOSE_RETURN'],
  });
});

test('a movement begins where its kind says, and a payment that is not followed counts as made', () => {
  const begins = (follows: boolean) =>
    (Object.keys(movementKinds) as MovementKind[]).map((kind) => [
      kind,
      firstStateOf(kind, follows),
    ]);
  const followed = {
    apertura: 'done',
    aumento: 'toPay',
    disminucion: 'asked',
    asumido: 'toPay',
    faltante: 'owed',
    sobrante: 'done',
    vale: 'owed',
  };
  expect(Object.fromEntries(begins(true))).toEqual(followed);
  expect(Object.fromEntries(begins(false))).toEqual({
    ...followed,
    aumento: 'done',
    asumido: 'done',
  });
});

test('every state of a movement is reached from where its kind begins, and its ends have no event', () => {
  const by = { actor: { id: 6, profile: 6 } as const };
  const events: MovementEvent[] = [
    { type: 'MOVEMENT.PAY_IN', ...by, dia: '2026-06-17', referencia: '4471', deudor: 2 },
    { type: 'MOVEMENT.TAKE_OVER', ...by, motivo: 'Lo robaron' },
    { type: 'MOVEMENT.KEEP_BACK', ...by },
    { type: 'MOVEMENT.CANCEL', actor: { id: 1, profile: 1 } },
    { type: 'MOVEMENT.GRANT_LESS', ...by, valor: 0, motivo: 'Sin soporte' },
    { type: 'MOVEMENT.TAKE_BACK', actor: { id: 1, profile: 1 }, motivo: 'Era otra tienda' },
  ];
  const context = { valor: 1, debtor: 2, disponible: 1 };
  const ofOpening = { ...context, followedBy: [], isEarlierBox: true };
  const pathsFrom = (value: 'asked' | 'owed' | 'toPay', facts: MovementContext = context) =>
    getShortestPaths(movementMachine, {
      events,
      fromState: movementMachine.resolveState({ value, context: facts }),
    }).map(({ state, steps }) => [
      state.value,
      steps
        .slice(1)
        .map(({ event }) => event.type.replace('MOVEMENT.', ''))
        .join(),
    ]);
  expect(Object.fromEntries(pathsFrom('asked'))).toEqual({
    asked: '',
    paidIn: 'PAY_IN',
    keptBack: 'KEEP_BACK',
    cancelled: 'CANCEL',
  });
  expect(Object.fromEntries(pathsFrom('owed'))).toEqual({
    owed: '',
    paidIn: 'PAY_IN',
    takenOver: 'TAKE_OVER',
  });
  expect(Object.fromEntries(pathsFrom('toPay', ofOpening))).toEqual({
    toPay: '',
    owed: 'GRANT_LESS',
    paidIn: 'GRANT_LESS,PAY_IN',
    takenOver: 'GRANT_LESS,TAKE_OVER',
    takenBack: 'TAKE_BACK',
  });
  const open = endsOfMovements.filter((state) =>
    events.some((event) =>
      movementMachine.resolveState({ value: state as 'done', context }).can(event),
    ),
  );
  expect(open).toEqual([]);
});
