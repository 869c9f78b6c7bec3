/**
 * A cluster on the loopback addresses of this machine, from the files of deploy/: three PostgreSQL nodes with Patroni
 * and etcd, the balancer, and three server processes, each with its own address.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { programToken } from '#tests/kit/program.ts';
import { printedPage } from '#tests/machine/printed-page.ts';
import { binaries, programFile } from './lacking-packages.ts';

const deploy = join(projectRoot, 'deploy');
const [USER, PASSWORD] = ['caja_menor', 'simulacro'];
/** Signals that abort a drill. */
const endings = ['SIGINT', 'SIGTERM'] as const;
/** Milliseconds. */
const START_LIMIT = 90_000;

const nodeNames = ['nodo1', 'nodo2', 'nodo3'] as const;
export type NodeName = (typeof nodeNames)[number];
export const webNames = ['web1', 'web2', 'web3'] as const;
export type WebName = (typeof webNames)[number];

/** Network of loopback addresses, other than that of a simultaneous run. */
const network = ['127', 1 + (Math.floor(process.pid / 250) % 250), 1 + (process.pid % 250)].join(
  '.',
);
const BALANCER = `${network}.31`;
const addressOf = (name: NodeName | WebName): string =>
  name.replace(/^nodo/, `${network}.1`).replace(/^web/, `${network}.2`);

function accountOf(name: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((what) =>
    Number(spawnSync('id', [what, name], { encoding: 'utf8' }).stdout),
  );
  return { uid, gid };
}

/** A process and its descendants, itself first. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
  const below = (one: number): number[] => [
    one,
    ...parents.filter(([, parent]) => parent === one).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

function signalTo(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // Already gone.
    }
}

/** A program of a unit, and the processes that it started. */
class Service {
  readonly #start: () => ChildProcess;
  readonly #beside: () => number[];
  #child: ChildProcess;

  /** @param beside processes that it started and that are no longer its descendants */
  constructor(start: () => ChildProcess, beside: () => number[] = () => []) {
    this.#start = start;
    this.#beside = beside;
    this.#child = start();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Signals the program and all that it started, as when its machine stops. */
  signal(signal: NodeJS.Signals): void {
    const beside = this.#beside().flatMap(familyOf);
    signalTo([...familyOf(this.pid), ...beside], signal);
  }

  /** Kills the program, which stays down until `start()`. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    this.signal('SIGKILL');
    await exited;
  }

  /** Ends the program as its unit does; it stays down until `start()`. */
  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }

  start(): void {
    this.#child = this.#start();
  }
}

interface Member {
  name: NodeName;
  role: string;
  state: string;
}

export class TestCluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'caja-menor-simulacro-'));
  /** HAProxy ends TLS, with a certificate that only this run has. */
  readonly url = `https://${BALANCER}:8443`;
  readonly databaseUrl = `postgres://${USER}:${PASSWORD}@${BALANCER}:5432/caja_menor`;
  /** For a role that may copy the cluster. */
  readonly copyingUrl = `postgres://replicador:${PASSWORD}@${BALANCER}:5432/caja_menor`;
  /** WAL archive of all three nodes. */
  readonly archive = join(this.folder, 'wal');
  readonly #services = new Map<string, Service>();
  readonly #postgres = accountOf('postgres');

  constructor() {
    for (const signal of endings) process.on(signal, this.#end);
  }

  /** Ends the programs, which have their own process groups and would go on otherwise. */
  readonly #end = (signal: NodeJS.Signals): void => {
    for (const service of this.#services.values()) service.signal('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(128 + constants.signals[signal]);
  };

  /** Starts a service; its log is `<name>.log`. */
  #add(
    name: string,
    [file = '', ...args]: readonly string[],
    env: Record<string, string>,
    account?: { uid: number; gid: number },
    beside?: () => number[],
  ): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const start = () =>
      spawn(file, args, {
        ...account,
        cwd: projectRoot,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', log, log],
        detached: true,
      });
    this.#services.set(name, new Service(start, beside));
  }

  service(name: string): Service {
    const service = this.#services.get(name);
    if (service === undefined) throw new Error(`no service ${name}`);
    return service;
  }

  /** A folder that only the account postgres may open. */
  #own(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, this.#postgres.uid, this.#postgres.gid);
    return folder;
  }

  #startNode(name: NodeName): void {
    const address = addressOf(name);
    const home = this.#own(name);
    const peers = nodeNames.map((node) => `${node}=http://${addressOf(node)}:2380`);
    const etcd = {
      ETCD_NAME: name,
      ETCD_ENABLE_V2: 'true',
      ETCD_DATA_DIR: join(home, 'etcd'),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: peers.join(','),
      ETCD_INITIAL_CLUSTER_TOKEN: 'caja-menor',
    };
    const patroni = {
      LC_ALL: 'C.UTF-8',
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: nodeNames.map((node) => `${addressOf(node)}:2379`).join(','),
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, 'datos'),
      PATRONI_POSTGRESQL_BIN_DIR: binaries ?? '',
      PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicador',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_USERNAME: 'rebobinador',
      PATRONI_REWIND_PASSWORD: PASSWORD,
      WAL_ARCHIVE: this.archive,
    };
    const settings = Object.entries({ ...patroni, ...etcd });
    const file = join(this.folder, 'nodo.env');
    writeFileSync(file, settings.map(([key, value]) => `${key}=${value}\n`).join(''));
    this.#add(`etcd de ${name}`, [programFile('etcd') ?? ''], etcd, this.#postgres);
    const config = join(this.folder, 'patroni.yml');
    const postmaster = () => {
      const file = join(home, 'datos', 'postmaster.pid');
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
      return pid > 1 ? [pid] : [];
    };
    const command = [programFile('patroni') ?? '', config];
    this.#add(name, command, { HOME: home, ...patroni }, this.#postgres, postmaster);
  }

  #startBalancer(): void {
    const pem = join(this.folder, 'certificado.pem');
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
    const files = ['-keyout', pem, '-out', pem];
    execFileSync('openssl', ['req', '-x509', ...key, '-subj', `/CN=${BALANCER}`, ...files], {
      stdio: 'ignore',
    });
    const balancer = {
      RUNTIME_DIRECTORY: this.folder,
      DATABASE_BIND: `${BALANCER}:5432`,
      WEB_BIND: `${BALANCER}:8443 ssl crt ${pem}`,
      WEB_SCHEME: 'https',
      ...Object.fromEntries(nodeNames.map((name) => [name.toUpperCase(), addressOf(name)])),
      ...Object.fromEntries(
        webNames.map((name) => [name.toUpperCase(), `${addressOf(name)}:3000`]),
      ),
    };
    const config = join(deploy, 'haproxy.cfg');
    this.#add('balanceador', [programFile('haproxy') ?? '', '-W', '-db', '-f', config], balancer);
  }

  #startWeb(name: WebName): void {
    this.#add(
      name,
      [process.execPath, '--enable-source-maps', join(projectRoot, 'dist', 'server', 'main.js')],
      {
        ...this.environment(name),
        HOST: addressOf(name),
        PORT: '3000',
        // From which the balancer connects to any address of this machine.
        TRUST_PROXY: 'loopback',
        PUBLIC_URL: this.url,
      },
    );
  }

  /** Environment of a server process, or of a command on its machine. */
  environment(name: WebName): Record<string, string> {
    const key = join(this.folder, 'registro.key');
    const dataDir = join(this.folder, name);
    mkdirSync(dataDir, { recursive: true });
    // Each machine has its own copy.
    if (existsSync(key)) copyFileSync(key, join(dataDir, 'registro.key'));
    return {
      DATABASE_URL: this.databaseUrl,
      DATA_DIR: dataDir,
      API_TOKEN: programToken,
    };
  }

  /** Data folder of a server process. */
  dataDir(name: WebName): string {
    return join(this.folder, name);
  }

  async members(): Promise<Member[]> {
    for (const name of nodeNames)
      try {
        const answer = await fetch(`http://${addressOf(name)}:8008/cluster`, {
          signal: AbortSignal.timeout(1_000),
        });
        const { members } = (await answer.json()) as { members: Member[] };
        return members;
      } catch {
        // Another node can answer.
      }
    return [];
  }

  async #member(isWanted: (member: Member) => boolean, what: string): Promise<NodeName> {
    let found: NodeName | undefined;
    await this.until(async () => {
      found = (await this.members()).find(isWanted)?.name;
      return found !== undefined;
    }, what);
    return found ?? 'nodo1';
  }

  primary(): Promise<NodeName> {
    return this.#member(({ role }) => role === 'leader', 'a primary');
  }

  synchronous(): Promise<NodeName> {
    return this.#member(({ role }) => role === 'sync_standby', 'a synchronous standby');
  }

  /** The node of the etcd leader. */
  async etcdLeader(): Promise<NodeName> {
    for (const name of nodeNames) {
      const answer = await fetch(`http://${addressOf(name)}:2379/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      }).catch(() => null);
      const status = (await answer?.json()) as
        | { leader: string; header: { member_id: string } }
        | undefined;
      if (status?.leader === status?.header.member_id && status !== undefined) return name;
    }
    throw new Error('etcd has no leader');
  }

  /** The server with the most requests from the balancer. */
  async activeServer(): Promise<WebName> {
    const socket = connect(join(this.folder, 'haproxy.sock'));
    socket.write('show stat listos 4 -1\n');
    const [names = '', ...rows] = (await text(socket)).replace('# ', '').split('\n');
    const columns = names.split(',');
    const column = (row: string, name: string) => row.split(',')[columns.indexOf(name)];
    const [first] = rows
      .map((row) => ({ name: column(row, 'svname'), requests: Number(column(row, 'stot')) }))
      .filter(({ name }) => webNames.some((web) => web === name))
      .toSorted((one, other) => other.requests - one.requests);
    const found = webNames.find((name) => name === first?.name);
    if (found === undefined) throw new Error('the balancer has no server');
    return found;
  }

  /** Archives the WAL up to now, as PostgreSQL does by itself after a while. */
  async archiveNow(): Promise<void> {
    const last = await this.connected(
      async (client) => {
        const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as name');
        await client.query('select pg_switch_wal()');
        return `${rows[0].name}`;
      },
      { user: 'postgres' },
    );
    await this.until(async () => existsSync(join(this.archive, last)), 'the archive');
  }

  /** Waits until two standbys follow the primary, one synchronously, and all servers are ready. */
  async whole(): Promise<void> {
    await this.until(async () => {
      const members = await this.members();
      const roles = members.map(({ role }) => role).toSorted();
      const states = new Set(members.map(({ state }) => state));
      return (
        roles.join() === 'leader,replica,sync_standby' &&
        [...states].every((state) => state === 'running' || state === 'streaming')
      );
    }, 'three nodes that follow each other');
    for (const name of webNames)
      await this.until(
        async () =>
          (await fetch(`http://${addressOf(name)}:3000/listo`).catch(() => null))?.status === 200,
        `${name} to be ready`,
      );
  }

  async until(holds: () => Promise<boolean>, what: string, limit = START_LIMIT): Promise<void> {
    const deadline = Date.now() + limit;
    while (!(await holds())) {
      if (Date.now() > deadline)
        throw new Error(
          `waited for ${what}: ${JSON.stringify(await this.members())}\n${this.logs()}`,
        );
      await wait(50);
    }
  }

  /** The last lines of each log. */
  logs(): string {
    return [...this.#services.keys()]
      .map((name) => {
        const text = readFileSync(join(this.folder, `${name}.log`), 'utf8');
        return `--- ${name}\n${text.split('\n').slice(-12).join('\n')}`;
      })
      .join('\n');
  }

  /** Connects to one node, or through the balancer to the primary. */
  async connected<Result>(
    work: (client: pg.Client) => Promise<Result>,
    { host = BALANCER, user = USER, database = 'caja_menor', limit = 5_000 } = {},
  ): Promise<Result> {
    const client = new pg.Client({
      connectionString: `postgres://${user}:${PASSWORD}@${host}:5432/${database}`,
      connectionTimeoutMillis: limit,
      query_timeout: limit,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Connects to one node, primary or not. */
  on<Result>(name: NodeName, work: (client: pg.Client) => Promise<Result>, limit?: number) {
    return this.connected(work, { host: addressOf(name), ...(limit !== undefined && { limit }) });
  }

  /** Starts the database and the balancer. */
  async startDatabase(): Promise<void> {
    chownSync(this.folder, this.#postgres.uid, this.#postgres.gid);
    copyFileSync(join(deploy, 'patroni.yml'), join(this.folder, 'patroni.yml'));
    this.#own('wal');
    for (const name of nodeNames) this.#startNode(name);
    this.#startBalancer();
    const owner = { user: 'postgres', database: 'postgres' };
    await this.until(
      () =>
        this.connected((client) => client.query('select 1'), owner).then(
          () => true,
          () => false,
        ),
      'the primary',
    );
    await this.synchronous();
    const listed = this.#runPrinted('several-machines.md', 'create role', {
      '/etc/caja-menor': this.folder,
      '10.0.0.31': BALANCER,
      "'clave'": `'${PASSWORD}'`,
    });
    for (const role of ['Leader', 'Sync Standby', 'Replica'])
      if (!listed.includes(`| ${role} `))
        throw new Error(`patronictl does not list it: ${role}\n${listed}`);
  }

  /** Runs a block of a page as its reader does, in the folders of this cluster. @returns its output */
  #runPrinted(page: string, words: string, places: Record<string, string> = {}): string {
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: this.folder, LC_ALL: 'C.UTF-8' };
    return printedPage(page).run(words, env, places);
  }

  /** Starts the server processes; the first one creates the signing key, which the others receive. */
  async startWeb(): Promise<void> {
    for (const name of webNames) {
      this.#startWeb(name);
      const key = join(this.dataDir(name), 'registro.key');
      await this.until(async () => existsSync(key), 'the key of the signatures');
      if (name === 'web1') copyFileSync(key, join(this.folder, 'registro.key'));
    }
    await this.whole();
  }

  /** Replaces the data of all nodes with a restored folder, in the steps of docs/operations.md. */
  async replaceWith(restored: string): Promise<void> {
    for (const name of [...webNames, ...nodeNames]) await this.service(name).stop();
    this.#runPrinted('../operations.md', 'patronictl remove');
    // `nodo.env` is that of the node that was started last.
    const first: NodeName = 'nodo3';
    const others = nodeNames.filter((name) => name !== first);
    for (const name of others) rmSync(join(this.folder, name, 'datos'), { recursive: true });
    rmSync(this.archive, { recursive: true });
    this.#own('wal');
    this.#runPrinted('../operations.md', 'cp -a /srv/restaurada', {
      '/etc/caja-menor': this.folder,
      '/srv/restaurada': restored,
    });
    this.service(first).start();
    await this.primary();
    for (const name of others) this.service(name).start();
    for (const name of webNames) {
      rmSync(join(this.dataDir(name), 'registro.key.ultima-firma'), { force: true });
      this.service(name).start();
    }
    await this.whole();
  }

  async close(): Promise<void> {
    for (const signal of endings) process.off(signal, this.#end);
    const ours = (name: string) => (webNames as readonly string[]).includes(name);
    const all = [...this.#services];
    for (const [, service] of all.filter(([name]) => ours(name))) await service.kill();
    await Promise.all(all.filter(([name]) => !ours(name)).map(([, service]) => service.kill()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
