/** A backup while users work, and its restore in another folder. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { seed } from '#tests/kit/full-length.ts';
import { testPassword } from '#tests/kit/people.ts';
import {
  type DataFolder,
  type Ending,
  openDataFolder,
  type ProgramName,
  programToken,
} from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { employ, seedWorld, total } from './company.ts';
import { besideTheServer, faultsOf, namedFiles, receiptFiles } from './stored-rows.ts';

/** Answered changes before the backup begins. */
const BEFORE = 60;

let source: DataFolder;
let place: DataFolder;
let target: DataFolder;
beforeEach(() => {
  [source, place, target] = [openDataFolder(), openDataFolder(), openDataFolder()];
});
afterEach(async () => {
  for (const folder of [source, place, target]) await folder.close();
});

/** The commands do not need the application token. */
const run = (
  folder: DataFolder,
  name: ProgramName,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Ending> => folder.run(name, { API_TOKEN: '', ...environment }, [], args).ended;

const headIn = ({ output }: Ending): string => /Cabeza del registro: (\S+)/.exec(output)?.[1] ?? '';

const filesNamedIn = async ({ dataDir }: DataFolder): Promise<number> =>
  (await besideTheServer(dataDir, namedFiles)).length;

test('a backup made while users work is consistent and can be served elsewhere', async () => {
  const world = await seedWorld(source, { ownPeople: true });
  const server = await source.serve();
  const staff = await employ(world, server.url, seededRandom(seed));
  const working = Promise.all(staff.all.map((worker) => worker.work()));
  // A worker thread opens each receipt, which takes longer than most changes.
  while (total(staff, 'answered') < BEFORE || (await filesNamedIn(source)) === 0) await wait(5);
  const answered = total(staff, 'answered');
  const made = await run(source, 'backup', [place.dataDir]);
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(total(staff, 'answered'), 'people went on working').toBeGreaterThan(answered);
  server.child.kill('SIGKILL');
  await Promise.all([server.ended, working]);
  const head = headIn(made);
  // The log of the server continues that of the backup.
  expect(await run(source, 'audit-verify', ['--cabeza', head])).toMatchObject({ code: 0 });

  const restored = await run(target, 'restore', [place.dataDir]);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toContain('Diferencias: 0.');
  expect(headIn(restored)).toBe(head);
  const stored = await besideTheServer(target.dataDir, async (trx) => ({
    faults: await faultsOf(trx, target.dataDir),
    named: await namedFiles(trx),
    events: [
      ...(await trx.selectFrom('evento').select('id').execute()),
      // The office writes events, too.
      ...(await trx
        .selectFrom('evento_administracion')
        .select('id')
        .where('evento', '<>', 'BASE')
        .execute()),
    ].length,
  }));
  expect(stored.faults).toEqual([]);
  expect(receiptFiles(target.dataDir)).toEqual(stored.named);
  expect(stored.events).toBeGreaterThan(BEFORE / 2);

  const again = await target.serve();
  const person = new WebClient(again.url, programToken);
  await person.signIn({ email: world.people[2].email, password: testPassword });
  for (const id_tienda of world.stores) await person.must('/obtenerCajaActual', { id_tienda });
});

test('a failed backup or restore reports one line and leaves no files', async () => {
  await seedWorld(source);
  const refusals: [Promise<Ending>, string][] = [
    [run(source, 'backup', []), 'Uso: npm run backup'],
    [run(source, 'restore', ['una', 'otra']), 'Uso: npm run restore'],
    [run(source, 'restore', [place.dataDir]), `«${place.dataDir}» no es un respaldo completo`],
    [run(target, 'backup', [place.dataDir]), 'No hay una base de datos en'],
    [
      run(source, 'restore', [place.dataDir], { DATABASE_URL: 'postgres://u:secreta@localhost/x' }),
      'Uso con DATABASE_URL',
    ],
  ];
  for (const [ending, words] of refusals) {
    const { code, errors } = await ending;
    expect([code, errors]).toEqual([1, expect.stringContaining(words)]);
    expect(errors).toMatch(/^[^\n]+\n$/);
  }
  expect(readdirSync(place.dataDir)).toEqual([]);

  const made = await run(source, 'backup', [place.dataDir]);
  expect(made).toMatchObject({ code: 0 });
  writeFileSync(join(place.dataDir, 'caja-menor.db'), 'otra cosa');
  const { code, errors } = await run(target, 'restore', [place.dataDir]);
  expect([code, errors]).toEqual([1, expect.stringContaining('está dañado: «caja-menor.db»')]);
  expect(readdirSync(target.dataDir)).toEqual([]);
  rmSync(place.dataDir, { recursive: true });
});
