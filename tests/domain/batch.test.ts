/** The batch follows its payments: a walk with the real machine of the payments, judged by a written table. */
import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import {
  batchMachine,
  batchRefusals,
  batchSnapshot,
  batchStateOf,
  type BatchEvent,
  type PaymentOfBatch,
} from '#machines/domain/payment/batch.machine.ts';
import { paymentMachine, type PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import type { PaymentStateName } from '#machines/domain/payment/payment-states.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { takenBy, transitionsOf } from '#tests/kit/domain-transitions.ts';

/** What is kept back whole is in no batch. */
type StateInBatch = Exclude<PaymentStateName, 'keptBack'>;

const states = [
  'waiting',
  'prepared',
  'authorised',
  'sent',
  'paid',
  'claimed',
  'received',
  'returnProposed',
] as readonly StateInBatch[];

/** State of a batch of two payments: `p`repared, `a`uthorised, `s`ent, confirmed in pa`r`t, closed (`x`). */
const ofTwo: Record<StateInBatch, string> = {
  waiting: 'pasxrxr',
  prepared: 'ppppppp',
  authorised: 'paaaaaa',
  sent: 'pasrrrr',
  paid: 'parxrxr',
  claimed: 'parrrrr',
  received: 'parxrxr',
  returnProposed: 'parrrrr',
};

const letters: Record<string, string> = {
  p: 'prepared',
  a: 'authorised',
  s: 'sent',
  r: 'confirmedInPart',
  x: 'closed',
};

/** @param other not `waiting`, unless both are */
const written = (one: StateInBatch, other: StateInBatch): string | undefined =>
  other === 'waiting' && one !== 'waiting'
    ? written(other, one)
    : letters[ofTwo[one].charAt(states.indexOf(other) - 1) || 'x'];

test('the state of a batch follows from its payments', () => {
  const differences = states.flatMap((one) =>
    states.flatMap((other) => {
      const [is, was] = [batchStateOf([one, other]), written(one, other)];
      return is === was ? [] : [`${one}, ${other}: ${is} instead of ${was}`];
    }),
  );
  expect(differences).toEqual([]);
  expect(batchStateOf([])).toBe('closed');
});

const granted = 90_000_00;
const by = (id: number, profile: Person['profile']): { actor: Person } => ({
  actor: { id, profile },
});
const [accountant, treasurer, store] = [by(6, 6), by(66, 6), by(2, 2)];

const paymentEvents: PaymentEvent[] = [
  { type: 'PAYMENT.TAKE_OUT', ...accountant },
  { type: 'PAYMENT.AUTHORISE', ...treasurer },
  { type: 'PAYMENT.SEND', ...accountant },
  { type: 'PAYMENT.CONFIRM', ...accountant, dia: '2026-06-17', referencia: '4471' },
  { type: 'PAYMENT.RETURN', ...accountant, motivo: 'Cuenta cerrada' },
  {
    type: 'PAYMENT.CORRECT',
    ...accountant,
    dia: '2026-06-18',
    referencia: '4472',
    dia_anterior: '2026-06-17',
    referencia_anterior: '4471',
  },
  { type: 'PAYMENT.PROPOSE_RETURN', ...accountant, motivo: 'El banco lo devolvió' },
  { type: 'PAYMENT.AGREE_RETURN', ...treasurer },
  { type: 'PAYMENT.REFUSE_RETURN', ...treasurer },
  { type: 'PAYMENT.RECEIVE', ...store },
  { type: 'PAYMENT.CLAIM', ...store, nota: 'No está' },
];

const prepared: PaymentOfBatch = {
  state: 'prepared',
  context: { granted, preparedBy: 6, account: null, confirmed: null, proposal: null },
};

/** The payment after an event; null when its machine refuses it. */
function moved({ state, context }: PaymentOfBatch, event: PaymentEvent): PaymentOfBatch | null {
  const snapshot = paymentMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return null;
  const [next] = transition(paymentMachine, snapshot, event);
  return { state: next.value, context: next.context };
}

test('every way of two payments leads the batch to the written state, over each of its transitions', () => {
  const taken = new Set<string>();
  const refused = new Set<string>();
  const differences: string[] = [];
  const seen = new Set<string>();
  const waiting: (readonly [PaymentOfBatch, PaymentOfBatch])[] = [[prepared, prepared]];
  for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
    const key = JSON.stringify(batch);
    if (seen.has(key)) continue;
    seen.add(key);
    const [one, other] = batch;
    const before = batchSnapshot({ 1: one.state, 2: other.state });
    for (const event of paymentEvents)
      for (const chosen of ['1', '2', '12']) {
        const next = [
          chosen.includes('1') ? moved(one, event) : one,
          chosen.includes('2') ? moved(other, event) : other,
        ] as const;
        const [first, second] = next;
        if (first === null || second === null) continue;
        const moves = {
          ...(chosen.includes('1') && { 1: first.state }),
          ...(chosen.includes('2') && { 2: second.state }),
        };
        const type = event.type.replace('PAYMENT', 'BATCH') as BatchEvent['type'];
        const sent = { type, actor: event.actor, moves };
        const name = takenBy(batchMachine, before, sent);
        if (name === null) {
          refused.add(type);
          continue;
        }
        taken.add(name);
        const [{ value }] = transition(batchMachine, before, sent);
        const was = written(first.state as StateInBatch, second.state as StateInBatch);
        if (value !== was) differences.push(`${key} ${type} ${chosen}: ${value} instead of ${was}`);
        waiting.push([first, second]);
      }
  }
  expect(differences).toEqual([]);
  // A batch is sent whole.
  expect([...refused]).toEqual(['BATCH.SEND']);
  expect(transitionsOf(batchMachine).filter((name) => !taken.has(name))).toEqual([]);
});

describe('a refusal', () => {
  const payment = (state: PaymentStateName, changes: object = {}): PaymentOfBatch => ({
    state,
    context: { ...prepared.context, ...changes },
  });
  const authorise = { type: 'PAYMENT.AUTHORISE', ...treasurer } as const;
  const refusals = (
    payments: readonly PaymentOfBatch[],
    name: 'AUTHORISE' | 'SEND' | 'CONFIRM' | 'TAKE_OUT',
    events: readonly (readonly [number, PaymentEvent])[],
    actor = treasurer,
  ) =>
    batchRefusals(
      new Map(payments.map((one, place) => [place + 1, one])),
      { type: `BATCH.${name}`, ...actor },
      new Map(events),
    ).map(({ guardia, mensaje }) => [guardia, mensaje]);

  test('says what the batch waits for', () => {
    const sentences = {
      prepared: 'Faltan giros del lote por autorizar o retirar.',
      authorised: 'El lote ya está autorizado: falta enviarlo.',
      sent: 'El lote ya se envió: faltan sus giros por confirmar o devolver.',
      paid: 'El lote está cerrado: ninguno de sus giros espera.',
      claimed: 'El lote está confirmado en parte: faltan giros por confirmar o devolver.',
    } as const;
    expect(refusals([payment('prepared')], 'SEND', [])).toEqual([
      ['stateAllows', sentences.prepared],
    ]);
    for (const state of ['authorised', 'sent', 'paid', 'claimed'] as const)
      expect(refusals([payment(state)], 'AUTHORISE', [])).toEqual([
        ['stateAllows', sentences[state]],
      ]);
  });

  test('of a payment comes once, before the choice is judged', () => {
    const own = { preparedBy: treasurer.actor.id };
    const both = [payment('prepared', own), payment('prepared', own)];
    expect(
      refusals(both, 'AUTHORISE', [
        [1, authorise],
        [2, authorise],
      ]),
    ).toEqual([['actorDidNotPrepare', 'Usted preparó este giro: otra persona debe autorizarlo.']]);
    expect(refusals(both, 'TAKE_OUT', [])).toEqual([['paymentsAreChosen', 'Marque al menos uno.']]);
    const others = [payment('prepared'), payment('prepared')];
    expect(
      refusals(others, 'AUTHORISE', [
        [1, authorise],
        [2, authorise],
      ]),
    ).toEqual([]);
    expect(refusals(others, 'AUTHORISE', [[9, authorise]])).toEqual([
      ['paymentsAreChosen', 'Marque al menos uno.'],
    ]);
  });
});
