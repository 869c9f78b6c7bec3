import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useEffect } from 'react';
import { isDone } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { Session } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { commandOf } from '../records/CommandOutcome.tsx';

export const notice = commandOf('/avisoDatos', '/leerAvisoDatos');
const options = { input: { key: {} } };

/** A page without navigation while a person has not read the company's notice on personal data. */
export function NoticeView({ machine = notice }: { machine?: typeof notice }) {
  const session = Session.useActorRef();
  const [snapshot, send] = useActor(machine, options);
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  const done = isDone(snapshot);
  useEffect(() => {
    if (done) session.send({ type: 'NOTICE.READ' });
  }, [done, session]);
  return (
    <CenteredShell
      title="Datos personales"
      subtitle="Aviso de su empresa sobre el tratamiento de sus datos."
      footer={<TextLink to={pathTo('logout')}>Salir</TextLink>}
    >
      {load.failed || data === null ? (
        <LoadSection {...load} />
      ) : (
        <chakra.div display="grid" gap="5">
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {data.texto}
          </chakra.p>
          <ProblemAlert problem={problemOf(snapshot)} />
          <GuardedButton
            size="lg"
            fullWidth
            busy={(isPending(snapshot) || done) && 'Guardando…'}
            onClick={() => send({ type: 'SEND', request: { sha256: data.sha256 } })}
          >
            Entendido
          </GuardedButton>
        </chakra.div>
      )}
    </CenteredShell>
  );
}
