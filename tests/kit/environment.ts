/** What `npm test` found or started, handed over in the environment of the tests. */

type TestEngine = 'sqlite' | 'postgres';

const HOW =
  'run it through `npm test` (or `npm test -- --project <name>`), which finds or starts it';

/** The engine of the running suite: `api-sqlite` and `api-postgres` are the same files on two engines. */
export function testEngine(): TestEngine {
  const engine = process.env.TEST_ENGINE ?? 'sqlite';
  if (engine !== 'sqlite' && engine !== 'postgres') {
    throw new Error(`TEST_ENGINE is 'sqlite' or 'postgres', not '${engine}'`);
  }
  return engine;
}

/** Server processes behind each test client of the running suite. */
export const testProcesses = (): number => Number(process.env.TEST_PROCESSES ?? 1);

/** A PostgreSQL on which the tests may create and drop databases of their own. */
export function testDatabaseUrl(): string {
  return required('TEST_DATABASE_URL', 'the URL of a PostgreSQL for tests');
}

/** The executable of a Chromium. */
export function chromiumPath(): string {
  return required('CHROMIUM_PATH', 'the path of a Chromium');
}

/** Features that Playwright switches off; only the last such list of a command line counts. */
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

/** Pages of the browser's own for its address bar: each window would load two, for more processor time than ours takes. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Needed as root and in a closed network; harmless elsewhere. */
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
