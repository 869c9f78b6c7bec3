import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** What hashing one password costs; the minimum of OWASP for argon2id unless a test asks for less. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where rows and files are kept. */
export interface StorageConfig {
  /** Absolute path: support files, and the embedded database when there is no `databaseUrl`. */
  dataDir: string;
  /** PostgreSQL; null: the embedded database. */
  databaseUrl: string | null;
}

export interface Config extends StorageConfig {
  port: number;
  host: string;
  /** Identifies the application, not the person. */
  apiToken: string;
  /** Null: mails stay in the outbox. */
  smtpUrl: string | null;
  /** Proxies whose X-Forwarded-* headers are believed: none, all, or these addresses. */
  trustProxy: boolean | string[];
  logLevel: LogLevel;
  passwordCost: PasswordCost;
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
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function trustProxy(text: string): boolean | string[] {
  if (text === 'true' || text === 'false') return text === 'true';
  const ranges = text.split(',').map((range) => range.trim());
  if (ranges.every(isProxyRange)) return ranges;
  throw new ConfigError(
    `TRUST_PROXY debe ser true, false o una lista de direcciones (10.0.0.1, 10.0.0.0/8, loopback); se recibió «${text}».`,
  );
}

const minimumTokenLength = 8;

function apiToken(text: string | undefined): string {
  if (text === undefined) {
    throw new ConfigError(
      'Falta API_TOKEN: defina el token de la aplicación (solo la demostración trae uno).',
    );
  }
  if (text.length < minimumTokenLength || text.length > 200) {
    throw new ConfigError(`API_TOKEN debe tener entre ${minimumTokenLength} y 200 caracteres.`);
  }
  return text;
}

export function loadStorageConfig(environment: Environment): StorageConfig {
  const databaseUrl = setting(environment, 'DATABASE_URL');
  return {
    dataDir: resolve(setting(environment, 'DATA_DIR') ?? './data'),
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

/**
 * The configuration, whole and checked before anything starts.
 *
 * @param defaults values of the demonstration for what a production start must be given
 * @throws ConfigError with the first thing that is wrong
 */
export function loadConfig(
  environment: Environment,
  defaults: { API_TOKEN?: string } = {},
): Config {
  const smtpUrl = setting(environment, 'SMTP_URL');
  return {
    ...loadStorageConfig(environment),
    port: wholeNumber('PORT', setting(environment, 'PORT') ?? '3000', 0, 65_535),
    host: setting(environment, 'HOST') ?? '0.0.0.0',
    apiToken: apiToken(setting(environment, 'API_TOKEN') ?? defaults.API_TOKEN),
    smtpUrl: smtpUrl === undefined ? null : url('SMTP_URL', smtpUrl, ['smtp:', 'smtps:']),
    trustProxy: trustProxy(setting(environment, 'TRUST_PROXY') ?? 'false'),
    logLevel: logLevel(setting(environment, 'LOG_LEVEL') ?? 'info'),
    passwordCost: defaultPasswordCost,
    validateAnswers: false,
  };
}
