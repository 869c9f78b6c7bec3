/// <reference types="vitest/config" />
import { availableParallelism, tmpdir } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { drawnCharts } from './scripts/charts/plugin.ts';
import { checkedFolder, nodeCheck } from './scripts/node-check-plugin.ts';
import { compressedFiles, pagePreload } from './scripts/page-files.ts';
import { serviceWorker } from './scripts/offline/service-worker-plugin.ts';
import { globalStyles } from './scripts/styles/global-styles-plugin.ts';
import { scratchFolder } from './scripts/scratch-folder.ts';
import {
  deepBrowserTests,
  deepTests,
  differsOnPostgres,
  longTests,
  measuringTests,
} from './tests/setup/suite-files.ts';

// Imports nothing from vitest, not even a helper: `npm start` builds with this file where
// devDependencies are not installed.

/** Address of the server of `npm run dev`, to which the page forwards calls and documents. */
const SERVER_IN_DEVELOPMENT = 'http://127.0.0.1:3000';
const ANSWERED_BY_THE_SERVER = ['/api', '/documentos', '/ingreso', '/salud', '/listo', '/metricas'];

/** In production the server writes its settings into the page; in development Vite does. */
function settingsInDevelopment(): Plugin {
  return {
    name: 'settings-in-development',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%API_TOKEN%', process.env.API_TOKEN ?? 'caja-menor')
        .replaceAll('%COMPANY_NAME%', process.env.COMPANY_NAME ?? '')
        .replaceAll('%VERSION%', process.env.npm_package_version ?? '')
        .replaceAll('%MAILS%', process.env.SMTP_URL ? 'si' : 'no'),
  };
}

/** The process of the server's worker threads, and their modules (server/platform/workers). */
export const workers = {
  'worker-host': 'server/platform/workers/worker-host.ts',
  'untrusted-files': 'server/app/untrusted-files.worker.ts',
  reads: 'server/app/reads.worker.ts',
};

/** Packages of several hundred mostly unused files each; bundling them makes the server start faster. */
export const bundled = ['date-fns', 'kysely', 'write-excel-file'];

/** `vite build --ssr`: the server's programs, in dist/server; other packages stay in node_modules. */
const programs: UserConfig = {
  plugins: [nodeCheck()],
  publicDir: false,
  ssr: { noExternal: bundled },
  build: {
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        demo: 'server/operate/commands/demo.ts',
        'db-migrate': 'server/operate/commands/db-migrate.ts',
        'derived-rebuild': 'server/operate/commands/derived-rebuild.ts',
        'audit-verify': 'server/operate/commands/audit-verify.ts',
        backup: 'server/operate/commands/backup.ts',
        restore: 'server/operate/commands/restore.ts',
        'database-move': 'server/operate/commands/database-move.ts',
        'admin-create': 'server/operate/commands/admin-create.ts',
        'factor-reset': 'server/operate/commands/factor-reset.ts',
        'data-grow': 'server/operate/commands/data-grow.ts',
        'import-invoices': 'server/operate/commands/import-invoices.ts',
        ...workers,
      },
      output: {
        entryFileNames: ({ name }) => `${name in workers ? '' : `${checkedFolder}/`}[name].js`,
      },
    },
  },
};

/**
 * Chunks of the page by their first modules: a chunk has all that its modules import and that no earlier chunk has.
 * They are few, so that a screen requests few of them and the next screen has most of its code already.
 */
const files = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'page', test: /src\/(app\/page|features\/session\/LoginView)\.tsx/ },
  { name: 'motion', test: /src\/ui\/overlay\/MovingParts/ },
  {
    name: 'application',
    test: /src\/(app\/ApplicationRoutes|features\/\w+\/(\w*List|Stores|History|Pending\w*)View)/,
  },
  // Fetched when the browser is idle.
  { name: 'overlay', test: /src\/ui\/overlay\/(ActionMenu|ConfirmDialog|SideDrawer)/ },
  // Alone, since the form of an expense is opened over the slowest networks.
  { name: 'form', test: /src\/(features\/expenses\/CreateExpenseView|ui\/fields\/\w+Field\.tsx)/ },
  { name: 'boxes', test: /src\/features\/(boxes|fund)\/\w+View/ },
  { name: 'expenses', test: /src\/features\/(expenses|review)\/\w+View/ },
  { name: 'administration', test: /src\/features\/(?!workflow)\w+\/\w+View/ },
  { name: 'workflow', test: /src\/features\/workflow\/\w+View/ },
].map((file, index, { length }) => ({ ...file, priority: length - index }));

const charts = drawnCharts();

/** `vite build` and the development server: the page, in dist/web. */
const page: UserConfig = {
  plugins: [
    react(),
    settingsInDevelopment(),
    charts,
    globalStyles(),
    pagePreload(),
    serviceWorker(),
    compressedFiles(),
  ],
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // A browser without support for it fetches the same files a little later.
    modulePreload: { polyfill: false },
    // The largest chunk has the drawn charts, which compress well; only the workflow page fetches it.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Would print a warning on a busy machine, where drawing the charts and compressing take long.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: files } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(ANSWERED_BY_THE_SERVER.map((path) => [path, SERVER_IN_DEVELOPMENT])),
  },
};

/**
 * Test files share the process of their worker and the modules they import, which take most of their time. So no module
 * may hold the state of a test.
 */
const shared = {
  environment: 'node',
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // On a busy machine a polled condition may take longer than the default of one second.
  expect: { poll: { timeout: 15_000 } },
} as const;

/** For suites that run the server's sources. */
const builtWorkers = 'tests/setup/built-workers.ts';

const builtApp = 'tests/setup/built-app.ts';

const postgres = 'tests/setup/postgres.ts';

/** Skips a suite, with a message, on a machine that lacks the programs that its `globalSetup` looks for. */
const runner = 'tests/setup/skipping-runner.ts';

/** Options of the suites in a browser. They run after all others, since a busy machine slows browsers down. */
const browser = {
  globalSetup: [builtApp, 'tests/setup/browser.ts', 'tests/setup/demonstration.ts'],
  runner,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  hookTimeout: 120_000,
} satisfies UserConfig['test'];

/** `npm test`: every promise once. */
const everyday = [
  suite('architecture'),
  suite('contract'),
  suite('domain'),
  { ...suite('flows'), plugins: [charts] },
  suite('server', { globalSetup: builtWorkers, exclude: deepTests }),
  {
    ...suite('views', { environment: 'jsdom', setupFiles: ['tests/kit/views-setup.ts'] }),
    plugins: [charts],
  },
  suite('api-sqlite', {
    globalSetup: builtWorkers,
    include: ['tests/api/**/*.test.{ts,tsx}'],
    exclude: deepTests,
    env: { TEST_ENGINE: 'sqlite', TEST_DATABASE_URL: '' },
  }),
  suite('api-postgres', {
    globalSetup: [builtWorkers, postgres],
    runner,
    include: Object.keys(differsOnPostgres),
    env: { TEST_ENGINE: 'postgres' },
  }),
  // Each test starts processes, which takes long on a busy machine.
  suite('process', { globalSetup: builtApp, testTimeout: 600_000, exclude: deepTests }),
  suite('e2e', { ...browser, exclude: deepBrowserTests }),
];

/** `npm run test:deep`: the long suites that `npm test` leaves out. */
const deep = [
  // Each request goes to another of two processes.
  suite('api-processes', {
    globalSetup: [builtApp, builtWorkers, 'tests/setup/built-member.ts', postgres],
    runner,
    include: ['tests/api/**/*.test.{ts,tsx}'],
    // They run in `full-length`, since neither the engine nor the number of processes affects them.
    exclude: deepTests,
    env: { TEST_ENGINE: 'postgres', TEST_PROCESSES: '2' },
  }),
  // Several processes on one PostgreSQL, and the files that each machine of a cluster gets.
  suite('cluster', { globalSetup: [builtApp, builtWorkers, postgres], runner }),
  // A cluster on this machine, whose primary is killed.
  suite('drill', {
    globalSetup: [builtApp, 'tests/setup/cluster-packages.ts'],
    runner,
    // Its databases are killed, so they are on a disk. Its balancer has a certificate that nobody issued: Node warns.
    env: { TMPDIR: tmpdir(), NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    execArgv: ['--no-warnings'],
  }),
  // A machine of its own: units under systemd, proxies and the commands of docs/operations.
  suite('machine', {
    globalSetup: [builtApp, 'tests/setup/debian-packages.ts'],
    runner,
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // Its machines have the same addresses.
    maxWorkers: 1,
    sequence: { groupOrder: 2 },
  }),
  // Monitoring, checked with programs that are installed on the system.
  suite('watching', { globalSetup: [builtApp, 'tests/setup/prometheus.ts'], runner }),
  // Tests that run only here, and tests that `npm test` runs shorter.
  suite('full-length', {
    globalSetup: [builtApp, builtWorkers],
    testTimeout: 600_000,
    include: longTests,
    exclude: measuringTests,
    env: { TEST_LENGTH: 'full' },
  }),
  // They measure how long a server answers, so nothing runs beside them.
  suite('undisturbed', {
    globalSetup: [builtApp, builtWorkers],
    testTimeout: 600_000,
    include: measuringTests,
    maxWorkers: 1,
    sequence: { groupOrder: 2 },
    env: { TEST_LENGTH: 'full' },
  }),
  // Screens whose parts the suites of `npm test` cover.
  suite('e2e-deep', {
    ...browser,
    globalSetup: [builtWorkers, ...browser.globalSetup],
    include: deepBrowserTests,
  }),
];

/** A suite is the folder of its name below tests/; mocks, variables and globals are restored after each test. */
function suite(name: string, { env, ...options }: NonNullable<UserConfig['test']> = {}) {
  return {
    test: {
      ...shared,
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      // Objects of a test are short-lived: a larger young generation of V8 makes the tests faster.
      execArgv: ['--max-semi-space-size=64'],
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      env: { TMPDIR: scratchFolder(), ...env },
      ...options,
    },
  };
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  ...(isSsrBuild ? programs : page),
  test: {
    // One more than the cores, since the suites that start programs mostly wait for them.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', 'tests/setup/figures.reporter.ts'],
    // A missing snapshot fails on every machine, not only where CI is set; `-u` writes it.
    update: 'none',
    projects: [...(mode === 'deep' ? [] : everyday), ...(mode === 'everyday' ? [] : deep)],
  },
}));
