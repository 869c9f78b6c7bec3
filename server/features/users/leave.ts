/** A person leaves a profile, or everything: what hangs on him or her goes to somebody else in the same transaction. */
import type { Holder } from '#machines/domain/people/authority.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import {
  lastOneRefusals,
  leavingRefusals,
  successorRefusals,
} from '#machines/domain/people/charge.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { forbidden } from '../../platform/errors/http-error.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { chargeOf, passPosts, recordedForSupervisor } from '../stores/charge.repository.ts';
import { delegationsOf, endDelegation } from '../absence/delegation.repository.ts';
import type { UserRow } from '../accounts/user.repository.ts';
import { requireNone } from '../accounts/governed-user.ts';

interface Leaving {
  holder: Holder;
  user: UserRow;
  /** Row of whoever takes over, locked; undefined when nobody was named or there is no such user. */
  successor: UserRow | undefined;
  /** The key that was asked for. */
  pasar_a: number | null | undefined;
}

/**
 * The rows of the people are locked already. The log is locked before anything is counted: what another administrator
 * does meanwhile to the same stores is done or waits.
 *
 * @throws HttpError 409 when something would be left without a person, 403 for whoever may not change stores
 */
export async function leave(
  trx: Trx,
  { holder, user, successor, pasar_a }: Leaving,
  by: Author,
): Promise<void> {
  await lockAdministrationLog(trx);
  const charge = await chargeOf(trx, user);
  if (pasar_a === null || pasar_a === undefined) requireNone(leavingRefusals(user.tipo, charge));
  else {
    if (!holder.permisos.includes('editarTienda')) throw forbidden();
    const recorded = await recordedForSupervisor(trx, pasar_a, user.id);
    requireNone(successorRefusals(user, successor, { by: holder.id, recorded }));
    requireNone(lastOneRefusals(user.tipo, charge));
    await passPosts(trx, user.id, pasar_a, by);
  }
  for (const { id } of await delegationsOf(trx, [user.id], dateInBogota(by.now)))
    await endDelegation(trx, id, by);
}
