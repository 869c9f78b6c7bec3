import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Boxes, FileCode, FileSpreadsheet, Network } from 'lucide-react';
import { type HistoryQuestion, isEmptyHistory } from '#machines/domain/history/workflow-history.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import type { workflowHistory } from './workflow.actors.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { boxBpmnUrl, eventLogUrl } from '../../app/screens/paths.ts';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
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

/** What can be downloaded, and for which programs. */
const files = [
  ['XES por caja', FileCode, (of: HistoryQuestion) => eventLogUrl('xes', of)],
  [
    'XES por gasto',
    FileCode,
    (of: HistoryQuestion) => eventLogUrl('xes', { ...of, caso: 'gasto' }),
  ],
  ['OCEL 2.0', Boxes, (of: HistoryQuestion) => eventLogUrl('json', of)],
  ['CSV', FileSpreadsheet, (of: HistoryQuestion) => eventLogUrl('csv', of)],
  ['BPMN de la caja', Network, () => boxBpmnUrl],
] as const;

/** The log of the period, and the way of a box, for other programs. */
function DownloadLinks({ question }: { question: HistoryQuestion }) {
  return (
    <chakra.div _print={{ display: 'none' }}>
      <Section
        title="Exportar el registro"
        description="Los eventos del periodo: XES y OCEL para minería de procesos, CSV para hojas de cálculo."
      >
        <ButtonRow align="start">
          {files.map(([label, icon, urlOf]) => (
            <LinkButton key={label} variant="outline" icon={icon} href={urlOf(question)} newTab>
              {label}
            </LinkButton>
          ))}
        </ButtonRow>
      </Section>
    </chakra.div>
  );
}
