import { expect, test } from 'vitest';
import { PRODUCTION_FOLDERS, sources } from './source-graph.ts';

/** Date arithmetic and formatting without date-fns. */
const byHand =
  /\bDate\.(parse|UTC)\(|\bnew Date\(|\bIntl\.(DateTimeFormat|RelativeTimeFormat|DurationFormat)\b|\.(to(Locale)?(Date|Time)String|toISOString|[gs]et(UTC)?(Date|Day|Month|FullYear|Hours|Minutes|Seconds))\(|\b86_?400|\b24 \* (60|HOUR)|\b3_?600_?000\b/;

/** Files with date code that date-fns does not cover, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  'machines/domain/values/bogota-time.ts': 'the zone of Colombia, on a machine in another one',
  'src/wire/server-clock.ts': 'the date of a header',
  'server/features/invoices/xml/invoice-checks.ts': 'the dates of a certificate',
  'server/operate/audit/log-signatures.ts': 'an instant in UTC, on a machine in another zone',
  'server/operate/backup/embedded-backup.ts': 'an instant in UTC, on a machine in another zone',
};

test('dates are computed and formatted with date-fns, except in the listed files', () => {
  const found = sources([...PRODUCTION_FOLDERS]).flatMap(({ path, code }) =>
    code.split('\n').some((line) => byHand.test(line)) ? [path] : [],
  );
  expect(found.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
