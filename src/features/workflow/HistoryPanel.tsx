import { useActor } from '@xstate/react';
import { type HistoryQuestion, isEmptyHistory } from '#machines/domain/history/workflow-history.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import type { workflowHistory } from './workflow.actors.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { DownloadLinks } from './DownloadLinks.tsx';
import { HistoryFigures } from './HistoryFigures.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { whoseOf } from './workflow-words.ts';

interface HistoryPanelProps {
  place: WorkflowPlace;
  machine: typeof workflowHistory;
}

/** Figures of a period. */
export function HistoryPanel({ place, machine }: HistoryPanelProps) {
  const { address } = place;
  const question: HistoryQuestion = {
    desde: address.desde,
    hasta: address.hasta,
    ...whoseOf(address),
  };
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const history = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed) return <LoadSection {...load} />;
  if (history !== null && isEmptyHistory(history) && !isLoading(snapshot))
    return (
      <Section>
        <EmptyState
          title="En este periodo no pasó nada"
          description={`Ninguna caja cambió de estado entre el ${shortDate(address.desde)} y el ${shortDate(address.hasta)}. Elija otro periodo o quite los filtros.`}
        />
      </Section>
    );
  return (
    <>
      <HistoryFigures place={place} history={history} loading={isLoading(snapshot)} />
      <DownloadLinks question={question} />
    </>
  );
}
