/**
 * What the product promises about the money and documents of its users, and the test files that try to break each
 * promise. `npm run test:trust` runs them and prints the table; docs/security.md explains it.
 * @typedef {{ promise: string, files: readonly string[] }} TrustPromise
 */

/** @type {readonly { part: string, promises: readonly TrustPromise[] }[]} */
export const TRUST = [
  {
    part: 'Nobody gets in',
    promises: [
      {
        promise: 'Every call and document is answered only for authorised users',
        files: ['tests/api/trust.matrix.test.ts'],
      },
      {
        promise: 'The key of another program opens its scopes, and nothing else',
        files: ['tests/api/trust.keys.test.ts'],
      },
      {
        promise: 'Nobody decides an expense that they recorded, or outside its stage',
        files: ['tests/domain/separation.test.ts'],
      },
      {
        promise: 'A substitute decides for the absent user on the agreed days only',
        files: ['tests/api/absence.test.ts', 'tests/domain/delegation.test.ts'],
      },
      {
        promise: 'Every box always has somebody who may decide it',
        files: [
          'tests/api/administration.deciders.test.ts',
          'tests/api/administration.handover.test.ts',
        ],
      },
      {
        promise: 'Sessions and passwords withstand a patient attacker',
        files: [
          'tests/api/trust.sessions.test.ts',
          'tests/api/session.test.ts',
          'tests/api/session.own.test.ts',
          'tests/api/trust.passwords.test.ts',
        ],
      },
      {
        promise: 'Password guessing is slowed down and locks nobody out',
        files: ['tests/api/trust.doors.test.ts'],
      },
      {
        promise: 'No data stay in the browser after signing out',
        files: ['tests/e2e/signed-out.test.ts'],
      },
      {
        promise: 'A second factor is required where configured, and each code works once',
        files: [
          'tests/api/session.second-factor.test.ts',
          'tests/api/second-factor.log.test.ts',
          'tests/e2e/second-factor.test.ts',
        ],
      },
      {
        promise: 'Nobody gains permissions, or access to the account of another user',
        files: [
          'tests/domain/authority.test.ts',
          'tests/api/trust.ladder.test.ts',
          'tests/api/authority.test.ts',
          'tests/api/session.password.test.ts',
          'tests/server/password-choice.test.ts',
        ],
      },
      {
        promise: 'Text from users is never executed',
        files: [
          'tests/e2e/hostile-words.test.ts',
          'tests/api/trust.texts.test.ts',
          'tests/api/http-page.test.ts',
        ],
      },
      {
        promise: 'The type of a file comes from its content, and its scripts never run',
        files: [
          'tests/api/trust.files.test.ts',
          'tests/api/receipts.test.ts',
          'tests/api/documents.test.ts',
        ],
      },
      {
        promise: 'Untrusted files are opened in a separate process with limits',
        files: [
          'tests/server/workers/worker-pool.test.ts',
          'tests/api/legalisation.test.ts',
          'tests/api/untrusted-files.limits.test.ts',
        ],
      },
      {
        promise: 'No input crashes the server or changes a row by accident',
        files: [
          'tests/api/trust.fuzz.test.ts',
          'tests/api/http-entry.test.ts',
          'tests/api/slow-clients.test.ts',
        ],
      },
      {
        promise: 'The files of one user do not block other users',
        files: [
          'tests/process/untrusted-files.test.ts',
          'tests/server/refused-bodies.test.ts',
          'tests/process/damaged-receipts.test.ts',
          'tests/server/workers/fuzz.test.ts',
        ],
      },
      {
        promise: 'Imported invoices are read in a separate process; what is not verified is shown',
        files: [
          'tests/server/electronic-invoices/refused-files.test.ts',
          'tests/server/electronic-invoices/authenticity.test.ts',
          'tests/api/invoices.authenticity.test.ts',
        ],
      },
      {
        promise: 'Long reads delay nobody, and show nobody more than other calls',
        files: [
          'tests/api/workflow.threads.test.ts',
          'tests/api/workflow.box.test.ts',
          'tests/api/workflow.exports.test.ts',
        ],
      },
      {
        promise: 'The log contains no secrets',
        files: ['tests/api/trust.logs.test.ts'],
      },
    ],
  },
  {
    part: 'Money cannot grow',
    promises: [
      {
        promise: 'No sequence of events grants, splits or takes more than there is',
        files: [
          'tests/domain/money-invariants.test.ts',
          'tests/domain/fund.test.ts',
          'tests/api/money.test.ts',
        ],
      },
    ],
  },
  {
    part: 'Nothing gets lost',
    promises: [
      {
        promise: 'Of many simultaneous copies of a request, one takes effect',
        files: [
          'tests/api/trust.every-race.test.ts',
          'tests/api/trust.races.test.ts',
          'tests/api/trust.creations.test.ts',
        ],
      },
      {
        promise: 'Acknowledged changes survive SIGKILL, and none is half done',
        files: ['tests/process/killing.test.ts'],
      },
      {
        promise: 'A full disk is reported, loses nothing, and needs no restart',
        files: ['tests/process/full-disk.test.ts'],
      },
      {
        promise: 'A backup is consistent, and a damaged one is refused',
        files: ['tests/server/backup/backup.test.ts', 'tests/process/backup.test.ts'],
      },
      {
        promise: 'The log proves what happened',
        files: [
          'tests/api/replay.audit.test.ts',
          'tests/api/replay.forgery.test.ts',
          'tests/api/replay.administration.test.ts',
        ],
      },
      {
        promise: 'Every administrative change is logged',
        files: ['tests/api/administration.log.test.ts'],
      },
      {
        promise: 'A completely rewritten log does not match the signed heads',
        files: ['tests/api/replay.signatures.test.ts'],
      },
      {
        promise: 'A schema is migrated completely or not at all, and a newer one is refused',
        files: ['tests/server/database/migrations.test.ts'],
      },
      {
        promise: 'Nobody waits for ever for an external service that does not answer',
        files: ['tests/server/silence.test.ts'],
      },
      {
        promise: 'Neither memory nor file descriptors grow with the number of requests',
        files: ['tests/process/memory.test.ts', 'tests/api/workflow.threads.test.ts'],
      },
      {
        promise: 'Only data without effect are cleaned up',
        files: ['tests/server/housekeeping.test.ts', 'tests/api/receipts.test.ts'],
      },
      {
        promise: 'The server reports when it is ready, and stops without losing a request',
        files: ['tests/process/starting.test.ts', 'tests/process/stopping.test.ts'],
      },
    ],
  },
];

/** Environment for full length, and longer still where hours find more than minutes (docs/security.md). */
export const TRIAL_LENGTH = {
  TEST_LENGTH: 'full',
  KILLS: '50',
  FUZZ_RUNS: '80',
  LADDER_CALLS: '4',
  MEMORY_REQUESTS: '30000',
  DAY_SEARCHES: '10000',
  DAMAGED: '1200',
  FUZZ_FILES: '100000',
  HEALTH_LIMIT: '50',
};

/** Each file once, as several promises may share it. */
export const TRUST_FILES = [
  ...new Set(TRUST.flatMap(({ promises }) => promises.flatMap(({ files }) => files))),
];

/**
 * The table as text, and the files that no suite ran; each of them counts as a failure of its promises.
 * @param {readonly import('./figures.reporter.ts').FileFigures[]} figures
 */
export function trustTable(figures) {
  const missing = TRUST_FILES.filter((file) => !figures.some((run) => run.file === file));
  const rows = TRUST.flatMap(({ part, promises }) => [
    [part, '', ''],
    ...promises.map(({ promise, files }) => {
      const runs = figures.filter(({ file }) => files.includes(file));
      const absent = missing.filter((file) => files.includes(file)).length;
      const cases = runs.reduce((sum, run) => sum + run.cases, 0);
      const failed = runs.reduce((sum, run) => sum + run.failed, absent);
      return [`  ${promise}`, String(cases), String(failed)];
    }),
  ]);
  const width = Math.max(...rows.map(([text = '']) => text.length));
  const text = [['Promise', 'Cases tried', 'Failures'], ...rows]
    .map(([promise = '', cases = '', failed = '']) =>
      `${promise.padEnd(width)}  ${cases.padStart(11)}  ${failed.padStart(8)}`.trimEnd(),
    )
    .join('\n');
  return { text, missing };
}
