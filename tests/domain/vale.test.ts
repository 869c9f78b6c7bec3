import { getShortestPaths } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import { explainVale, type ValeEvent, valeMachine } from '#machines/domain/fund/vale.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { mutantsOf } from './mutants.ts';
import { mismatchesOf, reasonMismatchesOf, type Row } from './payment-truth.ts';

const drawer = { inDrawer: 50_000_00, isActiveStore: true };
const given = { inDrawer: 0, isActiveStore: true };
/** Receipts of 30.000 that nobody had recorded on the day of the opening, and an expense of all of them. */
const ofOpening = { ...given, ofOpening: { left: 30_000_00, day: '2026-06-17' } };
const bought = { valor: 30_000_00, dia: '2026-06-17' };
const cash = { valor: 50_000_00, persona: 'Ana Ruiz' };

const leaving = (type: string, by: readonly number[], to: string): Row => ({
  from: 'out',
  type,
  by,
  to,
  context: given,
  payload: {},
  asks: 'actorIsStore',
});

/** The machine of a vale as a handwritten table. */
const rows: readonly Row[] = [
  {
    from: 'requested',
    type: 'VALE.GIVE',
    by: [2, 4],
    to: 'out',
    context: drawer,
    payload: cash,
    refused: [
      { context: { ...drawer, isActiveStore: false }, by: 'storeIsActive' },
      { payload: { ...cash, valor: 0 }, by: 'amountIsGiven' },
      { payload: { ...cash, valor: 50_000_01 }, by: 'drawerHoldsIt' },
      {
        context: { ...drawer, inDrawer: -1 },
        payload: { ...cash, valor: 1 },
        by: 'drawerHoldsIt',
      },
      { payload: { ...cash, persona: ' ' }, by: 'personIsGiven' },
    ],
  },
  { ...leaving('VALE.USE', [2, 4], 'used'), payload: bought },
  {
    ...leaving('VALE.USE', [2, 4], 'out'),
    context: ofOpening,
    payload: { ...bought, valor: 29_999_99 },
    after: { ...given, ofOpening: { left: 1, day: '2026-06-17' } },
    refused: [
      {
        payload: { ...bought, valor: 29_999_99, dia: '2026-06-18' },
        by: 'boughtBeforeOpening',
      },
    ],
  },
  {
    ...leaving('VALE.USE', [2, 4], 'used'),
    context: ofOpening,
    payload: bought,
    refused: [{ payload: { ...bought, dia: '2026-06-18' }, by: 'boughtBeforeOpening' }],
  },
  leaving('VALE.RETURN', [2, 4], 'returned'),
  // The change of the person in charge sends it, for any user.
  leaving('VALE.CHARGE', [1, 2, 3, 4, 5, 6, 7, 8], 'charged'),
  // So does the opening that is taken back.
  {
    ...leaving('VALE.TAKE_BACK', [1, 2, 3, 4, 5, 6, 7, 8], 'returned'),
    context: ofOpening,
    refused: [{ context: given, by: 'isOfOpening' }],
  },
];

describe('the machine vale', () => {
  const mismatches = mismatchesOf(rows);

  test('accepts exactly the events of its table', () => {
    expect([...mismatches(valeMachine)]).toEqual([]);
  });

  test('explains its refusals', () => {
    expect([...reasonMismatchesOf(valeMachine, rows, explainVale)]).toEqual([]);
  });

  test('has no mutant that its table does not detect', () => {
    const mutants = [...mutantsOf(valeMachine)];
    expect(mutants.length).toBeGreaterThan(14);
    const survivors = mutants.filter((one) => mismatches(one.machine, one).next().done);
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });
});

test('every state of a vale has the expected shortest path', () => {
  const actor: Person = { id: 2, profile: 2 };
  const events: ValeEvent[] = [
    { type: 'VALE.GIVE', actor, ...cash },
    { type: 'VALE.USE', actor, ...bought },
    { type: 'VALE.RETURN', actor },
    { type: 'VALE.CHARGE', actor },
  ];
  const paths = getShortestPaths(valeMachine, { events, input: drawer }).map(({ state, steps }) => [
    state.value,
    steps.slice(1).map(({ event }) => event.type.replace('VALE.', '')),
  ]);
  expect(Object.fromEntries(paths)).toEqual({
    requested: [],
    out: ['GIVE'],
    used: ['GIVE', 'USE'],
    returned: ['GIVE', 'RETURN'],
    charged: ['GIVE', 'CHARGE'],
  });
});
