/** People, stores, companies and suppliers that exist before the first box of a demonstration, with their keys. */
import { entryAccountNames } from '#contract/calls/entries.calls.ts';
import { taxKey } from '#machines/domain/values/document-keys.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { hashPassword } from '../../features/accounts/passwords.ts';
import { insertUser } from '../../features/accounts/user.repository.ts';
import { logBase } from '../../features/cases/administration-replay.ts';
import { insertTemplate } from '../../features/catalogues/template.ts';
import { findDuplicate, insertCompany } from '../../features/companies/company.operations.ts';
import { setSetting } from '../../features/settings/settings.ts';
import { insertStore, replaceManagers } from '../../features/stores/store.repository.ts';
import { insertAccount } from '../../features/payments/payments.repository.ts';
import { insertSupplierOnce } from '../../features/suppliers/supplier.repository.ts';
import { defaultPasswordCost } from '../../platform/config/config.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  blockedDemoSupplier,
  type DemoAccount,
  demoAccounts,
  type DemoPerson,
  type DemoStore,
  demoCompanies,
  demoCompanyNit,
  demoEmail,
  demoPassword,
  demoPersonEntries,
  demoStoreEntries,
  demoSuppliers,
  demoEntryAccounts,
  demoTargets,
  inactiveCompany,
} from './demo-data.ts';

/** Keys in the database, without the suppliers that stores create while they record expenses. */
export type DemoWorld = Record<
  'people' | 'stores' | 'companies' | 'suppliers',
  ReadonlyMap<string, number>
>;

/** @throws Error for a key that the demonstration does not have */
export function idIn<Value>(ids: ReadonlyMap<string | number, Value>, key: string | number): Value {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the demonstration has no ${key}`);
  return id;
}

/** People and stores of a company. */
export interface DemoCast {
  people: readonly (readonly [key: string, DemoPerson])[];
  stores: readonly (readonly [key: string, DemoStore])[];
}

/** Inserts the entries one after another. @returns their keys in the database */
async function inserted<Item>(
  entries: Iterable<readonly [string, Item]>,
  insert: (item: Item, key: string) => Promise<number>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const [key, item] of entries) ids.set(key, await insert(item, key));
  return ids;
}

/** Inserts people, stores, shipping companies and suppliers; reuses companies and suppliers that already exist. */
export async function insertCast(
  trx: Trx,
  by: Author,
  cast: DemoCast,
  password: string,
): Promise<DemoWorld> {
  const creado = by.now;
  await insertTemplate(trx, by);
  // All users have the same password, so one hash serves all of them.
  const clave_hash = await hashPassword(password, defaultPasswordCost);
  const people = await inserted(cast.people, (person, key) => {
    const { nombre: razon_social, profile: tipo, cambiarClave, inactive, ...rest } = person;
    const [cambiar_clave, active_] = [cambiarClave ? 1 : 0, inactive ? 0 : 1] as const;
    const state = { clave_hash, cambiar_clave, active_, creado };
    const user = { ...rest, razon_social, tipo, tipo_doc: 1, email: demoEmail(key), ...state };
    return insertUser(trx, user, by);
  });
  const stores = await inserted(cast.stores, async (store, key) => {
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
  const companies = await inserted(Object.entries(demoCompanies), async (id_ciudad, nombre) => {
    const known = await findDuplicate(trx, { id: 0, nombre, id_ciudad });
    const active_ = nombre === inactiveCompany ? 0 : 1;
    return known?.id ?? insertCompany(trx, { nombre, id_ciudad, active_ }, by);
  });
  const permanent = Object.entries(demoSuppliers).filter(([, { ocasional }]) => !ocasional);
  const suppliers = await inserted(permanent, async ({ persona, ocasional: _, ...supplier }) => {
    const [tipo_doc, regimen] =
      persona === 'PJ' ? ['NIT', 'responsable'] : ['CC', 'no_responsable'];
    const row = { ...supplier, documento: taxKey(supplier.num_doc), tipo_doc, regimen, creado };
    return (await insertSupplierOnce(trx, row, by)).id;
  });
  await insertSupplierOnce(
    trx,
    { ...blockedDemoSupplier, documento: taxKey(blockedDemoSupplier.num_doc), creado },
    by,
  );
  return { people, stores, companies, suppliers };
}

/** Inserts everything that exists before the first box. */
export async function insertWorld(
  trx: Trx,
  beginning: number,
  cast: DemoCast = { people: demoPersonEntries, stores: demoStoreEntries },
  accounts: readonly DemoAccount[] = demoAccounts,
): Promise<DemoWorld> {
  const by = { actor: null, now: beginning };
  await setSetting(trx, 'nit_empresa', demoCompanyNit, by);
  for (const [name, days] of Object.entries(demoTargets))
    await setSetting(trx, name as keyof typeof demoTargets, String(days), by);
  for (const name of entryAccountNames) await setSetting(trx, name, demoEntryAccounts[name], by);
  const world = await insertCast(trx, by, cast, demoPassword);
  const id_usuario = idIn(world.people, 'admin');
  for (const { store, ...account } of accounts) {
    const kind = { via: 'transferencia', tipo_cuenta: 'ahorros', tipo_doc: 'CC' };
    const state = { estado: 'vigente' as const, creada: beginning, id_usuario };
    const resolved = { resuelta: beginning, id_usuario_resuelve: null };
    const id_tienda = idIn(world.stores, store);
    const codigo_banco = String(account.id_banco);
    await insertAccount(
      trx,
      { id_tienda, codigo_banco, ...account, ...kind, ...state, ...resolved },
      by,
    );
  }
  await logBase(trx, beginning);
  return world;
}
