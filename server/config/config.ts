import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** What hashing one password costs; the minimum of OWASP for argon2id unless a test asks for less. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** How long somebody may take to be heard, in milliseconds: whoever is slower only holds a connection. */
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
export type LogLevel = (typeof logLevels)[number];

/** How much one person may have under way at the same time. */
export interface AtOnce {
  uploads: number;
  /** Documents that are drawn anew. */
  documents: number;
}

export const defaultAtOnce: AtOnce = { uploads: 3, documents: 2 };

/** Where rows and files are kept. */
export interface StorageConfig {
  /** Absolute path: support files, and the embedded database when there is no `databaseUrl`. */
  dataDir: string;
  /** PostgreSQL; null: the embedded database. */
  databaseUrl: string | null;
  /** Absolute path of the key that signs heads of the log; made at the first start. */
  logKeyFile: string;
}

export interface Config extends StorageConfig {
  port: number;
  host: string;
  /** Identifies the application, not the person. */
  apiToken: string;
  /** Null: mails stay in the outbox. */
  smtpUrl: string | null;
  /** Proxies whose X-Forwarded-* headers are believed: none, or these addresses. */
  trustProxy: false | string[];
  logLevel: LogLevel;
  /** Opens /metricas and /api/docs from elsewhere; null: they answer on this machine alone. */
  metricsToken: string | null;
  passwordCost: PasswordCost;
  timeLimits: TimeLimits;
  atOnce: AtOnce;
  /** Milliseconds that an answer to a forgotten password takes at least, whoever asks. */
  recoveryTime: number;
  /** Every answer is checked against the contract; for tests. */
  validateAnswers: boolean;
}

/** A setting that stops the start; its message is one line for whoever operates the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as absent. */
const setting = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new ConfigError(
    `${name} debe ser un número entero entre ${minimum} y ${maximum}; se recibió «${text}».`,
  );
}

function url(name: string, text: string, protocols: readonly string[]): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed && protocols.includes(parsed.protocol)) return text;
  // The value is not repeated: it may hold a password.
  throw new ConfigError(
    `${name} debe ser una dirección que comience por ${protocols.map((protocol) => `${protocol}//`).join(' o ')}.`,
  );
}

function logLevel(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (level) return level;
  throw new ConfigError(`LOG_LEVEL debe ser uno de ${logLevels.join(', ')}; se recibió «${text}».`);
}

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

/** Never everybody, nor a number of hops: whoever comes directly would choose the address that he or she is counted under. */
function trustProxy(text: string): Config['trustProxy'] {
  if (text === 'false') return false;
  const ranges = text.split(',').map((range) => range.trim());
  if (ranges.every(isProxyRange)) return ranges;
  throw new ConfigError(
    `TRUST_PROXY debe ser false o las direcciones de sus proxies (10.0.0.1, 10.0.0.0/8, loopback); se recibió «${text}».`,
  );
}

const minimumTokenLength = 8;

function token(name: string, text: string): string {
  if (text.length >= minimumTokenLength && text.length <= 200) return text;
  throw new ConfigError(`${name} debe tener entre ${minimumTokenLength} y 200 caracteres.`);
}

function apiToken(text: string | undefined): string {
  if (text === undefined) {
    throw new ConfigError(
      'Falta API_TOKEN: defina el token de la aplicación (solo la demostración trae uno).',
    );
  }
  return token('API_TOKEN', text);
}

export function loadStorageConfig(environment: Environment): StorageConfig {
  const databaseUrl = setting(environment, 'DATABASE_URL');
  const dataDir = resolve(setting(environment, 'DATA_DIR') ?? './data');
  return {
    dataDir,
    logKeyFile: resolve(setting(environment, 'LOG_KEY_FILE') ?? join(dataDir, 'registro.key')),
    databaseUrl:
      databaseUrl === undefined
        ? null
        : url('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']),
  };
}

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
  defaults: { API_TOKEN?: string; HOST?: string } = {},
): Config {
  const smtpUrl = setting(environment, 'SMTP_URL');
  const metricsToken = setting(environment, 'METRICS_TOKEN');
  return {
    ...loadStorageConfig(environment),
    port: wholeNumber('PORT', setting(environment, 'PORT') ?? '3000', 0, 65_535),
    host: setting(environment, 'HOST') ?? defaults.HOST ?? '0.0.0.0',
    apiToken: apiToken(setting(environment, 'API_TOKEN') ?? defaults.API_TOKEN),
    smtpUrl: smtpUrl === undefined ? null : url('SMTP_URL', smtpUrl, ['smtp:', 'smtps:']),
    trustProxy: trustProxy(setting(environment, 'TRUST_PROXY') ?? 'false'),
    logLevel: logLevel(setting(environment, 'LOG_LEVEL') ?? 'info'),
    metricsToken: metricsToken === undefined ? null : token('METRICS_TOKEN', metricsToken),
    passwordCost: defaultPasswordCost,
    timeLimits: defaultTimeLimits,
    atOnce: defaultAtOnce,
    recoveryTime: defaultRecoveryTime,
    validateAnswers: false,
  };
}
