/** A company at work: three stores with their reviewers, and the office, each with its own client. */
import { type SeededRandom, seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import {
  addCast,
  addPerson,
  addStore,
  type Cast,
  type Person,
  testPassword,
} from '#tests/kit/people.ts';
import { type DataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { OfficeWorker } from './office-worker.ts';
import { StoreWorker } from './store-worker.ts';
import type { Worker } from './worker.ts';

/** Centavos: more than the tests spend. */
export const BASE = 1_000_000_000_00;

export interface World extends Cast {
  treasurer: Person;
  stores: number[];
  /** User who records in each store. */
  keepers: Person[];
  idProveedor: number;
  idEmpresa: number;
}

export async function seedWorld(
  { dataDir }: DataFolder,
  {
    stores: count = 3,
    ownPeople = false,
    databaseUrl = undefined as string | undefined,
    /** True if another release has created the schema. */
    isMigrated = false,
  } = {},
): Promise<World> {
  const { db, engine, close } = openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
  if (!isMigrated) await migrateToLatest(db, engine);
  const now = Date.now();
  const cast = await addCast(db, now);
  const { 2: responsable, 3: supervisor, 8: gerente } = cast.people;
  const treasurer = await addPerson(db, {
    profile: 6,
    email: 'tesoreria@cajamenor.test',
    permisos: ['giros', 'autorizarGiros'],
  });
  const stores: number[] = [];
  const keepers: Person[] = [];
  for (let number = 1; number <= count; number += 1) {
    const nombre = `Tienda ${number}`;
    const people = { responsable, supervisor, gerente };
    const own = { profile: 2, email: `tienda${number}@cajamenor.test` } as const;
    const adicionales = ownPeople ? [await addPerson(db, own)] : [];
    keepers.push(adicionales[0] ?? responsable);
    stores.push((await addStore(db, { nombre, base: BASE, ...people, adicionales }, now)).id);
  }
  const supplier = { num_doc: '800197268', digito: '4', nombre: 'Ferretería El Tornillo' };
  const { id: idProveedor } = await db
    .insertInto('proveedores')
    .values({ ...supplier, creado: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: idEmpresa } = await db
    .insertInto('empresas')
    .values({ nombre: 'Servientrega', id_ciudad: 1146 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await close();
  return { ...cast, treasurer, stores, keepers, idProveedor, idEmpresa };
}

export interface Staff {
  stores: StoreWorker[];
  office: OfficeWorker;
  all: Worker[];
}

/** Signs in each user once with an own client: the sessions survive the kills, too. */
export async function employ(world: World, url: string, random: SeededRandom): Promise<Staff> {
  const signIn = async (
    profile: 1 | 2 | 3 | 5 | 6,
    { email }: Person = world.people[profile],
  ): Promise<WebClient> => {
    const browser = new WebClient(url, programToken);
    await browser.signIn({ email, password: testPassword });
    return browser;
  };
  const own = () => seededRandom(random.between(0, 2 ** 31));
  const stores: StoreWorker[] = [];
  for (const [index, idTienda] of world.stores.entries()) {
    let counted = 0;
    const team = {
      store: await signIn(2, world.keepers[index]),
      supervisor: await signIn(3),
      maintenance: await signIn(5),
      accounting: await signIn(6),
      treasury: await signIn(6, world.treasurer),
    };
    const { idProveedor, idEmpresa } = world;
    const count = () => {
      counted += 1;
      return counted;
    };
    const name = `T${index}R`;
    stores.push(
      new StoreWorker({ team, random: own(), name, idTienda, idProveedor, idEmpresa, count }),
    );
  }
  const office = new OfficeWorker(own(), await signIn(1));
  return { stores, office, all: [...stores, office] };
}

/** Sum of a count over all workers. */
export const total = (
  { all }: Staff,
  fact: 'answered' | 'happened' | 'undone' | 'payments',
): number => all.reduce((sum, { ledger }) => sum + ledger[fact], 0);
