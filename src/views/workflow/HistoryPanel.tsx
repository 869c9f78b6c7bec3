import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { dataOf, isLoading } from '#machines/flows/flow.selectors.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/result.ts';
import { type HistoryQuestion, isEmptyHistory } from '#machines/domain/workflow-history.ts';
import { periodRefusals } from '#machines/flows/date-range.form.ts';
import type { WorkflowFilters, workflowHistory } from '../../actors/workflow.actors.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { Section } from '../../components/Section.tsx';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';
import { LoadSection } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
import { EventLogLinks } from './EventLogLinks.tsx';
import { FilterForm } from './FilterForm.tsx';
import { HistoryFigures } from './HistoryFigures.tsx';
import { PeriodLinks } from './PeriodLinks.tsx';
import { useNewQuestion } from './use-new-question.ts';
import { whoseOf } from './whose.ts';

export interface HistoryPanelProps {
  place: WorkflowPlace;
  filters: WorkflowFilters | null;
  machine: typeof workflowHistory;
}

/** Figures of a period. */
export function HistoryPanel({ place, filters, machine }: HistoryPanelProps) {
  const { address } = place;
  const reasons = Object.values(fieldErrors(problemOfRules(periodRefusals(address))));
  return (
    <>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
        <FilterForm place={place} filters={filters} period />
        <PeriodLinks place={place} />
      </chakra.div>
      {reasons.length > 0 ? (
        // Somebody wrote the address by hand: the form refuses such a period.
        <InlineAlert tone="danger" title="El periodo no es válido" reasons={reasons} />
      ) : (
        <PeriodFigures place={place} machine={machine} />
      )}
    </>
  );
}

function PeriodFigures({ place, machine }: Omit<HistoryPanelProps, 'filters'>) {
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
