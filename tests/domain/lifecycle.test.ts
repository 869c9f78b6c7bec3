/** The progress of a box as the charts and the screens show it. */
import { describe, expect, test } from 'vitest';
import type { BoxExpense } from '#machines/domain/box/box.machine.ts';
import { boxPassages, boxStages, lifecycleOf, stageAfter } from '#machines/domain/box/lifecycle.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';

const expense = (estado: number, needsMaintenance = false): BoxExpense => ({
  id: 1,
  estado,
  needsMaintenance,
  hasReceipt: true,
});

const of = (...expenses: BoxExpense[]) => ({ expenses });

const plain = of(expense(1));
const forMaintenance = of(expense(1), expense(2, true));

describe('the stages of a box', () => {
  test('are in the order of the longest path', () => {
    expect(boxStages).toEqual([
      'open',
      'supervision',
      'maintenance',
      'preliminary',
      'readyToShip',
      'finalAccounting',
      'closed',
    ]);
  });

  test('are connected by exactly these transitions', () => {
    expect(boxPassages.map(({ from, event, to }) => `${from} ${event} ${to}`)).toEqual([
      'open BOX.SEND supervision',
      'supervision BOX.SEND_SUPERVISOR maintenance',
      'supervision BOX.SEND_SUPERVISOR preliminary',
      'maintenance BOX.SEND_MAINTENANCE preliminary',
      'preliminary BOX.SEND_PRELIMINARY readyToShip',
      'readyToShip BOX.SHIP finalAccounting',
      'finalAccounting BOX.SEND_FINAL closed',
    ]);
  });
});

describe('the next stage', () => {
  test.each<[BoxStateName, ReturnType<typeof of>, BoxStateName | null]>([
    ['open', of(), 'supervision'],
    ['open', plain, 'supervision'],
    ['supervision', plain, 'preliminary'],
    ['supervision', forMaintenance, 'maintenance'],
    ['supervision', of(expense(3, true)), 'maintenance'],
    ['supervision', of(expense(4, true)), 'preliminary'],
    ['maintenance', of(expense(13, true)), 'preliminary'],
    ['preliminary', of(expense(3)), 'readyToShip'],
    ['readyToShip', of(expense(6)), 'finalAccounting'],
    ['finalAccounting', of(expense(3)), 'closed'],
    ['closed', of(expense(15)), null],
  ])('after %s with %j: %s', (state, context, next) => {
    expect(stageAfter(state, context)).toBe(next);
  });
});

describe('the progress', () => {
  const words = (...given: Parameters<typeof lifecycleOf>) =>
    lifecycleOf(...given)
      .map(({ state, progress }) => `${state} ${progress}`)
      .join(', ');

  test('of an open box skips maintenance unless an expense needs it', () => {
    expect(words('open', plain, [])).toBe(
      'open current, supervision pending, maintenance skipped, preliminary pending, readyToShip pending, finalAccounting pending, closed pending',
    );
    expect(words('open', forMaintenance, [])).toContain('maintenance pending');
  });

  test('of an empty box has maintenance pending', () => {
    expect(words('open', of(), [])).toContain('maintenance pending');
  });

  test('skips maintenance once the supervisor has rejected its last expense', () => {
    expect(words('supervision', forMaintenance, ['open'])).toContain('maintenance pending');
    expect(words('supervision', of(expense(3), expense(4, true)), ['open'])).toContain(
      'maintenance skipped',
    );
  });

  test('depends on the past states of the box, not on the current states of its expenses', () => {
    const rejected = of(expense(10, true));
    const behind: BoxStateName[] = ['open', 'supervision', 'maintenance'];
    expect(words('preliminary', rejected, behind)).toContain('maintenance done');
    expect(words('preliminary', rejected, ['open', 'supervision'])).toContain(
      'maintenance skipped',
    );
  });

  test('of a closed box has no pending stage', () => {
    const behind = boxStages.filter((state) => state !== 'maintenance');
    expect(words('closed', of(expense(15)), behind)).toBe(
      'open done, supervision done, maintenance skipped, preliminary done, readyToShip done, finalAccounting done, closed done',
    );
  });
});
