import { useState } from 'react';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import type { DecisionInput } from '#machines/flows/review/decision-rules.ts';
import { readDraft } from '../drafts/drafts.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { useIdParam } from '../../app/screens/use-id-param.ts';

const undecided: { estado: Choice | '' } = { estado: '' };

/** Input of a decision flow, from the session, the address and the draft. @param form the name of the draft */
export function useDecisionInput(form: string): DecisionInput {
  const actor = Session.useSelector(actorOf);
  const [id_gasto, id_caja] = [useIdParam('idGasto'), useIdParam('idCaja')];
  const [chosen] = useState(() => {
    const key = { id_usuario: actor.id, form, object: String(id_gasto) };
    return readDraft(key, undecided, Date.now())?.values.estado || null;
  });
  return { actor, id_gasto, id_caja, chosen, seen: null };
}
