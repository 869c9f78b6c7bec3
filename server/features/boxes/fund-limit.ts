import { excessOf } from '#machines/domain/fund/fund.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { fundOfStore } from '../cases/fund.repository.ts';
import { overdraftPolicy } from '../settings/settings.repository.ts';

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
