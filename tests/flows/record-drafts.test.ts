import { expect, test } from 'vitest';
import {
  changedSince,
  shownValues,
  typedOver,
} from '#machines/flows/records/record-form.machine.ts';

const shown = { nombre: 'Centro', base: '1000', responsables: [1] };
const draft = (typed: Partial<typeof shown>) => ({
  values: { ...shown, ...typed },
  shown: shownValues(shown),
});

test('an unchanged field takes the current value of the record', () => {
  const today = { ...shown, nombre: 'Norte', base: '2000' };
  expect(typedOver(today, draft({ base: '3000', responsables: [1, 2] }))).toEqual({
    nombre: 'Norte',
    base: '3000',
    responsables: [1, 2],
  });
});

test('a record has changed once any of its fields has changed', () => {
  expect(changedSince(shown, shownValues(shown))).toBe(false);
  expect(changedSince({ ...shown, responsables: [2] }, shownValues(shown))).toBe(true);
});
