/**
 * A server that is killed while users work: every change that was answered with 200 is stored, and any other
 * happened completely or not at all.
 *
 * KILLS is the number of kills; SEED chooses the actions and the moments of the kills.
 */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toCentavos } from '#machines/domain/values/money.ts';
import { type SeededRandom, seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { tried } from '#tests/kit/cases.ts';
import { seed } from '#tests/kit/full-length.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { BASE, employ, type Staff, seedWorld, total, type World } from './company.ts';
import { besideTheServer, faultsOf, storedRows, namedFiles, receiptFiles } from './stored-rows.ts';

const kills = Number(process.env.KILLS ?? 10);
/** Most answered changes of stores between two kills, and most milliseconds after the last one. */
const [MOST_CHANGES, LONGEST_WAIT] = [40, 40];
/** Milliseconds for one round on a busy machine. */
const ROUND_LIMIT = 30_000;
const HOUR = 60 * 60_000;

const say = (line: string): void => void process.stdout.write(`killing: ${line}\n`);

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** Differences between the stored rows and the answers, faults, and rows without an answer. */
async function differences({ all }: Staff): Promise<string[]> {
  const { rows, faults } = await besideTheServer(folder.dataDir, async (trx) => ({
    rows: await storedRows(trx),
    faults: await faultsOf(trx, folder.dataDir),
  }));
  const wrong = all.flatMap(({ ledger }) => ledger.differences(rows));
  const known = new Set(all.flatMap(({ ledger }) => [...ledger.rows.keys()]));
  const strange = [...rows.keys()].filter(
    (name) => /^(gasto|empresa Mensajería) /.test(`${name} `) && !known.has(name),
  );
  return [...faults, ...wrong, ...strange.map((name) => `${name}: nobody was promised it`)];
}

/** Checks disponible + current + reembolso + a cargo = base, with the acknowledged amounts. */
async function expectFunds({ stores }: Staff, url: string, world: World): Promise<void> {
  const browser = new WebClient(url, programToken);
  await browser.signIn({ email: world.people[2].email, password: testPassword });
  for (const worker of stores) {
    const { current, reembolso, aCargo } = worker.fund();
    const fund = await browser.must('/obtenerDatosTiendaCaja', { id_tienda: worker.idTienda });
    expect(toCentavos(fund.reembolso)).toBe(reembolso);
    expect(toCentavos(fund.a_cargo_tienda)).toBe(aCargo);
    expect(toCentavos(fund.disponible)).toBe(BASE - current - reembolso - aCargo);
  }
}

/** Lets all workers work, and kills the server meanwhile. */
async function workUntilKilled(staff: Staff, random: SeededRandom): Promise<void> {
  const server = await folder.serve();
  for (const worker of staff.all) worker.moveTo(server.url);
  const working = Promise.all(staff.all.map((worker) => worker.work()));
  // Only of stores: the office is answered long before the first upload after a start.
  const answered = () => staff.stores.reduce((sum, { ledger }) => sum + ledger.answered, 0);
  const enough = answered() + random.between(1, MOST_CHANGES);
  const patience = random.between(0, LONGEST_WAIT);
  let over = false;
  const end = () => {
    over = true;
  };
  working.then(end, end);
  const busy = async () => {
    while (!over && answered() < enough) await wait(1);
    await wait(patience);
    return 'at work';
  };
  expect(await Promise.race([working.then(() => 'gone'), busy()])).toBe('at work');
  server.child.kill('SIGKILL');
  tried(1);
  await server.ended;
  await working;
}

test(
  `answered changes survive ${kills} kills, and no change is partial`,
  async () => {
    say(`SEED=${seed} KILLS=${kills}`);
    const random = seededRandom(seed);
    // With own users, no user exceeds the limit of simultaneous documents.
    const world = await seedWorld(folder, { ownPeople: true });
    const first = await folder.serve();
    const staff = await employ(world, first.url, random);
    // From here on, kills can interrupt payments, too.
    const [store] = staff.stores;
    await store?.work(() => store.isPaid);
    first.child.kill('SIGKILL');
    await first.ended;
    const before = total(staff, 'payments');

    for (let kill = 1; kill <= kills; kill += 1) {
      await workUntilKilled(staff, random);
      expect(await differences(staff), `SEED=${seed}, kill ${kill}`).toEqual([]);
    }

    const last = await folder.serve();
    await expectFunds(staff, last.url, world);
    last.child.kill('SIGTERM');
    await last.ended;
    const audit = await folder.run('audit-verify').ended;
    expect(audit.output).toContain(' Diferencias: 0.\nCabeza del registro: ');
    const counted = (['answered', 'happened', 'undone'] as const).map((fact) => total(staff, fact));
    say(`changes answered, cut off but done, cut off and not done: ${counted.join(', ')}`);
    const payments = total(staff, 'payments') - before;
    say(`changes of payments between kills: ${payments}`);
    expect(payments).toBeGreaterThan(0);
  },
  ROUND_LIMIT * (kills + 2),
);

test('a later start removes files that a kill left without an expense', async () => {
  const { dataDir } = folder;
  // A folder with receipts gets no new database.
  expect((await folder.run('db-migrate').ended).code).toBe(0);
  const shelf = join(dataDir, 'soportes', 'ab');
  mkdirSync(shelf, { recursive: true });
  const old = new Date(Date.now() - 2 * HOUR);
  const [forgotten, half, fresh] = ['ab'.repeat(32), '.cortado.tmp', 'abcd'.repeat(16)];
  for (const name of [forgotten, half, fresh]) writeFileSync(join(shelf, name), 'x');
  for (const name of [forgotten, half]) utimesSync(join(shelf, name), old, old);
  await folder.serve();
  await expect.poll(() => receiptFiles(dataDir), { timeout: ROUND_LIMIT }).toEqual([fresh]);
  expect(await besideTheServer(dataDir, namedFiles)).toEqual([]);
});

test('a migration completes after earlier ones were killed', async () => {
  const random = seededRandom(seed);
  const file = join(folder.dataDir, 'caja-menor.db');
  for (let kill = 0; kill < 3; kill += 1) {
    const { child, ended } = folder.run('db-migrate');
    await expect.poll(() => existsSync(file), { interval: 5, timeout: ROUND_LIMIT }).toBe(true);
    await wait(random.between(0, 40));
    child.kill('SIGKILL');
    await ended;
  }
  const { code, output } = await folder.run('db-migrate').ended;
  expect([code, output]).toEqual([0, 'La base de datos está al día.\n']);
  expect(await besideTheServer(folder.dataDir, (trx) => faultsOf(trx, folder.dataDir))).toEqual([]);
});
