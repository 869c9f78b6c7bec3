/**
 * People work on a cluster while its machines die, one after the other. Nothing that was acknowledged is lost, nothing is
 * answered wrongly, and who had stopped writes nothing afterwards.
 *
 * Without DRILL the primary is killed once; with `all`, as `npm run drill` does, everybody dies, with another word whoever is
 * called so. DRILL_ROUNDS (1) says how often, SEED repeats the order.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#contract/contract.ts';
import { type SeededRandom, seededRandom } from '#server/demonstration/seeded-random.ts';
import { openDatabase, type OpenDatabase } from '#server/database/dialects.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { employ, type Staff, seedWorld, total } from '#tests/process/company.ts';
import { keptRows } from '#tests/process/kept-rows.ts';
import type { Worker } from '#tests/process/worker.ts';
import { type NodeName, TestCluster, type WebName, webNames } from './test-cluster.ts';

const wanted = process.env.DRILL;
const rounds = Number(process.env.DRILL_ROUNDS ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const say = (line: string): void => void process.stdout.write(`drill: ${line}\n`);

/** Milliseconds. */
const LOOK = 10;
const PAUSE = 50;
const RECOVERY_LIMIT = 60_000;
/** Longer than the term of the background work, on a busy machine. */
const TERM_LIMIT = 25_000;
/** Changes that are acknowledged before whoever died comes back. */
const ENOUGH = 60;

let cluster: TestCluster;
let database: OpenDatabase;
let programs: DataFolder;
let staff: Staff;
let uploader: WebClient;

/** Answers that say «not now», and answers of nobody: the change happened or not, and is looked for. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && /refused: 50[234] /.test(error.message);

/** People who go on whatever happens, and what was wrong with what they were told. */
class Crew {
  readonly wrong: string[] = [];
  readonly lost: string[] = [];
  readonly #working: Promise<void>[];
  readonly #staff: Staff;
  #over = false;
  /** Longest time without an acknowledged change since it was last asked for, milliseconds. */
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

  /** What became of the change that was cut off, and whether the others are there: once the database answers. */
  async #compare(worker: Worker): Promise<void> {
    for (;;) {
      await wait(PAUSE);
      try {
        const rows = await inTransaction(database.db, keptRows);
        this.lost.push(...worker.ledger.differences(rows));
        return;
      } catch (error) {
        if (this.#over) throw error;
      }
    }
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
  const world = await seedWorld(programs, { databaseUrl: cluster.databaseUrl });
  await cluster.startWeb();
  staff = await employ(world, cluster.url, seededRandom(seed));
  uploader = new WebClient(cluster.url, programToken);
  await uploader.signIn({ email: world.people[2].email, password: testPassword });
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
  /** Returns what brings back whoever died, once the others go on. */
  die: () => Promise<() => Promise<void>>;
}

async function killed(name: string): Promise<() => Promise<void>> {
  await cluster.service(name).kill();
  return async () => cluster.service(name).start();
}

/** Nothing that a primary acknowledges after it was stopped and woken up may have been written. */
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

/** An upload that comes to one of our processes by halves. @returns the process that has it */
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

/** The process that does the background work, by its row. */
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
    name: 'the primary, stopped',
    die: async () => {
      const node = await cluster.primary();
      cluster.service(node).signal('SIGSTOP');
      return () => wakesUpWithoutWriting(node);
    },
  },
];

/** Everybody works on while one dies, is replaced, and comes back. */
async function survive({ name, die }: Death, crew: Crew): Promise<void> {
  await cluster.whole();
  crew.longestSilence();
  const [before, wrong, lost] = [crew.acknowledged, crew.wrong.length, crew.lost.length];
  const bringBack = await die();
  const since = crew.acknowledged;
  await cluster.until(async () => crew.acknowledged > since + ENOUGH, 'changes', RECOVERY_LIMIT);
  const silence = crew.longestSilence();
  await bringBack();
  await cluster.whole();
  const { output } = await audit();
  const figures = [
    `${crew.acknowledged - before} acknowledged`,
    `${crew.lost.length - lost} lost`,
    `${seconds(silence)} s without one`,
    `${crew.wrong.length - wrong} answered wrongly`,
    /Diferencias: \d+/.exec(output)?.[0] ?? output,
  ];
  say(`${name}: ${figures.join(', ')}`);
  expect(output).toContain('Diferencias: 0.');
}

const chosen =
  wanted === undefined
    ? [primaryKilled]
    : deaths.filter(({ name }) => wanted === 'all' || name.includes(wanted));
const drill = chosen.map(({ name }) => name).join('; ');

test(
  drill,
  async () => {
    const crew = new Crew(staff);
    const order = seededRandom(seed);
    for (let round = 1; round <= rounds; round += 1)
      for (const death of shuffled(chosen, order)) await survive(death, crew);
    await crew.end();
    expect(crew.lost).toEqual([]);
    expect(crew.wrong).toEqual([]);
  },
  (1 + rounds * chosen.length) * 2 * RECOVERY_LIMIT,
);

function shuffled<Value>(values: readonly Value[], random: SeededRandom): Value[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
