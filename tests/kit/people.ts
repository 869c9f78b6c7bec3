/** Users and stores at the start of the API tests. */
import type { Kysely } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { Database, NewRow } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { insertTemplate } from '#server/features/catalogues/template.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import type { Author } from '#server/platform/database/administration-log.repository.ts';
import { insertStore, replaceManagers } from '#server/features/stores/store.repository.ts';
import { insertUser } from '#server/features/accounts/user.repository.ts';
import { findOpenBox, openNextBox } from '#server/features/cases/box.repository.ts';

/** Password of all users, as in the demonstration. */
export const testPassword = 'Caja2026';

/** Tests check that passwords are hashed, not the cost. */
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
  /** Permissions that replace those of the profile. */
  permisos?: readonly Permission[];
}

/** Author of rows that no call creates. */
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
  /** Id of its open box. */
  idCaja: number;
}

/** Coordinators see unsent boxes; an administrator may grant the workflow to any user. */
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
  centro_costo?: string;
}

/** A store with its users and its open box, as /agregarTienda creates it. */
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
    await openNextBox(trx, id, now);
    return { id, idCaja: (await findOpenBox(trx, id))?.id ?? 0 };
  });

/** Local part of the email address of one user per profile, in the demonstration and in tests. */
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
  /** Users of the same profiles with another store. */
  others: { responsable: Person; supervisor: Person; gerente: Person };
  /** Store of users 2, 3 and 8. */
  store: TestStore;
  /** Store of `others`: no user of `people` with a narrow scope sees it. */
  otherStore: TestStore;
}

/** The people of the cast. */
export async function addPeople(db: Kysely<Database>): Promise<Pick<Cast, 'people' | 'others'>> {
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
  return { people, others };
}

/** The people with their stores; in a database without formats, those of the template. */
export async function addCast(db: Kysely<Database>, now: number): Promise<Cast> {
  await inTransaction(db, (trx) => insertTemplate(trx, operator));
  const { people, others } = await addPeople(db);
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
