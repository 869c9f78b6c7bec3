import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as yup from 'yup';
import { codeOf } from '../errors/http-error.ts';

/** Cost of hashing one password: the OWASP minimum for argon2id; tests may lower it. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Time limits for a client to send a request, in milliseconds; slower clients would only hold connections. */
export interface TimeLimits {
  /** Time to receive all headers. */
  headers: number;
  /** Time to receive a body without a file. */
  body: number;
  /** Time to receive any request, enough for a ten-megabyte upload over a slow connection. */
  upload: number;
  /** Idle time without a byte in either direction. */
  silence: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Maximum number of concurrent operations per user. */
export interface ConcurrencyLimits {
  uploads: number;
  /** Documents generated per request. */
  documents: number;
}

export const defaultAtOnce: ConcurrencyLimits = { uploads: 3, documents: 2 };

/** Where rows and files are stored. */
export interface StorageConfig {
  /** Absolute path: temporary files and, without `databaseUrl`, the embedded database and the receipt files. */
  dataDir: string;
  /** PostgreSQL, which also stores the receipt files; null: the embedded database. */
  databaseUrl: string | null;
  /** Connections of the server keep their statements prepared; not behind a pooler that shares a connection. */
  preparedStatements: boolean;
  /** Absolute path of the key that signs log heads; created at the first start. */
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

/** Traces; OpenTelemetry reads the destination from `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Traces {
  /** Headers of requests to the collector, which may authorise them. */
  headers: Readonly<Record<string, string>>;
  sampler: TraceSampler;
  /** Fraction of the traces recorded by a ratio sampler, from 0 to 1. */
  ratio: number;
}

/** Users of the demonstration whom its sign-in page offers, and their public password. */
interface DemoAccess {
  password: string;
  users: { email: string; nombre: string }[];
}

export interface Config extends StorageConfig {
  port: number;
  host: string;
  /** Identifies the application, not the user: it is in the page, so anybody can read it. */
  apiToken: string;
  /** Company name shown on the sign-in page; empty: no name. */
  companyName: string;
  /** Null in production. */
  demonstration: DemoAccess | null;
  /** Base URL of the application for links in mails, without a trailing slash. */
  publicUrl: string;
  /** Null: mails stay in the outbox. */
  smtpUrl: string | null;
  /** Proxies whose X-Forwarded-* headers are trusted: none, or these addresses. */
  trustProxy: false | string[];
  logLevel: LogLevel;
  /** Token for /metricas and /api/docs; null: both answer only requests from this machine. */
  metricsToken: string | null;
  /** Secret of the client at the company's accounts; null: a public client. */
  oidcClientSecret: string | null;
  /** Null: no traces. */
  traces: Traces | null;
  passwordCost: PasswordCost;
  timeLimits: TimeLimits;
  atOnce: ConcurrencyLimits;
  /** Requests of a machine's key in a minute. */
  keyRequests: number;
  /** Minimum duration of a password recovery response, milliseconds, so that it does not reveal known accounts. */
  recoveryTime: number;
  /** Validates every response against the contract; for tests. */
  validateAnswers: boolean;
}

/** The configuration before the signing key is read, from which a missing `API_TOKEN` derives. */
export type Settings = Omit<Config, 'apiToken'> & { apiToken: string | null };

/** An invalid setting that prevents the start; the message is one line for the operator of the server. */
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

/** A text with a check; the error message says what is expected. */
const text = (expected: string, isRight: (value: string) => boolean) =>
  yup
    .string()
    .test('right', refusedBut(expected), (value) => value === undefined || isRight(value));

/** A URL with one of the protocols. The error message omits the value, which may contain a password. */
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

/** Names and values as `name=value,name=value`, values percent-encoded, as OpenTelemetry defines it. @throws URIError */
const headersIn = (list: string): Record<string, string> =>
  Object.fromEntries(
    list.split(',').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );

function isHeaderList(list: string): boolean {
  try {
    headersIn(list);
  } catch {
    return false;
  }
  return list.split(',').every((pair) => /^\s*[\w-]+\s*=/.test(pair));
}

/** Without the value in the error message, since it may be a password. */
const headerList = () =>
  yup.string().test(
    'headers',
    ({ path }) => `${path} debe ser nombre=valor, separados por comas.`,
    (value) => value === undefined || isHeaderList(value),
  );

/** Named ranges, accepted besides single addresses and ranges like 10.0.0.0/8. */
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
 * Does not accept `true` or a number of hops: a client that connects directly could then choose the address under
 * which its requests are counted.
 */
const proxies = (value: string): Config['trustProxy'] =>
  value === 'false' ? false : value.split(',').map((range) => range.trim());

const storageSettings = yup.object({
  DATA_DIR: yup.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  LOG_KEY_FILE: yup.string(),
  PREPARED_STATEMENTS: oneOf(['si', 'no']).default('si'),
});

const settings = storageSettings.shape({
  PORT: text(
    'un número entero entre 0 y 65535',
    (value) => /^\d{1,9}$/.test(value) && Number(value) <= 65_535,
  ).default('3000'),
  HOST: yup.string().default('0.0.0.0'),
  API_TOKEN: token(),
  COMPANY_NAME: yup.string().max(60, refusedBut('un nombre de hasta 60 caracteres')).default(''),
  PUBLIC_URL: url('http:', 'https:'),
  SMTP_URL: url('smtp:', 'smtps:'),
  TRUST_PROXY: text(
    'false o las direcciones de sus proxies (10.0.0.1, 10.0.0.0/8, loopback)',
    (value) => (proxies(value) || []).every(isProxyRange),
  ).default('false'),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  METRICS_TOKEN: token(),
  KEY_REQUESTS: text('un número entero entre 1 y 100000', (value) =>
    /^[1-9]\d{0,4}$|^100000$/.test(value),
  ).default('120'),
  OIDC_CLIENT_SECRET: yup.string(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList(),
  OTEL_TRACES_SAMPLER: oneOf(traceSamplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: text('un número entre 0 y 1', (value) =>
    /^(0|1|0?\.\d+|1\.0+)$/.test(value),
  ).default('1'),
});

/** May each be in the file that the same name with `_FILE` names, so that no secret is in the environment. */
const secrets: readonly string[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'API_TOKEN',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Every variable that the server reads; OpenTelemetry reads further ones. */
export const settingNames: readonly string[] = [
  ...Object.keys(settings.fields),
  ...secrets.map((name) => `${name}_FILE`),
];

/** Changes of one letter, or a swap of two neighbours, that turn one name into the other. */
function editsBetween(one: string, other: string): number {
  const rows = [...one, ''].map((_, at) => [at, ...Array<number>(other.length).fill(0)]);
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  rows[0] = [...other, ''].map((_, at) => at);
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const ways = [
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwap ? [cell(row - 2, column - 2) + 1] : []),
      ];
      rows[row]?.splice(column, 1, Math.min(...ways));
    }
  return cell(one.length, other.length);
}

/** Shorter names, such as HOST, resemble too many other variables. */
const LEAST_LETTERS = 7;

/** Variables that are probably mistyped settings, each with the name that was meant: PUBLIC_URI, PUBLIC_URL. */
export function mistypedSettings(environment: Environment): [given: string, meant: string][] {
  const known = settingNames.filter((name) => name.length >= LEAST_LETTERS);
  return Object.keys(environment)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => editsBetween(name.toUpperCase(), one) <= 1);
      return meant === undefined ? [] : [[name, meant]];
    });
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  EACCES: 'no hay permiso para leerlo',
  EISDIR: 'es una carpeta',
};

/** The value of a variable, or of the file of a secret. An empty one counts as absent. @throws ConfigError */
function settingOf(name: string, environment: Environment): string | undefined {
  const value = environment[name]?.trim() || undefined;
  const file = secrets.includes(name) ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!file) return value;
  if (value !== undefined)
    throw new ConfigError(`Están puestas ${name} y ${name}_FILE. Deje solo una.`);
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content !== '') return content;
  } catch (error) {
    const code = codeOf(error);
    throw new ConfigError(
      `No se puede leer el archivo «${file}» de ${name}_FILE: ${unreadable[code] ?? code}.`,
    );
  }
  throw new ConfigError(`El archivo «${file}» de ${name}_FILE está vacío.`);
}

/** Reads the settings of a schema. @throws ConfigError */
function read<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  environment: Environment,
  defaults: Environment = {},
): yup.InferType<Schema> {
  const given = Object.keys(schema.fields).flatMap((name) => {
    const value = settingOf(name, environment) ?? defaults[name];
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
    preparedStatements: given.PREPARED_STATEMENTS === 'si',
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

/** `body` and `upload` match the page, which waits 30 s for a response and 300 s for an upload. */
export const defaultTimeLimits: TimeLimits = {
  headers: 15_000,
  body: 30_000,
  upload: 300_000,
  silence: 60_000,
};

/** Milliseconds; longer than the work for the e-mail of an existing account. */
const defaultRecoveryTime = 500;

type Defaults = Partial<Record<'API_TOKEN' | 'COMPANY_NAME' | 'HOST' | 'LOG_LEVEL', string>>;

/**
 * Reads and validates the whole configuration before the server starts.
 *
 * @param defaults fallbacks of the demonstration for settings that production defaults differently
 * @throws ConfigError with the first invalid setting
 */
export function loadConfig(
  environment: Environment,
  defaults: Defaults & { API_TOKEN: string },
): Config;
export function loadConfig(environment: Environment, defaults?: Defaults): Settings;
export function loadConfig(environment: Environment, defaults: Defaults = {}): Settings {
  const given = read(settings, environment, defaults);
  const storage = storageOf(given);
  return {
    ...storage,
    port: Number(given.PORT),
    host: given.HOST,
    apiToken: given.API_TOKEN ?? null,
    companyName: given.COMPANY_NAME,
    demonstration: null,
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    smtpUrl: given.SMTP_URL ?? null,
    trustProxy: proxies(given.TRUST_PROXY),
    logLevel: given.LOG_LEVEL,
    metricsToken: given.METRICS_TOKEN ?? null,
    oidcClientSecret: given.OIDC_CLIENT_SECRET ?? null,
    traces:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            headers: given.OTEL_EXPORTER_OTLP_HEADERS
              ? headersIn(given.OTEL_EXPORTER_OTLP_HEADERS)
              : {},
            sampler: given.OTEL_TRACES_SAMPLER,
            ratio: Number(given.OTEL_TRACES_SAMPLER_ARG),
          },
    passwordCost: defaultPasswordCost,
    timeLimits: defaultTimeLimits,
    atOnce: defaultAtOnce,
    keyRequests: Number(given.KEY_REQUESTS),
    recoveryTime: defaultRecoveryTime,
    validateAnswers: false,
  };
}
