/** The way of a box as the drawings and the screens show it. */
import { describe, expect, test } from 'vitest';
import type { BoxExpense } from '#machines/domain/box/box.machine.ts';
import { boxPassages, boxStages, lifecycleOf, stageAfter } from '#machines/domain/box/lifecycle.ts';
import type { BoxStateName } from '#machines/domain/box/states.ts';

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
  test('come in the order in which the longest way meets them', () => {
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

  test('are joined by the passages of the chart and by no other', () => {
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

describe('what comes next', () => {
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

describe('the way of one box', () => {
  const words = (...given: Parameters<typeof lifecycleOf>) =>
    lifecycleOf(...given)
      .map(({ state, progress }) => `${state} ${progress}`)
      .join(', ');

  test('of a box that is being filled: maintenance only when an expense is for it', () => {
    expect(words('open', plain, [])).toBe(
      'open current, supervision pending, maintenance skipped, preliminary pending, readyToShip pending, finalAccounting pending, closed pending',
    );
    expect(words('open', forMaintenance, [])).toContain('maintenance pending');
  });

  test('nothing is known yet of the way of an empty box', () => {
    expect(words('open', of(), [])).toContain('maintenance pending');
  });

  test('the supervisor who rejects the last expense for maintenance takes the stage away', () => {
    expect(words('supervision', forMaintenance, ['open'])).toContain('maintenance pending');
    expect(words('supervision', of(expense(3), expense(4, true)), ['open'])).toContain(
      'maintenance skipped',
    );
  });

  test('what is done follows from where the box was, not by what its expenses are now', () => {
    const rejected = of(expense(10, true));
    const behind: BoxStateName[] = ['open', 'supervision', 'maintenance'];
    expect(words('preliminary', rejected, behind)).toContain('maintenance done');
    expect(words('preliminary', rejected, ['open', 'supervision'])).toContain(
      'maintenance skipped',
    );
  });

  test('a closed box has nothing left to do', () => {
    const behind = boxStages.filter((state) => state !== 'maintenance');
    expect(words('closed', of(expense(15)), behind)).toBe(
      'open done, supervision done, maintenance skipped, preliminary done, readyToShip done, finalAccounting done, closed done',
    );
  });
});
