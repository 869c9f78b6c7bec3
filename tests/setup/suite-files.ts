/** Suites that are not simply a folder. */

/**
 * Files of tests/api whose results can differ between the engines, with the reason. Together they call every function
 * of the `*.repository.ts` files in server/features and server/platform/database that serves requests, except
 * `eventsBetweenIn`; the deep suite covers that function and bulk loading. Each file also runs on the embedded
 * database.
 */
export const differsOnPostgres: Readonly<Record<string, string>> = {
  'tests/api/plans.test.ts': 'the plans, and which index each statement takes',
  'tests/api/statements.test.ts': 'how many ways there and back a call takes',
  'tests/api/pages.test.ts': 'pages by key in the order of the database',
  'tests/api/search.test.ts': 'searches, whose index is another one',
  'tests/api/spending.test.ts': 'sums over texts and casts',
  'tests/api/trust.every-race.test.ts': 'fifty copies of each change at once',
  'tests/api/trust.races.test.ts': 'locks of rows, and what a lost race is answered',
  'tests/api/trust.creations.test.ts': 'unique keys under races',
  'tests/api/replay.audit.test.ts': 'the log against every column as the database gives it back',
  'tests/api/replay.administration.test.ts': 'the same for administration',
  'tests/api/replay.signatures.test.ts': 'heads of the log, signed in the order of its ids',
  'tests/api/session.second-factor.test.ts': 'rows of sessions, sign-ins and second factors',
  'tests/api/machine-keys.test.ts': 'the rows of keys, found by either secret',
  'tests/api/names-in-log.test.ts': 'rows that are logged with their random values',
  'tests/api/personal-notice.test.ts': 'a row that is created or changed',
  'tests/api/session.own.test.ts': 'the list of sessions',
  'tests/api/company-sign-in.test.ts': 'unique keys and rows that are taken once',
  'tests/api/second-factor.log.test.ts': 'the log of administration, searched',
  'tests/api/trust.logs.test.ts': 'what errors of the database leave in the log',
  'tests/api/trust.texts.test.ts': 'every text column with any character, and the workbook',
  'tests/api/mail.test.ts': 'the outbox, claimed row by row, and the rows of a legalisation',
  'tests/api/chosen-mails.test.ts': 'who is owed a mail: dates and sums in SQL',
  'tests/api/administration.handover.test.ts': 'posts that pass from one person to another',
  'tests/api/administration.catalogues.test.ts': 'catalogues, whose rows are in use elsewhere',
  'tests/api/administration.stores.test.ts': 'stores and companies',
  'tests/api/administration.versions.test.ts': 'two saves of one record at once',
  'tests/api/administration.log.test.ts': 'an event for each change, in its transaction',
  'tests/api/boxes.reads.test.ts': 'lists of boxes and expenses with their counts',
  'tests/api/expenses.suggestions.test.ts': 'what was recorded before, found by supplier',
  'tests/api/expenses.correct.test.ts': 'the same receipt twice, found in time',
  'tests/api/invoices.documents.test.ts': 'files in the database',
  'tests/api/invoices.authenticity.test.ts': 'invoices behind an expense',
  'tests/api/one-invoice.test.ts': 'expenses that claim one invoice, found by supplier and number',
  'tests/api/cash-counts.test.ts': 'counts of a store in order',
  'tests/api/suppliers.test.ts': 'the expenses of merged suppliers, found by either of them',
  'tests/api/supporting-documents.test.ts':
    'purchases without a document, found by supplier, and sums',
  'tests/api/limits.test.ts': 'two recordings at once under one limit, and sums in SQL',
  'tests/api/entries.test.ts': 'entries in rows that triggers lock, exported one by one',
  'tests/api/movements.test.ts': 'locks of movements, payments of both kinds in one list',
  'tests/api/watching.test.ts': 'figures of the database for the operator',
  'tests/api/workflow.years.test.ts':
    'each question of the workflow, answered as by the embedded database',
  'tests/api/payment-totals.test.ts': 'sums over payments, grouped by how they are paid',
  'tests/api/workflow.fund-log.test.ts': 'the log of the funds with columns of several tables',
  'tests/api/derived-tables.test.ts': 'counts and texts, rebuilt by statements of their own',
  'tests/api/imports.test.ts': 'many rows in one transaction',
  'tests/api/openings.test.ts': 'what followed an opening, and its rows taken back',
  'tests/api/openings.import.test.ts': 'locks and rows of many stores in one transaction',
  'tests/api/batch-size.test.ts': 'many rows written by one statement, built for each engine',
};

/**
 * Files that take too long for `npm test`: hostile, damaged and missing files, kills, full disks, long loads, and operator
 * commands.
 */
export const deepTests = [
  'tests/process/backup.test.ts',
  'tests/process/file-faults.test.ts',
  'tests/process/full-disk.test.ts',
  'tests/process/grown-company.test.ts',
  'tests/process/killing.test.ts',
  'tests/process/release.test.ts',
  'tests/process/traces.test.ts',
  'tests/process/untrusted-files.test.ts',
  'tests/process/damaged-receipts.test.ts',
  'tests/process/damaged-storage.test.ts',
  'tests/process/memory.test.ts',
  'tests/server/documents/consolidated.load.test.ts',
  'tests/server/workers/fuzz.test.ts',
  'tests/api/untrusted-files.limits.test.ts',
];

/** Files of tests/e2e for the deep suite; jsdom or API tests cover the same in `npm test`. */
export const deepBrowserTests = [
  'tests/e2e/absence.test.ts',
  'tests/e2e/box-screen.test.ts',
  'tests/e2e/catalogues.test.ts',
  'tests/e2e/company-sign-in.test.ts',
  'tests/e2e/control-states.test.ts',
  'tests/e2e/decision-screens.test.ts',
  'tests/e2e/delays.test.ts',
  'tests/e2e/empty-installation.test.ts',
  'tests/e2e/errors-in-view.test.ts',
  'tests/e2e/first-day.test.ts',
  'tests/e2e/fund.test.ts',
  'tests/e2e/hostile-words.test.ts',
  'tests/e2e/invoice-scan.test.ts',
  'tests/e2e/mails.test.ts',
  'tests/e2e/payments.test.ts',
  'tests/e2e/pending.test.ts',
  'tests/e2e/print.test.ts',
  'tests/e2e/receipt-photo.test.ts',
  'tests/e2e/second-factor.test.ts',
  'tests/e2e/sentences.test.ts',
  'tests/e2e/six-payments.test.ts',
  'tests/e2e/workflow-picture.test.ts',
  'tests/e2e/workflow-questions.test.ts',
  'tests/e2e/workflow.test.ts',
];

/**
 * Files of the suite `full-length`: those that `npm test` runs at a shorter length (`tests/kit/full-length.ts`), and
 * `deepTests`.
 */
export const longTests = [
  'tests/api/fund-walk.test.ts',
  'tests/domain/fund-walk.test.ts',
  'tests/api/company-sign-in.test.ts',
  ...deepTests,
];

/** Files of the deep suite `undisturbed`: they measure times, which other suites beside them would change. */
export const measuringTests = ['tests/process/untrusted-files.test.ts'];
