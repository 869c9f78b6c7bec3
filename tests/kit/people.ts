/** People and stores that the tests of the calls begin with. */
import type { Kysely } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { Database, NewRow } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import type { Author } from '#server/platform/database/administration-log.repository.ts';
import { insertStore, replaceManagers } from '#server/features/stores/store.repository.ts';
import { insertUser } from '#server/features/accounts/user.repository.ts';
import { openNextBox } from '#server/features/cases/box.repository.ts';

/** Everybody's, as in the demonstration. */
export const testPassword = 'Caja2026';

/** Hashing in tests proves the wiring, not the strength. */
export const cheapPasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

let passwordHash: Promise<string> | undefined;
const testPasswordHash = (): Promise<string> => {
  passwordHash ??= hashPassword(testPassword, cheapPasswordCost);
  return passwordHash;
};

export interface Person {
  id: number;
  profile: ProfileId;
  email: string;
  nombre: string;
}

export interface NewPerson {
  profile: ProfileId;
  email: string;
  nombre?: string;
  num_doc?: string;
  cambiar_clave?: 0 | 1;
  active_?: 0 | 1;
  /** A list of their own instead of the profile's. */
  permisos?: readonly Permission[];
}

/** Who puts into the database what no call makes. */
export const operator: Author = { actor: null, now: 1 };

let documents = 1_000_000;

export async function addPerson(
  db: Kysely<Database>,
  { profile, permisos, nombre = `${profiles[profile].nombre} de prueba`, ...given }: NewPerson,
): Promise<Person> {
  documents += 1;
  const row = {
    num_doc: String(documents),
    ...given,
    razon_social: nombre,
    tipo: profile,
    tipo_doc: 1,
    clave_hash: await testPasswordHash(),
    permisos: permisos?.join(',') ?? null,
    creado: 1,
  } satisfies NewRow<'usuarios'>;
  const id = await inTransaction(db, (trx) => insertUser(trx, row, operator));
  return { id, profile, email: given.email, nombre };
}

export interface TestStore {
  id: number;
  /** Its open box. */
  idCaja: number;
}

/** Coordinators see boxes that are not sent; an administrator may give the workflow to anybody. */
export const giveWorkflow = ({ db }: { db: Kysely<Database> }) =>
  db
    .updateTable('usuarios')
    .set({ permisos: [...profiles[4].permisos, 'flujo'].join(',') })
    .where('tipo', '=', 4)
    .execute();

interface NewStore {
  nombre: string;
  responsable: Person;
  supervisor: Person;
  gerente: Person;
  adicionales?: readonly Person[];
  /** Centavos. */
  base?: number;
  id_formato?: number;
  id_ciudad?: number;
}

/** A store with its people and its open box, as /agregarTienda leaves it. */
export const addStore = (
  db: Kysely<Database>,
  { nombre, responsable, supervisor, gerente, adicionales = [], ...given }: NewStore,
  now: number,
): Promise<TestStore> =>
  inTransaction(db, async (trx) => {
    const row = {
      nombre,
      direccion: 'Calle 10 # 43-12',
      telefono: '6044441212',
      email: 'tienda@cajamenor.test',
      centro_costo: 'CC-01',
      centro_beneficio: 'CB-01',
      id_gerente: gerente.id,
      id_supervisor: supervisor.id,
      id_formato: 1,
      base: 1_000_000_00,
      id_ciudad: 5001,
      ...given,
    };
    const id = await insertStore(trx, row, operator);
    const managers = { responsable: responsable.id, adicionales: adicionales.map(({ id }) => id) };
    await replaceManagers(trx, id, managers, operator);
    return { id, idCaja: await openNextBox(trx, id, now) };
  });

/** The part before the @ of the address of one person of each profile, in the demonstration and in tests. */
export const firstNames: Record<ProfileId, string> = {
  1: 'admin',
  2: 'tienda',
  3: 'supervisor',
  4: 'coordinador',
  5: 'mantenimiento',
  6: 'contabilidad',
  7: 'control',
  8: 'gerente',
};

export interface Cast {
  people: Record<ProfileId, Person>;
  /** Colleagues with the same profiles and another store. */
  others: { responsable: Person; supervisor: Person; gerente: Person };
  /** Of people 2, 3 and 8. */
  store: TestStore;
  /** Of the colleagues: nobody in `people` with a narrow scope sees it. */
  otherStore: TestStore;
}

export async function addCast(db: Kysely<Database>, now: number): Promise<Cast> {
  const person = (profile: ProfileId, name: string) =>
    addPerson(db, { profile, email: `${name}@cajamenor.test` });
  const people = {
    1: await person(1, firstNames[1]),
    2: await person(2, firstNames[2]),
    3: await person(3, firstNames[3]),
    4: await person(4, firstNames[4]),
    5: await person(5, firstNames[5]),
    6: await person(6, firstNames[6]),
    7: await person(7, firstNames[7]),
    8: await person(8, firstNames[8]),
  };
  const others = {
    responsable: await person(2, 'otra.tienda'),
    supervisor: await person(3, 'otro.supervisor'),
    gerente: await person(8, 'otro.gerente'),
  };
  return {
    people,
    others,
    store: await addStore(
      db,
      {
        nombre: 'Tienda Centro',
        responsable: people[2],
        supervisor: people[3],
        gerente: people[8],
      },
      now,
    ),
    otherStore: await addStore(db, { nombre: 'Tienda Norte', ...others }, now),
  };
}
