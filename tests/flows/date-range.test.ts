import { describe, expect, test } from 'vitest';
import { periodRefusals, rangeRefusals } from '#machines/flows/steps/date-range.form.ts';

describe('a date range', () => {
  const none: string[] = [];
  test.each([
    [{ desde: '', hasta: '' }, none],
    [{ desde: '2026-11-20', hasta: '' }, none],
    [{ desde: '2026-11-20', hasta: '2026-11-20' }, none],
    [{ desde: '2026-11-21', hasta: '2026-11-20' }, ['hasta']],
    [{ desde: '20/1', hasta: '2026-11-20' }, ['desde']],
    [{ desde: '3', hasta: '4' }, ['desde', 'hasta']],
    [{ desde: '9999-01-01', hasta: '9999-12-31' }, ['desde', 'hasta']],
    [{ desde: '1999-12-31', hasta: '' }, ['desde']],
    [{ desde: '2016-02-29', hasta: '2026-02-27' }, none],
    [{ desde: '2016-03-01', hasta: '2026-03-01' }, ['hasta']],
  ])('%o is refused at %o', (range, fields) => {
    expect(rangeRefusals(range).map(({ guardia }) => guardia)).toEqual(fields);
  });

  test('of a period requires both ends', () => {
    const fields = periodRefusals({ desde: '', hasta: '2026-11-2' }).map(({ guardia }) => guardia);
    expect(fields).toEqual(['desde', 'hasta']);
  });
});
