import { actorOf } from '#machines/flows/session/session.selectors.ts';
import type { DecisionInput } from '#machines/flows/decisions/decision-rules.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { useIdParam } from '../../screens/use-id-param.ts';

/** Input of a decision flow, from the session and the address. */
export function useDecisionInput(): DecisionInput {
  const actor = Session.useSelector(actorOf);
  return { actor, id_gasto: useIdParam('idGasto'), id_caja: useIdParam('idCaja') };
}
