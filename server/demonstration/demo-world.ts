/** Keys of everybody and everything of the demonstration in the database. */
import { checkDigit } from '#machines/domain/check-digit.ts';
import { taxKey } from '#machines/domain/document-keys.ts';
import { toCentavos } from '#machines/domain/money.ts';
import { defaultPasswordCost } from '../config/config.ts';
import { hashPassword } from '../policies/password.policy.ts';
import type { Author } from '../repositories/administration-log.repository.ts';
import { findTwin, insertCompany } from '../repositories/company.repository.ts';
import { setCompanyTaxNumber } from '../repositories/settings.repository.ts';
import { insertStore, replaceManagers, updateStore } from '../repositories/store.repository.ts';
import { insertSupplierOnce } from '../repositories/supplier.repository.ts';
import { insertUser } from '../repositories/user.repository.ts';
import { logBase } from '../workflow/administration-replay.ts';
import type { Trx } from '../database/transactions.ts';
import { type DemoPerson, demoEmail, demoPassword, demoPersonEntries } from './demo-people.ts';
import {
  type CompanyName,
  demoCompanies,
  demoCompanyNit,
  type DemoStore,
  demoStoreEntries,
} from './demo-stores.ts';
import { demoSupplier, demoSuppliers, type SupplierKey } from './demo-suppliers.ts';

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

export const demoCast: DemoCast = { people: demoPersonEntries, stores: demoStoreEntries };

export async function insertPeople(
  trx: Trx,
  entries: DemoCast['people'],
  by: Author,
  password: string,
): Promise<Map<string, number>> {
  // Everybody has the same password: one hash is as good as sixteen.
  const clave_hash = await hashPassword(password, defaultPasswordCost);
  const ids = new Map<string, number>();
  for (const [key, person] of entries) {
    const id = await insertUser(
      trx,
      {
        razon_social: person.nombre,
        tipo: person.profile,
        tipo_doc: 1,
        num_doc: person.num_doc,
        email: demoEmail(key),
        celular: person.celular,
        clave_hash,
        cambiar_clave: person.cambiarClave ? 1 : 0,
        active_: person.inactive ? 0 : 1,
        creado: by.now,
      },
      by,
    );
    ids.set(key, id);
  }
  return ids;
}

export async function insertStores(
  trx: Trx,
  entries: DemoCast['stores'],
  people: Map<string, number>,
  by: Author,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [key, store] of entries) {
    const id = await insertStore(
      trx,
      {
        nombre: store.nombre,
        direccion: store.direccion,
        telefono: store.telefono,
        email: `${key}.tienda@cajamenor.test`,
        centro_costo: `CC${store.centro}`,
        centro_beneficio: `CB${store.centro}`,
        id_gerente: idIn(people, store.gerente),
        id_supervisor: idIn(people, store.supervisor),
        id_formato: store.id_formato,
        base: toCentavos(store.base),
        id_ciudad: store.id_ciudad,
      },
      by,
    );
    const responsable = idIn(people, store.responsable);
    const adicionales = (store.adicionales ?? []).map((person) => idIn(people, person));
    await replaceManagers(trx, id, { responsable, adicionales }, by);
    ids.set(key, id);
  }
  return ids;
}

export async function insertCompanies(trx: Trx, by: Author): Promise<Map<CompanyName, number>> {
  const ids = new Map<CompanyName, number>();
  for (const company of demoCompanies) {
    const { nombre, id_ciudad } = company;
    const known = await findTwin(trx, { id: 0, nombre, id_ciudad });
    const row = { nombre, id_ciudad, active_: 'inactive' in company ? 0 : 1 } as const;
    ids.set(nombre, known?.id ?? (await insertCompany(trx, row, by)));
  }
  return ids;
}

export async function insertSuppliers(trx: Trx, by: Author): Promise<Map<SupplierKey, number>> {
  const ids = new Map<SupplierKey, number>();
  for (const key of Object.keys(demoSuppliers) as SupplierKey[]) {
    const supplier = demoSupplier(key);
    if (supplier.ocasional) continue;
    const { id } = await insertSupplierOnce(
      trx,
      {
        num_doc: supplier.num_doc,
        documento: taxKey(supplier.num_doc),
        digito: checkDigit(supplier.num_doc) ?? '',
        nombre: supplier.nombre,
        direccion: supplier.direccion,
        creado: by.now,
      },
      by,
    );
    ids.set(key, id);
  }
  return ids;
}

/** People and stores, and whom they buy from; suppliers and companies that are there already stay. */
export async function insertCast(
  trx: Trx,
  by: Author,
  cast: DemoCast,
  password: string,
): Promise<DemoWorld> {
  const people = await insertPeople(trx, cast.people, by, password);
  return {
    people,
    stores: await insertStores(trx, cast.stores, people, by),
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
  await setCompanyTaxNumber(trx, demoCompanyNit, by);
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
