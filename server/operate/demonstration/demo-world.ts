/** Keys of everybody and everything of the demonstration in the database. */
import { taxKey } from '#machines/domain/values/document-keys.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { defaultPasswordCost } from '../../platform/config/config.ts';
import { hashPassword } from '../../features/accounts/passwords.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { findDuplicate, insertCompany } from '../../features/companies/company.repository.ts';
import { setSetting } from '../../features/settings/settings.ts';
import {
  insertStore,
  replaceManagers,
  updateStore,
} from '../../features/stores/store.repository.ts';
import { insertSupplierOnce } from '../../features/suppliers/supplier.repository.ts';
import { insertUser } from '../../features/accounts/user.repository.ts';
import { logBase } from '../../features/cases/administration-replay.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type DemoPerson, demoEmail, demoPassword, demoPersonEntries } from './demo-people.ts';
import {
  type CompanyName,
  demoCompanies,
  demoCompanyNit,
  type DemoStore,
  demoStoreEntries,
} from './demo-stores.ts';
import { demoSupplierEntries, type SupplierKey } from './demo-suppliers.ts';

export interface DemoWorld {
  people: Map<string, number>;
  stores: Map<string, number>;
  companies: Map<CompanyName, number>;
  /** Without those that the stores create themselves. */
  suppliers: Map<SupplierKey, number>;
}

/** @throws Error when the demonstration names something that it does not have */
export function idIn<Key, Value>(ids: Map<Key, Value>, key: Key): Value {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the demonstration has no ${String(key)}`);
  return id;
}

/** Whom the stores belong to, and they. */
export interface DemoCast {
  people: readonly (readonly [key: string, DemoPerson])[];
  stores: readonly (readonly [key: string, DemoStore])[];
}

const demoCast: DemoCast = { people: demoPersonEntries, stores: demoStoreEntries };

/** Inserts one after the other. @returns their keys in the database */
async function inserted<Key, Item>(
  entries: Iterable<readonly [Key, Item]>,
  insert: (item: Item, key: Key) => Promise<number>,
): Promise<Map<Key, number>> {
  const ids = new Map<Key, number>();
  for (const [key, item] of entries) ids.set(key, await insert(item, key));
  return ids;
}

async function insertPeople(trx: Trx, { people }: DemoCast, by: Author, password: string) {
  // Everybody has the same password: one hash is as good as sixteen.
  const clave_hash = await hashPassword(password, defaultPasswordCost);
  return inserted(people, ({ nombre, profile, cambiarClave, inactive, ...person }, key) => {
    const user = {
      ...person,
      razon_social: nombre,
      tipo: profile,
      tipo_doc: 1,
      email: demoEmail(key),
      clave_hash,
      cambiar_clave: cambiarClave ? 1 : 0,
      active_: inactive ? 0 : 1,
      creado: by.now,
    } as const;
    return insertUser(trx, user, by);
  });
}

const insertStores = (trx: Trx, { stores }: DemoCast, people: DemoWorld['people'], by: Author) =>
  inserted(stores, async (store, key) => {
    const { nombre, direccion, telefono, centro, id_formato, id_ciudad } = store;
    const row = {
      nombre,
      direccion,
      telefono,
      id_formato,
      id_ciudad,
      email: `${key}.tienda@cajamenor.test`,
      centro_costo: `CC${centro}`,
      centro_beneficio: `CB${centro}`,
      id_gerente: idIn(people, store.gerente),
      id_supervisor: idIn(people, store.supervisor),
      base: toCentavos(store.base),
    };
    const id = await insertStore(trx, row, by);
    const responsable = idIn(people, store.responsable);
    const adicionales = (store.adicionales ?? []).map((person) => idIn(people, person));
    await replaceManagers(trx, id, { responsable, adicionales }, by);
    return id;
  });

const insertCompanies = (trx: Trx, by: Author) =>
  inserted(
    demoCompanies.map((company) => [company.nombre, company] as const),
    async (company) => {
      const { nombre, id_ciudad } = company;
      const known = await findDuplicate(trx, { id: 0, nombre, id_ciudad });
      const row = { nombre, id_ciudad, active_: 'inactive' in company ? 0 : 1 } as const;
      return known?.id ?? insertCompany(trx, row, by);
    },
  );

const insertSuppliers = (trx: Trx, by: Author) =>
  inserted(
    demoSupplierEntries.filter(([, { ocasional }]) => !ocasional),
    async ({ num_doc, digito, nombre, direccion }) => {
      const documento = taxKey(num_doc);
      const supplier = { num_doc, documento, digito, nombre, direccion, creado: by.now };
      return (await insertSupplierOnce(trx, supplier, by)).id;
    },
  );

/** People and stores, and whom they buy from; suppliers and companies that are there already stay. */
export async function insertCast(
  trx: Trx,
  by: Author,
  cast: DemoCast,
  password: string,
): Promise<DemoWorld> {
  const people = await insertPeople(trx, cast, by, password);
  return {
    people,
    stores: await insertStores(trx, cast, people, by),
    companies: await insertCompanies(trx, by),
    suppliers: await insertSuppliers(trx, by),
  };
}

/** Everything that is there before the first box. */
export async function insertWorld(
  trx: Trx,
  beginning: number,
  cast: DemoCast = demoCast,
): Promise<DemoWorld> {
  const by = { actor: null, now: beginning };
  await setSetting(trx, 'nit_empresa', demoCompanyNit, by);
  const world = await insertCast(trx, by, cast, demoPassword);
  await logBase(trx, beginning);
  return world;
}

/** At last, so that the inactive ones could have a past. */
export async function deactivateStores(
  trx: Trx,
  stores: Map<string, number>,
  now: number,
): Promise<void> {
  for (const [key, store] of demoStoreEntries)
    if (store.inactive)
      await updateStore(trx, idIn(stores, key), { active_: 0 }, { actor: null, now });
}
