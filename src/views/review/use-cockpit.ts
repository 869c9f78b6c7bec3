import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type StageName, stages } from '#machines/domain/stages.ts';
import { readerOf } from '#machines/flows/decisions/box-expenses.ts';
import type { cockpitMachine } from '#machines/flows/decisions/cockpit.machine.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.selectors.ts';
import { storedPhrases } from '../../actors/phrases.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { useIdParam } from '../../screens/use-id-param.ts';

/** The expenses of the box in the address; the address says which of them is decided. */
export function useCockpit(stage: StageName, machine: typeof cockpitMachine) {
  const [id_gasto, id_caja] = [useIdParam('idGasto'), useIdParam('idCaja')];
  const { id } = Session.useSelector(actorOf);
  const permissions = Session.useSelector(permissionsOf);
  const navigate = useNavigate();
  const reader = readerOf(stage, permissions);
  const back = linkTo(stages[reader ?? stage].box, { idCaja: id_caja });
  const pathOf = (other: number) =>
    pathTo(stages[stage].expense, { idCaja: id_caja, idGasto: other });
  const [leading] = useState(() =>
    machine.provide({
      actions: {
        goTo: (_, place) => {
          void navigate(pathOf(place.id_gasto));
          window.scrollTo(0, 0);
        },
        goToBox: () => void navigate(back.to),
      },
    }),
  );
  const cockpit = useActorRef(leading, {
    input: { stage, reader, id_caja, id_gasto, phrases: storedPhrases(id) },
  });
  // The address is what is outside: a link, a key and the browser's own buttons all change it.
  useEffect(() => cockpit.send({ type: 'OPEN', id_gasto }), [cockpit, id_gasto]);
  return { cockpit, id_gasto, id_caja, pathOf, back };
}
