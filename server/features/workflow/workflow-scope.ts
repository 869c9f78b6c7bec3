import type { Trx } from '../../platform/database/transactions.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import type { WorkflowScope } from './workflow.repository.ts';
import type { Session } from '../../platform/access/session.ts';

/**
 * Scope of a request: the boxes that it is about.
 *
 * @throws HttpError 403 or 404 for a store that the session does not see
 */
export async function scopeOf(
  trx: Trx,
  session: Session,
  {
    id_tienda,
    id_supervisor,
  }: { id_tienda?: number | undefined; id_supervisor?: number | undefined },
): Promise<WorkflowScope> {
  if (id_tienda !== undefined) await storeInScope(trx, session, id_tienda);
  return { session, idTienda: id_tienda, idSupervisor: id_supervisor };
}

/** Everything that the session sees. */
export const wholeScope = (session: Session): WorkflowScope => ({
  session,
  idTienda: undefined,
  idSupervisor: undefined,
});
