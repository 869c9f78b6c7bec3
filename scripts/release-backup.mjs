// `npm run release:backup [-- folder]`: stores, in tests/releases/<version>, backups of a release with demonstration data,
// which every later version must restore: one of the embedded database, and a dump of PostgreSQL. The folder is a built
// checkout of the release; without it, this checkout, which is built first. Needs tar, and the programs of the oldest
// supported PostgreSQL, whose dump every later one reads.
import { execFileSync, spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import Database from 'libsql';
import pg from 'pg';
import { findPostgresBinaries } from '../tests/setup/find-postgres.mjs';
import { startPrivatePostgres } from '../tests/setup/private-postgres.mjs';
import { thisMachine } from '../tests/setup/this-machine.mjs';
import { buildWhenStale } from './built-app.mjs';
import { root } from './project.mjs';

/** Milliseconds between two checks that the server has signed the log. */
const LOOK_EVERY = 500;
/** What the tests expect of the backup: `tests/kit/release-backups.ts`. */
const sums = `select (select count(*) from tiendas) as tiendas, (select count(*) from usuarios) as personas,
  (select count(*) from cajas) as cajas, (select count(*) from cajas where active = 5) as cerradas,
  count(*) as gastos, sum(valor) as valor,
  (select sum(total_aprobado) from cajas where active = 5) as aprobado,
  (select count(*) from evento) as eventos, count(distinct soporte_sha256) as soportes from gastos`;
const unsigned = 'select (select max(id) from evento) - max(evento) as events from firma';
const big = { maxBuffer: 2 ** 28 };

const home = path.resolve(process.argv[2] ?? root);
const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
const target = path.join(root, 'tests/releases', version);
if (existsSync(target)) throw new Error(`${target} exists: a stored backup is never replaced`);
const binaries = findPostgresBinaries(thisMachine, ['pg_dump']);
if (!binaries) throw new Error('install PostgreSQL: initdb, postgres and pg_dump');
if (home === root) await buildWhenStale();

const scratch = mkdtempSync(path.join(tmpdir(), 'caja-menor-publicada-'));
const cluster = await startPrivatePostgres(binaries);
try {
  const [dataDir, copy] = [path.join(scratch, 'datos'), path.join(scratch, 'respaldo')];
  await demonstrate({ DATA_DIR: dataDir }, async () => {
    const db = new Database(path.join(dataDir, 'caja-menor.db'), { readonly: true });
    const [row] = db.prepare(unsigned).all([]);
    db.close();
    return row;
  });
  execFileSync(process.execPath, [programOf('backup'), copy], environment({ DATA_DIR: dataDir }));
  const copied = new Database(path.join(copy, 'caja-menor.db'), { readonly: true });
  const [written] = copied.prepare(sums).all([]);
  copied.close();
  const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const archive = execFileSync('tar', [...plain, '-C', copy, '-cf', '-', '.'], big);

  // The folder of the signing key.
  const keys = path.join(scratch, 'claves');
  mkdirSync(keys);
  await demonstrate({ DATA_DIR: keys, DATABASE_URL: cluster.url }, async () => {
    const client = new pg.Client(cluster.url);
    await client.connect();
    const { rows } = await client.query(unsigned).finally(() => client.end());
    return rows[0];
  });
  // Statements instead of COPY, and none of the commands of psql: any client can run it.
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=200', cluster.url];
  const dump = execFileSync(path.join(binaries, 'pg_dump'), options, { ...big, encoding: 'utf8' });

  mkdirSync(target, { recursive: true });
  store('embedded.tar', archive);
  store('postgres.sql', Buffer.from(dump.replace(/^\\(un)?restrict .*\n/gm, '')));
  // A dump does not contain the key that signed its heads.
  const key = createPublicKey(readFileSync(path.join(keys, 'registro.key')));
  const text = key.export({ type: 'spki', format: 'der' }).toString('base64');
  writeFileSync(path.join(target, 'claves-publicas.txt'), text);
  console.log(written);
} finally {
  await cluster.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} name */
function programOf(name) {
  return path.join(home, 'dist/server', `${name}.js`);
}

/**
 * @param {Record<string, string>} settings
 * @returns {import('node:child_process').SpawnOptions & { stdio: ['ignore', 'inherit', 'inherit'] }}
 */
function environment(settings) {
  const env = { PATH: process.env.PATH, PORT: '0', ...settings };
  return { env, stdio: ['ignore', 'inherit', 'inherit'] };
}

/**
 * Starts the demonstration, waits until it has signed the log, and stops it.
 * @param {Record<string, string>} settings
 * @param {() => Promise<any>} look reads the number of events that no signed head covers
 */
async function demonstrate(settings, look) {
  const child = spawn(process.execPath, [programOf('demo')], environment(settings));
  const ended = once(child, 'exit');
  for (;;) {
    await wait(LOOK_EVERY);
    if (child.exitCode !== null) throw new Error('the demonstration ended');
    // The database may not exist yet.
    const row = await look().catch(() => undefined);
    if (row?.events !== null && Number(row?.events) === 0) break;
  }
  child.kill('SIGTERM');
  await ended;
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
function store(name, content) {
  const compressed = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const file = path.join(target, `${name}.br`);
  writeFileSync(file, compressed);
  console.log(`${file}: ${content.length} bytes, ${compressed.length} stored`);
}
