/** What `npm test` found or started, passed in environment variables. */

type TestEngine = 'sqlite' | 'postgres';

const HOW =
  'run it through `npm test` (or `npm test -- --project <name>`), which finds or starts it';

/** Engine of the running suite: `api-sqlite` and `api-postgres` run the same files on two engines. */
export function testEngine(): TestEngine {
  const engine = process.env.TEST_ENGINE ?? 'sqlite';
  if (engine !== 'sqlite' && engine !== 'postgres') {
    throw new Error(`TEST_ENGINE is 'sqlite' or 'postgres', not '${engine}'`);
  }
  return engine;
}

/** Number of server processes behind each test client. */
export const testProcesses = (): number => Number(process.env.TEST_PROCESSES ?? 1);

/** URL of a PostgreSQL on which tests may create and drop databases. */
export function testDatabaseUrl(): string {
  return required('TEST_DATABASE_URL', 'the URL of a PostgreSQL for tests');
}

/** Path of a Chromium executable. */
export function chromiumPath(): string {
  return required('CHROMIUM_PATH', 'the path of a Chromium');
}

/** Features that Playwright disables; Chromium uses only the last such list of a command line. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Pages for the browser's address bar: each window would load two, with more processor time than the product. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Required as root and in a closed network; harmless elsewhere. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
];

function required(variable: string, meaning: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} (${meaning}) is not set: ${HOW}`);
  return value;
}
