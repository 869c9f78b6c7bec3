/**
 * Failover drill: users work on a cluster while its machines fail, one after the other. No acknowledged change is lost,
 * no answer is wrong, and a primary that was paused writes nothing after it resumes.
 *
 * Without DRILL the primary is killed once. With `all`, as in `npm run drill`, every machine fails, with another value
 * those whose name contains it; then a box is deleted by hand, and the cluster replaced by its restore to the instant before.
 * DRILL_ROUNDS (1) is the number of rounds, SEED chooses the order.
 */
import { Console } from 'node:console';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { type SeededRandom, seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { openDatabase, type OpenDatabase } from '#server/platform/database/dialects.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { seed } from '#tests/kit/full-length.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { employ, type Staff, seedWorld, total, type World } from '#tests/process/company.ts';
import { storedRows } from '#tests/process/stored-rows.ts';
import type { Ledger } from '#tests/process/ledger.ts';
import type { Worker } from '#tests/process/worker.ts';
import { type NodeName, TestCluster, type WebName, webNames } from './test-cluster.ts';

const wanted = process.env.DRILL;
const rounds = Number(process.env.DRILL_ROUNDS ?? 1);
const say = (line: string): void => void process.stdout.write(`drill: ${line}\n`);

/** Milliseconds. */
const LOOK = 10;
const PAUSE = 50;
const RECOVERY_LIMIT = 60_000;
/** Longer than the lease term of the background work, on a busy machine. */
const TERM_LIMIT = 25_000;
/** Changes to be acknowledged before the failed machine is restarted. */
const ENOUGH = 60;
const SECOND = 1_000;
/** Most seconds without an acknowledged change after a failure. */
const MEDIAN_SILENCE = 8;
const WORST_SILENCE = 12;
/** Delay after which a unit restarts its program. */
const RESTART = 1_000;

let cluster: TestCluster;
let database: OpenDatabase;
let programs: DataFolder;
let world: World;
let staff: Staff;
let uploader: WebClient;

/** Answers 502 to 504: the change may have happened, which the database shows. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && /refused: 50[234]\b/.test(error.message);

/** Users who work on through failures, with their wrong answers and lost changes. */
class Crew {
  readonly wrong: string[] = [];
  readonly lost: string[] = [];
  readonly #working: Promise<void>[];
  readonly #staff: Staff;
  #over = false;
  /** Longest time without an acknowledged change since the last `longestSilence()`, milliseconds. */
  #longest = 0;
  #watching: NodeJS.Timeout;

  constructor(staff: Staff) {
    this.#staff = staff;
    let [seen, since] = [this.acknowledged, performance.now()];
    this.#watching = setInterval(() => {
      const now = performance.now();
      this.#longest = Math.max(this.#longest, now - since);
      if (this.acknowledged === seen) return;
      [seen, since] = [this.acknowledged, now];
    }, LOOK);
    this.#working = staff.all.map((worker) => this.#workOn(worker));
  }

  get acknowledged(): number {
    return total(this.#staff, 'answered');
  }

  async #workOn(worker: Worker): Promise<void> {
    while (!this.#over) {
      try {
        await worker.work(() => this.#over);
      } catch (error) {
        if (!isPassing(error)) this.wrong.push(String(error));
      }
      if (!this.#over) await this.#compare(worker);
    }
  }

  /** Compares the ledger with the rows, once the database answers. */
  async #compare(worker: Worker): Promise<void> {
    for (;;) {
      await wait(PAUSE);
      try {
        const rows = await inTransaction(database.db, storedRows);
        this.lost.push(...worker.ledger.differences(rows));
        return;
      } catch (error) {
        if (this.#over) throw error;
      }
    }
  }

  /** Waits until more changes are acknowledged. */
  async goesOn(): Promise<void> {
    const since = this.acknowledged;
    await cluster.until(async () => this.acknowledged > since + ENOUGH, 'changes', RECOVERY_LIMIT);
  }

  longestSilence(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#working);
    clearInterval(this.#watching);
    for (const worker of this.#staff.all) await this.#compare(worker);
  }
}

beforeAll(async () => {
  const begun = performance.now();
  cluster = new TestCluster();
  programs = openDataFolder();
  await cluster.startDatabase();
  world = await seedWorld(programs, { databaseUrl: cluster.databaseUrl, ownPeople: true });
  await cluster.startWeb();
  staff = await employ(world, cluster.url, seededRandom(seed));
  uploader = new WebClient(cluster.url, programToken);
  await uploader.signIn({ email: world.people[2].email, password: testPassword });
  expect(uploader.headers().cookie, 'what only https lets a browser keep').toContain('__Host-');
  database = openDatabase({ databaseUrl: cluster.databaseUrl, poolSize: 6 });
  say(`the cluster stands after ${seconds(performance.now() - begun)} s; SEED=${seed}`);
}, 180_000);
afterAll(async () => {
  await programs?.close();
  await database?.close();
  await cluster?.close();
}, 60_000);

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);

const audit = () =>
  programs.run('audit-verify', { ...cluster.environment('web1'), API_TOKEN: '' }).ended;

interface Death {
  name: string;
  /** Fails the machine. @returns brings it back, called once the others go on */
  die: () => Promise<() => Promise<void>>;
}

async function killed(name: string): Promise<() => Promise<void>> {
  await cluster.service(name).kill();
  return async () => cluster.service(name).start();
}

/** Resumes a paused primary, and checks that it accepts no write. */
async function wakesUpWithoutWriting(node: NodeName): Promise<void> {
  const write = (attempt: number) =>
    cluster.on(
      node,
      (client) =>
        client.query('insert into config (field_name, field_content) values ($1, $1)', [
          `de un muerto ${attempt}`,
        ]),
      1_500,
    );
  cluster.service(node).signal('SIGCONT');
  for (let attempt = 1; attempt <= 20; attempt += 1)
    await expect(write(attempt), 'a primary that was stopped').rejects.toThrow();
  const { rows } = await cluster.connected((client) =>
    client.query(`select field_name from config where field_name like 'de un muerto%'`),
  );
  expect(rows).toEqual([]);
}

/** Sends the first half of an upload. @returns the server process that receives it */
async function halfAnUpload(): Promise<WebName> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(
        Buffer.from(
          '--x\r\nContent-Disposition: form-data; name="archivo"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
        ),
      );
    },
  });
  void fetch(`${cluster.url}${apiBase}/cargarSoporte`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...uploader.headers(), 'content-type': 'multipart/form-data; boundary=x' },
  } as RequestInit).catch(() => undefined);
  let found: WebName | undefined;
  await cluster.until(async () => {
    found = webNames.find((name) =>
      readdirSync(join(cluster.dataDir(name), 'soportes'), { recursive: true }).some((file) =>
        `${file}`.endsWith('.tmp'),
      ),
    );
    return found !== undefined;
  }, 'an upload');
  return found ?? 'web1';
}

/** The process that holds the lease of the background work. */
async function worker(): Promise<WebName> {
  const { titular } = await database.db
    .selectFrom('arriendo')
    .select('titular')
    .executeTakeFirstOrThrow();
  const [, pid] = titular.split(' ');
  const found = webNames.find((name) => `${cluster.service(name).pid}` === pid);
  if (found === undefined) throw new Error(`nobody of ours: ${titular}`);
  return found;
}

const primaryKilled: Death = {
  name: 'the primary, killed',
  die: async () => killed(await cluster.primary()),
};

const deaths: readonly Death[] = [
  primaryKilled,
  { name: 'the synchronous standby, killed', die: async () => killed(await cluster.synchronous()) },
  {
    name: 'the leader of etcd, killed',
    die: async () => killed(`etcd de ${await cluster.etcdLeader()}`),
  },
  {
    name: 'the server with the background work, killed',
    die: async () => {
      const name = await worker();
      const bringBack = await killed(name);
      return async () => {
        const isReplaced = async () => (await worker()) !== name;
        await cluster.until(isReplaced, 'another one to do the background work', TERM_LIMIT);
        await bringBack();
      };
    },
  },
  { name: 'a server, killed amid an upload', die: async () => killed(await halfAnUpload()) },
  {
    name: 'the active server of the balancer, killed',
    die: async () => killed(await cluster.activeServer()),
  },
  {
    name: 'the balancer, killed and started by its unit',
    die: async () => {
      const start = await killed('balanceador');
      await wait(RESTART);
      await start();
      return async () => undefined;
    },
  },
  {
    name: 'the primary, stopped',
    die: async () => {
      const node = await cluster.primary();
      cluster.service(node).signal('SIGSTOP');
      return () => wakesUpWithoutWriting(node);
    },
  },
];

/** Fails one machine while the crew works, and brings it back once it is replaced. */
async function survive({ name, die }: Death, crew: Crew) {
  await cluster.whole();
  crew.longestSilence();
  const [before, wrong, lost] = [crew.acknowledged, crew.wrong.length, crew.lost.length];
  const bringBack = await die();
  await crew.goesOn();
  const silence = crew.longestSilence() / SECOND;
  await bringBack();
  await cluster.whole();
  const { output } = await audit();
  const row = {
    death: name,
    acknowledged: crew.acknowledged - before,
    'of them lost': crew.lost.length - lost,
    'seconds without a write': silence.toFixed(1),
    'answered wrongly': crew.wrong.length - wrong,
    'audit:verify': verdict(output),
  };
  say(Object.values(row).join(' · '));
  expect(row).toMatchObject({ 'audit:verify': 'clean' });
  return row;
}

const verdict = (output: string): string =>
  output.includes('Diferencias: 0.\nCabeza del registro: ') ? 'clean' : output.trim();

/** Deletes a box by hand while the crew works, and replaces the cluster by its restore to the instant before. */
async function deleteAndRestore(crew: Crew, backup: DataFolder): Promise<void> {
  const { id, idCaja } = world.store;
  await crew.goesOn();
  // The instant is after everything that was acknowledged so far.
  const [promised, instant] = [staff.all.map(({ ledger }) => ledger.copy()), Date.now() + 1];
  await crew.goesOn();
  await cluster.until(async () => Date.now() > instant + SECOND, 'a second');
  await cluster.connected(
    async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query('delete from cajas where id = $1', [idCaja]);
    },
    { user: 'postgres' },
  );
  await crew.goesOn();
  await crew.end();
  await cluster.archiveNow();
  const { output: damaged } = await audit();
  expect(damaged, 'the audit of what goes on').toContain(`tienda ${id}: tiene 0 cajas`);
  const target = openDataFolder();
  const begun = performance.now();
  const restored = await programs.run(
    'restore',
    cluster.environment('web1'),
    [],
    [
      backup.dataDir,
      '--wal',
      cluster.archive,
      '--destino',
      target.dataDir,
      '--hasta',
      new Date(instant).toISOString(),
    ],
  ).ended;
  const took = seconds(performance.now() - begun);
  try {
    expect(restored).toMatchObject({ code: 0, errors: '' });
    await cluster.replaceWith(target.dataDir);
    await expectAsPromised(promised, idCaja);
    const { output } = await audit();
    expect(verdict(output)).toBe('clean');
  } finally {
    await target.close();
  }
  const acknowledged = promised.reduce((sum, { rows }) => sum + rows.size, 0);
  say(
    `restored to the second before a deletion in ${took} s: ${acknowledged} rows promised until then, 0 lost, none of later, audit:verify ${verdict(restored.output)}`,
  );
}

/** Checks that everything acknowledged before is there, no later expense, and the deleted box. */
async function expectAsPromised(promised: readonly Ledger[], idCaja: number): Promise<void> {
  const rows = await inTransaction(database.db, storedRows);
  expect(promised.flatMap((ledger) => ledger.differences(rows))).toEqual([]);
  const known = new Set(promised.flatMap((ledger) => [...ledger.rows.keys()]));
  const ofLater = [...rows.keys()].filter((name) => /^gasto /.test(name) && !known.has(name));
  expect(ofLater).toEqual([]);
  expect(rows.get(`caja ${idCaja}`)).toMatchObject({ active: 0 });
}

const chosen =
  wanted === undefined
    ? [primaryKilled]
    : deaths.filter(({ name }) => wanted === 'all' || name.includes(wanted));
const drill = [...chosen.map(({ name }) => name), ...(wanted === undefined ? [] : ['restored'])];

test(
  drill.join('; '),
  async () => {
    const crew = new Crew(staff);
    const order = seededRandom(seed);
    const backup = openDataFolder();
    const table: Awaited<ReturnType<typeof survive>>[] = [];
    try {
      await crew.goesOn();
      if (wanted !== undefined) {
        const copying = { DATABASE_URL: cluster.copyingUrl };
        const made = await programs.run('backup', copying, [], [backup.dataDir]).ended;
        expect(made).toMatchObject({ code: 0, errors: '' });
      }
      for (let round = 1; round <= rounds; round += 1)
        for (const death of shuffled(chosen, order)) table.push(await survive(death, crew));
      if (wanted === undefined) await crew.end();
      else await deleteAndRestore(crew, backup);
    } finally {
      await backup.close();
    }
    expect(crew.lost).toEqual([]);
    expect(crew.wrong).toEqual([]);
    if (wanted === 'all') show(table);
  },
  (2 + rounds * chosen.length) * 2 * RECOVERY_LIMIT,
);

/** Prints the table and checks its limits. */
function show(table: readonly Record<string, string | number>[]): void {
  new Console(process.stdout).table(table);
  const silences = table
    .map((row) => Number(row['seconds without a write']))
    .toSorted((one, other) => one - other);
  const median = silences[Math.floor(silences.length / 2)] ?? 0;
  const worst = silences.at(-1) ?? 0;
  say(`seconds without a write: median ${median}, worst ${worst}; SEED=${seed}`);
  expect([median <= MEDIAN_SILENCE, worst <= WORST_SILENCE]).toEqual([true, true]);
}

function shuffled<Value>(values: readonly Value[], random: SeededRandom): Value[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
