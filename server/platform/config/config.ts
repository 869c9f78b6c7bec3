import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as yup from 'yup';

/** Cost of hashing one password; the minimum of OWASP for argon2id unless a test asks for less. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** How long a client may take to send a request, in milliseconds: a slower one only holds a connection. */
export interface TimeLimits {
  /** Until the last header. */
  headers: number;
  /** Until the end of a body without a file. */
  body: number;
  /** Until the end of any request: an upload of ten megabytes over a bad line. */
  upload: number;
  /** Without a byte in either direction. */
  silence: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** How much one person may have under way at the same time. */
export interface AtOnce {
  uploads: number;
  /** Documents that are drawn anew. */
  documents: number;
}

export const defaultAtOnce: AtOnce = { uploads: 3, documents: 2 };

/** Where rows and files are stored. */
export interface StorageConfig {
  /** Absolute path: work in hand, and without `databaseUrl` the embedded database and the folder of the receipt files. */
  dataDir: string;
  /** PostgreSQL, which has the receipt files too; null: the embedded database. */
  databaseUrl: string | null;
  /** Absolute path of the key that signs heads of the log; made at the first start. */
  logKeyFile: string;
}

const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TraceSampler = (typeof traceSamplers)[number];

/** Traces are recorded; where they go, OpenTelemetry itself reads from `OTEL_EXPORTER_OTLP_…`. */
export interface Traces {
  sampler: TraceSampler;
  /** Part of the traces that a ratio keeps, from 0 to 1. */
  ratio: number;
}

export interface Config extends StorageConfig {
  port: number;
  host: string;
  /** Identifies the application, not the person. */
  apiToken: string;
  /** Of the company, above the sign-in; empty: nothing stands there. */
  companyName: string;
  /** Where people open the application, as the links of mails have it; without a stroke at its end. */
  publicUrl: string;
  /** Null: mails stay in the outbox. */
  smtpUrl: string | null;
  /** Proxies whose X-Forwarded-* headers are believed: none, or these addresses. */
  trustProxy: false | string[];
  logLevel: LogLevel;
  /** Opens /metricas and /api/docs from elsewhere; null: they answer on this machine alone. */
  metricsToken: string | null;
  /** Null: no trace is recorded. */
  traces: Traces | null;
  passwordCost: PasswordCost;
  timeLimits: TimeLimits;
  atOnce: AtOnce;
  /** Milliseconds that an answer to a forgotten password takes at least, no matter who asks. */
  recoveryTime: number;
  /** Every answer is checked against the contract; for tests. */
  validateAnswers: boolean;
}

/** A setting that stops the start; its message is one line for the operator of the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Refused {
  path: string;
  value?: unknown;
}

const refusedBut = (expected: string) => (refused: Refused) =>
  `${refused.path} debe ser ${expected}; se recibió «${refused.value}».`;

const oneOf = <const Name extends string>(
  names: readonly Name[],
  expected = `uno de ${names.join(', ')}`,
) => yup.string<Name>().oneOf(names, refusedBut(expected));

/** A checked text, of which an error says what is expected. */
const text = (expected: string, isRight: (value: string) => boolean) =>
  yup
    .string()
    .test('right', refusedBut(expected), (value) => value === undefined || isRight(value));

/** The value is not repeated: it may hold a password. */
const url = (...protocols: string[]) =>
  yup.string().test(
    'url',
    ({ path }) =>
      `${path} debe ser una dirección que comience por ${protocols.map((protocol) => `${protocol}//`).join(' o ')}.`,
    (value) =>
      value === undefined || (URL.canParse(value) && protocols.includes(new URL(value).protocol)),
  );

const tokenMessage = ({ path }: { path: string }) => `${path} debe tener entre 8 y 200 caracteres.`;
const token = () => yup.string().min(8, tokenMessage).max(200, tokenMessage);

/** Names of ranges that mean what they say, beside single addresses and ranges like 10.0.0.0/8. */
const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (more !== undefined || family === 0) return namedRanges.includes(text);
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/**
 * Never everybody, nor a number of hops: a client that connects directly would choose the address that it is counted
 * under.
 */
const proxies = (value: string): Config['trustProxy'] =>
  value === 'false' ? false : value.split(',').map((range) => range.trim());

const storageSettings = yup.object({
  DATA_DIR: yup.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  LOG_KEY_FILE: yup.string(),
});

const settings = storageSettings.shape({
  PORT: text(
    'un número entero entre 0 y 65535',
    (value) => /^\d{1,9}$/.test(value) && Number(value) <= 65_535,
  ).default('3000'),
  HOST: yup.string().default('0.0.0.0'),
  API_TOKEN: token().required(
    'Falta API_TOKEN: defina el token de la aplicación (solo la demostración trae uno).',
  ),
  COMPANY_NAME: yup.string().max(60, refusedBut('un nombre de hasta 60 caracteres')).default(''),
  PUBLIC_URL: url('http:', 'https:'),
  SMTP_URL: url('smtp:', 'smtps:'),
  TRUST_PROXY: text(
    'false o las direcciones de sus proxies (10.0.0.1, 10.0.0.0/8, loopback)',
    (value) => (proxies(value) || []).every(isProxyRange),
  ).default('false'),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  METRICS_TOKEN: token(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:'),
  OTEL_TRACES_SAMPLER: oneOf(traceSamplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: text('un número entre 0 y 1', (value) =>
    /^(0|1|0?\.\d+|1\.0+)$/.test(value),
  ).default('1'),
});

/** Reads the settings of a schema. An empty variable counts as absent. @throws ConfigError */
function read<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  environment: Environment,
  defaults: Environment = {},
): yup.InferType<Schema> {
  const given = Object.keys(schema.fields).flatMap((name) => {
    const value = environment[name]?.trim() || defaults[name];
    return value === undefined ? [] : [[name, value]];
  });
  try {
    return schema.validateSync(Object.fromEntries(given));
  } catch (error) {
    throw error instanceof yup.ValidationError ? new ConfigError(error.message) : error;
  }
}

function storageOf(given: yup.InferType<typeof storageSettings>): StorageConfig {
  const dataDir = resolve(given.DATA_DIR);
  return {
    dataDir,
    logKeyFile: resolve(given.LOG_KEY_FILE ?? join(dataDir, 'registro.key')),
    databaseUrl: given.DATABASE_URL ?? null,
  };
}

/** @throws ConfigError */
export const loadStorageConfig = (environment: Environment): StorageConfig =>
  storageOf(read(storageSettings, environment));

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 iterations, 1 degree of parallelism. */
export const defaultPasswordCost: PasswordCost = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The page waits 30 s for an answer and 300 s for an upload: nobody here gives up before it does. */
export const defaultTimeLimits: TimeLimits = {
  headers: 15_000,
  body: 30_000,
  upload: 300_000,
  silence: 60_000,
};

/** Longer than the work for an address that somebody has. */
const defaultRecoveryTime = 500;

/**
 * The configuration, whole and checked before anything starts.
 *
 * @param defaults values of the demonstration for what a production start must be given or takes otherwise
 * @throws ConfigError with the first thing that is wrong
 */
export function loadConfig(
  environment: Environment,
  defaults: { API_TOKEN?: string; COMPANY_NAME?: string; HOST?: string } = {},
): Config {
  const given = read(settings, environment, defaults);
  const storage = storageOf(given);
  return {
    ...storage,
    port: Number(given.PORT),
    host: given.HOST,
    apiToken: given.API_TOKEN,
    companyName: given.COMPANY_NAME,
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    smtpUrl: given.SMTP_URL ?? null,
    trustProxy: proxies(given.TRUST_PROXY),
    logLevel: given.LOG_LEVEL,
    metricsToken: given.METRICS_TOKEN ?? null,
    traces:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { sampler: given.OTEL_TRACES_SAMPLER, ratio: Number(given.OTEL_TRACES_SAMPLER_ARG) },
    passwordCost: defaultPasswordCost,
    timeLimits: defaultTimeLimits,
    atOnce: defaultAtOnce,
    recoveryTime: defaultRecoveryTime,
    validateAnswers: false,
  };
}
