import { chakra } from '@chakra-ui/react/styled-system';
import { Send } from 'lucide-react';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import { expensesOf, problemOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  failedToWrite,
  noticeOf,
  problemTitleOf,
  sendReasons,
  showsSend,
  whereSentOf,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { boxSend } from '../boxes/box-send.actors.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { expenseLinks, reasonLines, reviewWarning } from '../boxes/send-reasons.ts';
import { boxInShort, SendQuestion } from '../boxes/SendBar.tsx';
import { type BoxSendMachine, useBoxSend } from '../boxes/use-box-send.ts';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { useCockpitPlace } from './cockpit-context.ts';

interface CockpitSendProps {
  stage: StageName;
  /** Called before the question: the person goes on from here. */
  onSend: () => void;
  machine?: BoxSendMachine;
}

/** Sends the box where its last expense was decided, and says what comes next. */
export function CockpitSend({ stage, onSend, machine = boxSend }: CockpitSendProps) {
  const { pathOf } = useCockpitPlace();
  const { sender } = stages[stage];
  const { snapshot, send } = useBoxSend(machine, { sender, id_caja: useIdParam('idCaja') });
  const notice = noticeOf(snapshot);
  const rows = expensesOf(snapshot);
  if (notice !== null)
    return (
      <InlineAlert tone="success" title={notice}>
        {whereSentOf(snapshot)}
      </InlineAlert>
    );
  if (!showsSend(snapshot)) return null;
  return (
    <chakra.div display="grid" gap="2">
      <chakra.p textStyle="sm">
        No queda nada por decidir. Sigue enviar la caja: {boxInShort(snapshot)}
      </chakra.p>
      {failedToWrite(snapshot) ? null : (
        <ProblemAlert problem={problemOf(snapshot)} title={problemTitleOf(snapshot)} />
      )}
      <GuardedButton
        icon={Send}
        size="lg"
        fullWidth
        reasons={reasonLines(sendReasons(snapshot), (refusal) =>
          expenseLinks(refusal, rows, ({ id }) => pathOf(id)),
        )}
        waiting={!snapshot.can({ type: 'SEND' })}
        onClick={() => {
          onSend();
          send({ type: 'SEND' });
        }}
      >
        Enviar
      </GuardedButton>
      <SendQuestion snapshot={snapshot} send={send} warning={reviewWarning} />
    </chakra.div>
  );
}
