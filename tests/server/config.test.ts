import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ConfigError,
  defaultPasswordCost,
  loadConfig,
  loadStorageConfig,
  mistypedSettings,
  settingNames,
} from '#server/platform/config/config.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { startFailure } from '#server/operate/storage.ts';

const token = 'un-token-largo';

describe('the configuration', () => {
  test('requires nothing', () => {
    expect(loadConfig({ API_TOKEN: token, PORT: '', HOST: ' ' })).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: resolve('./data'),
      databaseUrl: null,
      preparedStatements: true,
      logKeyFile: expect.stringMatching(/\/registro\.key$/),
      apiToken: token,
      companyName: '',
      demonstration: null,
      publicUrl: 'http://localhost:3000',
      smtpUrl: null,
      trustProxy: false,
      logLevel: 'info',
      metricsToken: null,
      keyRequests: 120,
      oidcClientSecret: null,
      traces: null,
      passwordCost: defaultPasswordCost,
      timeLimits: { headers: 15_000, body: 30_000, upload: 300_000, silence: 60_000 },
      recoveryTime: 500,
      atOnce: { uploads: 3, documents: 2 },
      validateAnswers: false,
    });
  });

  test('takes every setting from the environment', () => {
    expect(
      loadConfig({
        API_TOKEN: token,
        COMPANY_NAME: 'Tiendas & Cía.',
        PORT: '8080',
        HOST: '127.0.0.1',
        DATA_DIR: '/srv/caja',
        DATABASE_URL: 'postgres://caja:secreta@db/caja',
        PUBLIC_URL: 'https://caja.empresa.co/',
        SMTP_URL: 'smtps://correo.test:465',
        TRUST_PROXY: '10.0.0.1, 10.1.0.0/16, ::1, loopback',
        LOG_LEVEL: 'warn',
        METRICS_TOKEN: 'para-prometheus',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://colector:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc=, x-tenant=caja',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toMatchObject({
      companyName: 'Tiendas & Cía.',
      demonstration: null,
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/caja',
      databaseUrl: 'postgres://caja:secreta@db/caja',
      publicUrl: 'https://caja.empresa.co',
      smtpUrl: 'smtps://correo.test:465',
      trustProxy: ['10.0.0.1', '10.1.0.0/16', '::1', 'loopback'],
      logLevel: 'warn',
      metricsToken: 'para-prometheus',
      traces: {
        headers: { authorization: 'Bearer abc=', 'x-tenant': 'caja' },
        sampler: 'traceidratio',
        ratio: 0.25,
      },
    });
  });

  test('has a token of its own only in the demonstration', () => {
    expect(loadConfig({}, { API_TOKEN: 'caja-menor' }).apiToken).toBe('caja-menor');
    expect(loadConfig({ API_TOKEN: token }, { API_TOKEN: 'caja-menor' }).apiToken).toBe(token);
    expect(loadConfig({}).apiToken).toBeNull();
  });

  test('of the demonstration listens on HOST, and otherwise on the loopback address', () => {
    const demonstration = { API_TOKEN: 'caja-menor', HOST: '127.0.0.1' };
    expect(loadConfig({}, demonstration).host).toBe('127.0.0.1');
    expect(loadConfig({ HOST: '0.0.0.0' }, demonstration).host).toBe('0.0.0.0');
  });

  test.each([
    ['PORT', 'tres mil'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['API_TOKEN', 'corto'],
    ['METRICS_TOKEN', 'corto'],
    ['DATABASE_URL', 'mysql://u:clave-secreta@db/x'],
    ['DATABASE_URL', 'no es una dirección'],
    ['PUBLIC_URL', 'caja.empresa.co'],
    ['SMTP_URL', 'http://correo.test'],
    ['TRUST_PROXY', 'quizás'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::/0'],
    ['LOG_LEVEL', 'ruidoso'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'colector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'clave-secreta'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%clave-secreta'],
    ['OTEL_TRACES_SAMPLER', 'a_veces'],
    ['OTEL_TRACES_SAMPLER_ARG', '25'],
  ])('%s «%s» stops the start with one line that names it', (name, value) => {
    const load = () => loadConfig({ API_TOKEN: token, [name]: value });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      const line = startFailure(error, null) ?? '';
      expect(line).toContain(name);
      expect(line).not.toContain('\n');
      expect(line).not.toContain('clave-secreta');
    }
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caja-menor-secretos-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (content: string): string => {
    const file = join(folder, 'secreto');
    writeFileSync(file, content);
    return file;
  };

  test.each([
    ['DATABASE_URL', 'postgres://caja:secreta@db/caja', 'databaseUrl'],
    ['SMTP_URL', 'smtps://caja:secreta@correo.test:465', 'smtpUrl'],
    ['API_TOKEN', token, 'apiToken'],
    ['METRICS_TOKEN', 'para-prometheus', 'metricsToken'],
  ])('%s_FILE is read like %s', (name, value, setting) => {
    const config = loadConfig({ [`${name}_FILE`]: fileWith(`${value}\n`) });
    expect(config).toMatchObject({ [setting]: value });
  });

  test('also authorises the requests to the collector of traces', () => {
    const config = loadConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://colector:4318',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: fileWith('authorization=abc'),
    });
    expect(config.traces?.headers).toEqual({ authorization: 'abc' });
  });

  test('is read by commands, which need the database alone', () => {
    const file = fileWith('postgres://caja:secreta@db/caja');
    const environment = { DATABASE_URL_FILE: file, SMTP_URL_FILE: join(folder, 'falta') };
    expect(loadStorageConfig(environment).databaseUrl).toBe('postgres://caja:secreta@db/caja');
  });

  test('stops the start when it is ambiguous, missing, unreadable or empty', () => {
    const file = fileWith('smtp://caja:clave-secreta@correo.test');
    const absent = join(folder, 'falta');
    const refused = (environment: Record<string, string>) => () => loadConfig(environment);
    expect(refused({ SMTP_URL: 'smtp://correo.test', SMTP_URL_FILE: file })).toThrow(
      new ConfigError('Están puestas SMTP_URL y SMTP_URL_FILE. Deje solo una.'),
    );
    expect(refused({ SMTP_URL_FILE: absent })).toThrow(
      new ConfigError(`No se puede leer el archivo «${absent}» de SMTP_URL_FILE: no existe.`),
    );
    expect(refused({ METRICS_TOKEN_FILE: folder })).toThrow(
      new ConfigError(
        `No se puede leer el archivo «${folder}» de METRICS_TOKEN_FILE: es una carpeta.`,
      ),
    );
    expect(refused({ DATABASE_URL_FILE: fileWith(' \n') })).toThrow(
      new ConfigError(`El archivo «${file}» de DATABASE_URL_FILE está vacío.`),
    );
  });

  test('has a name that is not taken for a mistyped one', () => {
    const environment = { SMTP_URL_FILE: 'x', LOG_KEY_FILE: 'x', SMTP_URL_FIEL: 'x' };
    expect(mistypedSettings(environment)).toEqual([['SMTP_URL_FIEL', 'SMTP_URL_FILE']]);
  });
});

describe('a failure of the start', () => {
  const storage = { dataDir: '/srv/caja', databaseUrl: 'postgres://db/caja' };
  const failure = (code: string) => Object.assign(new Error('x'), { code });

  test.each([
    ['ECONNREFUSED', 'nadie responde'],
    ['28P01', 'contraseña'],
    ['0A000', 'pg_trgm'],
    ['3D000', 'no existe'],
  ])('%s of the database is explained', (code, words) => {
    expect(startFailure(failure(code), storage)).toContain(words);
    const several = new AggregateError([failure(code), failure(code)]);
    expect(startFailure(several, storage)).toContain(words);
  });

  test('of the data folder names it', () => {
    expect(startFailure(failure('EACCES'), { ...storage, databaseUrl: null })).toBe(
      'No se puede usar la carpeta de datos «/srv/caja» (EACCES). Revise DATA_DIR y sus permisos.',
    );
  });

  test.each([
    ['ENOSPC', 'No hay espacio en el disco de la carpeta de datos «/srv/caja» (ENOSPC).'],
    ['SQLITE_FULL', 'No hay espacio en el disco de la carpeta de datos «/srv/caja» (SQLITE_FULL).'],
    ['SQLITE_READONLY_DBMOVED', 'No se puede usar la carpeta de datos «/srv/caja»'],
    ['SQLITE_CORRUPT_INDEX', 'La base de datos «/srv/caja/caja-menor.db» está dañada'],
    ['SQLITE_IOERR_WRITE', 'Falla el disco de la carpeta de datos «/srv/caja»'],
  ])('%s is explained', (code, words) => {
    expect(startFailure(failure(code), storage)).toContain(words);
  });

  test('of a file that is not a folder of data is unexpected', () => {
    const missing = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' });
    expect(startFailure(missing, storage)).toBeNull();
  });

  test('that is unexpected has no message of one line', () => {
    expect(startFailure(new TypeError('x is not a function'), storage)).toBeNull();
  });
});

test('a variable that resembles a setting is named with it, others are not', () => {
  const names = ['PUBLIC_URI', 'SMTP_ULR', 'TRUSTPROXY', 'METRICS_TOKENS', 'data_dir'];
  const others = ['PUBLIC_URL', 'HOSTNAME', 'POST', 'CI_TOKEN', 'PATH', 'LOG', 'API_TOKEN'];
  const environment = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
  expect(mistypedSettings(environment)).toEqual([
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['METRICS_TOKENS', 'METRICS_TOKEN'],
    ['data_dir', 'DATA_DIR'],
  ]);
});

test('.env.example has every variable, and none that nobody reads', () => {
  const projectFile = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
  const shown = [...projectFile('.env.example').matchAll(/^([A-Z]\w*)=/gm)].map(([, name]) => name);
  const composed = projectFile('compose.yaml') + projectFile('compose.postgres.yaml');
  const ofCompose = [...composed.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
  const ofOpenTelemetry = [
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_SERVICE_NAME',
  ];
  const read = new Set([...settingNames, ...ofCompose, ...ofOpenTelemetry, 'COMPOSE_FILE']);
  expect(shown.toSorted()).toEqual([...read].toSorted());
});
