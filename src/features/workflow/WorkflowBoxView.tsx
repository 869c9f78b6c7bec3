import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Eye } from 'lucide-react';
import { useMemo } from 'react';
import { dataOf } from '#machines/flows/steps/result.ts';
import { type BoxLog, historyOf } from '#machines/domain/history/workflow-box.ts';
import { boxLog } from './workflow.actors.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { labelOf } from '../../app/screens/labels.ts';
import { linkTo, pathTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { useMayOpen } from '../../app/screens/use-may-open.ts';
import { LoadSection } from '../../app/problems/LoadProblem.tsx';
import { loadOf } from '../../app/problems/load-of.ts';
import { BoxWalk } from './BoxWalk.tsx';

const titleOf = ({ consecutivo }: BoxLog): string =>
  consecutivo === null ? 'Recorrido de la caja abierta' : `Recorrido del reembolso ${consecutivo}`;

/** flujo/{idCaja}: the whole history of one box, walked again step by step. */
export default function WorkflowBoxView({ machine = boxLog }: { machine?: typeof boxLog }) {
  const idCaja = useIdParam('idCaja');
  const [snapshot, send] = useActor(machine, { input: { key: { id_caja: idCaja } } });
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const load = loadOf(snapshot, send);
  const log = dataOf(snapshot);
  const history = useMemo(() => (log === null ? null : historyOf(log)), [log]);
  return (
    <Page
      title={log === null ? labelOf('flujoCaja') : titleOf(log)}
      tab={log === null ? undefined : `${titleOf(log)} · ${log.tienda}`}
      subtitle={log?.tienda}
      back={linkTo('flujo')}
      actions={
        log !== null && log.consecutivo !== null && mayOpenBox ? (
          <chakra.span _print={{ display: 'none' }}>
            <LinkButton to={pathTo('detalleCajaCI', { idCaja })} variant="outline" icon={Eye}>
              Ver la caja
            </LinkButton>
          </chakra.span>
        ) : null
      }
    >
      {history === null || load.failed ? <LoadSection {...load} /> : null}
      {history === null ? null : <BoxWalk history={history} />}
    </Page>
  );
}
