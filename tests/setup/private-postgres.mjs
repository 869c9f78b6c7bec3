import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Time limit for a new cluster to accept connections, milliseconds. */
const START_LIMIT = 30_000;
/** Time limit for an orderly stop, after which it is killed, milliseconds. */
const STOP_LIMIT = 5_000;

/**
 * Configuration of the cluster. Durability is off, as the cluster exists for one test run; no statement of the tests or
 * of the product sets it.
 */
const CLUSTER_SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 64MB
fsync = off
synchronous_commit = off
full_page_writes = off
`;

/**
 * @typedef {{ uid: number, gid: number }} Account
 * @typedef {{ url: string, stop: () => Promise<void> }} PrivatePostgres
 */

/**
 * Starts a cluster for the tests, in a temporary folder and on a free port.
 * @param {string} binaries folder of `initdb` and `postgres`
 * @param {readonly string[]} settings additional lines of its configuration
 * @returns {Promise<PrivatePostgres>}
 */
export function startPrivatePostgres(binaries, settings = []) {
  return inFolder(async (folder, account, remove) => {
    const data = path.join(folder, 'data');
    createCluster(binaries, folder, account);
    appendFileSync(path.join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
    const server = await startServer(binaries, data, { account });
    return {
      url: server.url,
      stop: async () => {
        await server.stop();
        remove();
      },
    };
  });
}

/**
 * Starts a hot standby that streams from a cluster of `startPrivatePostgres`.
 * @param {string} binaries folder of `pg_basebackup` and `postgres`
 * @param {string} primary its URL
 * @returns {Promise<PrivatePostgres>}
 */
export function startPrivateStandby(binaries, primary) {
  return inFolder(async (folder, account, remove) => {
    const data = path.join(folder, 'data');
    const args = ['--pgdata', data, '--dbname', primary, '--write-recovery-conf'];
    run(binaries, 'pg_basebackup', [...args, '--checkpoint=fast', '--no-sync'], folder, account);
    const server = await startServer(binaries, data, { account });
    return {
      url: server.url,
      stop: async () => {
        await server.stop();
        remove();
      },
    };
  });
}

/**
 * Starts a server on an existing cluster, alone: it waits for no other node and archives nothing.
 * @param {string} binaries
 * @param {string} data its files
 * @param {string} access role, with a password if it has one, and database: `role:password@/database`
 * @returns {Promise<PrivatePostgres>}
 */
export function startPostgresOn(binaries, data, access) {
  const settings = ['archive_mode=off', 'synchronous_standby_names=', 'config_file=/dev/null'];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const account = ordinaryAccount();
  return startServer(binaries, data, { account, access, flags: [...flags, '-k', ''] });
}

/**
 * Runs work in a temporary folder of the account that PostgreSQL runs as; a failure removes the folder.
 * @template Result
 * @param {(folder: string, account: Account | undefined, remove: () => void) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function inFolder(work) {
  const account = ordinaryAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'caja-menor-postgres-'));
  const atExit = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on('exit', atExit);
  const remove = () => {
    atExit();
    process.off('exit', atExit);
  };
  try {
    if (account) chownSync(folder, account.uid, account.gid);
    return await work(folder, account, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Runs a PostgreSQL program to its end.
 * @param {string} binaries
 * @param {string} program
 * @param {string[]} args
 * @param {string} folder
 * @param {Account | undefined} account
 */
function run(binaries, program, args, folder, account) {
  const result = spawnSync(path.join(binaries, program), args, {
    ...account,
    cwd: folder,
    env: environment(folder),
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new Error(`${program} failed: ${result.stderr || result.error?.message}`);
}

/**
 * PostgreSQL refuses to run as root, so root runs it as an unprivileged account.
 * @returns {Account | undefined} undefined when the current user is not root
 */
export function ordinaryAccount() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((what) =>
      Number.parseInt(spawnSync('id', [what, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody');
}

/**
 * @param {string} binaries
 * @param {string} folder
 * @param {Account | undefined} account
 */
function createCluster(binaries, folder, account) {
  const data = path.join(folder, 'data');
  // UTF-8 with case mapping for accents; Windows names its locales otherwise.
  const locales = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' };
  const locale = Object.entries(locales).find(([platform]) => platform === process.platform)?.[1];
  const args = [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
    ...(locale ? [`--locale=${locale}`] : []),
  ];
  run(binaries, 'initdb', args, folder, account);
  appendFileSync(path.join(data, 'postgresql.conf'), CLUSTER_SETTINGS);
}

/**
 * @param {string} binaries
 * @param {string} data
 * @param {{ account: Account | undefined, access?: string, flags?: readonly string[] }} options
 */
async function startServer(binaries, data, options) {
  const { account, access = 'postgres@/postgres', flags = [] } = options;
  const port = await freePort();
  const url = `postgres://${access.replace('@', `@127.0.0.1:${port}`)}`;
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...flags],
    // Separate process group: Ctrl-C reaches only the tests, which need the server while they end.
    {
      ...account,
      cwd: data,
      env: environment(data),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4_000);
  });
  const exited = once(server, 'exit');
  exited.catch(() => undefined);
  const atOnce = () => void server.kill('SIGQUIT');
  process.on('exit', atOnce);
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const stop = async () => {
    server.kill('SIGINT');
    const timer = setTimeout(atOnce, STOP_LIMIT);
    if (isRunning()) await exited;
    clearTimeout(timer);
    process.off('exit', atOnce);
  };
  const deadline = Date.now() + START_LIMIT;
  while (!(await accepts(url))) {
    if (server.exitCode !== null || server.pid === undefined || Date.now() > deadline) {
      await stop().catch(() => undefined);
      throw new Error(`PostgreSQL did not start on port ${port}: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return { url, stop };
}

/**
 * True when the server at the URL accepts a connection.
 * @param {string} url
 */
export async function accepts(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * Omits the PG* variables of the user, which would direct the tools to another cluster.
 * @param {string} folder
 */
function environment(folder) {
  return { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', SystemRoot: process.env.SystemRoot };
}
