import { describe, expect, test } from 'vitest';
import { isLow } from '#machines/domain/fund/fund.ts';
import { awaitedStates, statesOfGroup, undecidedStates } from '#machines/domain/stages/stages.ts';
import { type Visit, visitAt } from '#machines/flows/records/list.machine.ts';

describe('the pending states', () => {
  const papers = { boxes: ['readyToShip'], expenses: [] };
  test.each([
    [1, { boxes: [], expenses: [] }],
    [2, papers],
    [3, { boxes: ['supervision'], expenses: ['unreviewed'] }],
    [4, papers],
    [5, { boxes: ['maintenance'], expenses: ['pendingMaintenance'] }],
    [
      6,
      {
        boxes: ['preliminary', 'finalAccounting'],
        expenses: ['supervisorApproved', 'maintenanceApproved'],
      },
    ],
    [7, { boxes: [], expenses: [] }],
    [8, { boxes: [], expenses: [] }],
  ])('of profile %i', (profile, waiting) => {
    expect({ boxes: awaitedStates(profile), expenses: undecidedStates(profile) }).toEqual(waiting);
  });

  test('are a group apart from the other and the closed boxes, without the open box', () => {
    expect(statesOfGroup(3, 'por_decidir')).toEqual(['supervision']);
    expect(statesOfGroup(3, 'en_tramite')).toEqual([
      'maintenance',
      'preliminary',
      'readyToShip',
      'finalAccounting',
    ]);
    expect(statesOfGroup(3, 'cerradas')).toEqual(['closed']);
    expect(statesOfGroup(7, 'en_tramite')).toHaveLength(5);
  });
});

test.each([
  [100, 31, false],
  [100, 30, true],
  [100, 29, true],
  [1_000_000_00, 300_000_00, true],
  [100, -5, true],
  [0, 0, false],
  [0, -1, false],
])('with a base of %i centavos, %i left are low: %s', (base, disponible, low) => {
  expect(isLow({ base, disponible })).toBe(low);
});

test.each([
  [12, 12, true],
  [12, 13, false],
  [99, 99, true],
  [0, 0, false],
  [0, -5, false],
])('with a threshold of %i percent, %i left of 100 are low: %s', (percent, disponible, low) => {
  expect(isLow({ base: 100, disponible }, percent)).toBe(low);
});

describe('a visit', () => {
  const minute = 60_000;
  const first: Visit = { before: null, last: 100 * minute };
  test('starts when there is no earlier one', () => {
    expect(visitAt(null, 100 * minute)).toEqual(first);
  });
  test('goes on less than half an hour after the last look', () => {
    expect(visitAt(first, 129 * minute)).toEqual({ before: null, last: 129 * minute });
  });
  test('ends after half an hour without a look', () => {
    expect(visitAt(first, 130 * minute)).toEqual({ before: 100 * minute, last: 130 * minute });
  });
});
