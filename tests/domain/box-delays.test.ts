import { describe, expect, test } from 'vitest';
import {
  type DelayFacts,
  delaysOf,
  isLate,
  lateSince,
  usualStay,
} from '#machines/domain/box/box-delays.ts';
import { calendarOf, usualHours } from '#machines/domain/values/working-hours.ts';

const hour = 3_600_000;
/** A working day from 8:00 to 17:00. */
const day = 9 * hour;
const calendar = calendarOf(usualHours);

const stores = [
  { id: 1, nombre: 'Centro', id_supervisor: 30, supervisor: 'Luis' },
  { id: 2, nombre: 'Norte', id_supervisor: 30, supervisor: 'Luis' },
  { id: 3, nombre: 'Sur', id_supervisor: 31, supervisor: 'Ana' },
];

const luis = { id: 30, nombre: 'Luis' };

const facts: DelayFacts = {
  stores,
  waiting: [
    { id_tienda: 1, estado: 'supervision', desde: 500 },
    { id_tienda: 1, estado: 'supervision', desde: 300 },
    { id_tienda: 2, estado: 'supervision', desde: 400 },
    { id_tienda: 3, estado: 'readyToShip', desde: 100 },
  ],
  stays: [
    ...[5, 1, 4, 2, 3].map((duracion) => ({
      id_tienda: 1,
      estado: 'supervision' as const,
      duracion,
      actor: luis,
    })),
    { id_tienda: 2, estado: 'supervision', duracion: -7, actor: { id: 32, nombre: 'Eva' } },
    { id_tienda: 3, estado: 'preliminary', duracion: 9, actor: { id: 60, nombre: 'Marta' } },
  ],
};

const line = ({
  nombre,
  estado,
  cajas,
  desde,
  mediana,
  p90,
}: ReturnType<typeof delaysOf>[number]) => [nombre, estado, cajas, desde, mediana, p90].join(' ');

describe('delays', () => {
  test('by store and stage', () => {
    expect(delaysOf(facts, 'tienda').map(line)).toEqual([
      'Centro supervision 2 300 3 5',
      'Norte supervision 1 400 0 0',
      'Sur preliminary 0  9 9',
      'Sur readyToShip 1 100  ',
    ]);
  });

  test('by user: a waiting box counts for its holder, a stay for the user who ended it', () => {
    expect(delaysOf(facts, 'persona').map(line)).toEqual([
      'Luis supervision 3 300 3 5',
      'Eva supervision 0  0 0',
      'Marta preliminary 0  9 9',
      'Tienda readyToShip 1 100  ',
    ]);
  });
});

test.each([
  [2 * day, 2, false],
  [2 * day + 1, 2, true],
  [null, 2, false],
  [9 * day, null, false],
])('%s milliseconds with a target of %s days are late: %s', (time, days, late) => {
  expect(isLate(time, days, calendar)).toBe(late);
});

test('with a target of one day, a box of Friday 16:00 is late after Monday 16:00', () => {
  const friday = Date.parse('2026-06-19T16:00-05:00');
  const since = (monday: string) =>
    lateSince({ supervision: 1 }, Date.parse(`2026-06-22T${monday}-05:00`), calendar);
  expect(since('16:00')).toEqual({ supervision: friday });
  expect(since('16:00:01')).toEqual({ supervision: friday + 1_000 });
  expect(lateSince({}, friday, calendar)).toEqual({});
});

test.each([
  [[], null],
  [[1, 2], null],
  [[9, 1, 4], 4],
  [[4, 1, 3, 2], 2],
])('the usual stay of %j is %j', (stays, usual) => {
  expect(usualStay(stays)).toBe(usual);
});
