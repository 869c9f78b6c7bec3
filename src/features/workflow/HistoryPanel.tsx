import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { FileCode, FileSpreadsheet } from 'lucide-react';
import { type HistoryQuestion, isEmptyHistory } from '#machines/domain/history/workflow-history.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import type { workflowHistory } from './workflow.actors.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { eventLogUrl } from '../../app/screens/paths.ts';
import type { WorkflowAddress, WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
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
          description={`Ninguna caja cambió de estado entre el ${address.desde} y el ${address.hasta}. Elija otro periodo o quite los filtros.`}
        />
      </Section>
    );
  return (
    <>
      <HistoryFigures place={place} history={history} loading={isLoading(snapshot)} />
      <EventLogLinks address={address} />
    </>
  );
}

/** The log of the period for other programs. */
function EventLogLinks({ address }: { address: WorkflowAddress }) {
  const { desde, hasta } = address;
  const question = { desde, hasta, ...whoseOf(address) };
  return (
    <chakra.div _print={{ display: 'none' }}>
      <Section
        title="Exportar el registro"
        description="Los eventos del periodo: XES para minería de procesos, CSV para hojas de cálculo."
      >
        <ButtonRow align="start">
          <LinkButton variant="outline" icon={FileCode} href={eventLogUrl('xes', question)} newTab>
            Descargar XES
          </LinkButton>
          <LinkButton
            variant="outline"
            icon={FileSpreadsheet}
            href={eventLogUrl('csv', question)}
            newTab
          >
            Descargar CSV
          </LinkButton>
        </ButtonRow>
      </Section>
    </chakra.div>
  );
}
