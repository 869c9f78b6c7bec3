import { boxStates, codesOf } from '#machines/domain/box/states.ts';
import { type Fund, committedBy, excessOf, fundOf } from '#machines/domain/fund/fund.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { overdraftPolicy } from '../settings/settings.ts';

/** Codes of the states in which a box keeps something from the fund: an index finds those that are listed. */
export const keepingMoney = codesOf(boxStates).filter(
  (active) => committedBy({ active, total: 1 }) > 0,
);

/** The fund of each of the stores, by the store's id, in one query; amounts in centavos. */
export async function fundsOfStores(
  trx: Trx,
  stores: readonly { id: number; base: number }[],
): Promise<Map<number, Fund>> {
  if (stores.length === 0) return new Map();
  const sums = await trx
    .selectFrom('conteo')
    .select(['id_tienda', 'active', 'valor as total'])
    .where('estado', '=', 0)
    .where(
      'id_tienda',
      'in',
      stores.map(({ id }) => id),
    )
    .where('active', 'in', keepingMoney)
    .execute();
  const ofStores = grouped(
    sums,
    ({ id_tienda }) => id_tienda,
    (sum) => sum,
  );
  return new Map(stores.map(({ id, base }) => [id, fundOf(base, ofStores.get(id) ?? [])]));
}

/** The fund of one store as it is now; amounts in centavos. */
export async function fundOfStore(trx: Trx, idTienda: number): Promise<Fund> {
  const store = await trx
    .selectFrom('tiendas')
    .select(['id', 'base'])
    .where('id', '=', idTienda)
    .executeTakeFirstOrThrow();
  return (await fundsOfStores(trx, [store])).get(store.id) ?? fundOf(store.base, []);
}

/**
 * By how much the boxes of a store exceed its fund, and whether the setting forbids it. Asked while the open
 * box is locked: whoever records or sends beside it waits.
 *
 * @param added centavos by which an expense is about to become more
 */
export async function fundExcess(
  trx: Trx,
  idTienda: number,
  added = 0,
): Promise<{ excess: number; isForbidden: boolean }> {
  const { disponible } = await fundOfStore(trx, idTienda);
  return {
    excess: excessOf(disponible, added),
    isForbidden: (await overdraftPolicy(trx)) === 'impedir',
  };
}
