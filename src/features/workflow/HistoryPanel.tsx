import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { lastDays } from '#machines/domain/values/dates.ts';
import { type HistoryQuestion, isEmptyHistory } from '#machines/domain/history/workflow-history.ts';
import { periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { dataOf, fieldErrors, isLoading, problemOfRules } from '#machines/flows/steps/result.ts';
import { serverToday } from '../../wire/server-clock.ts';
import type { WorkflowFilters, workflowHistory } from './workflow.actors.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { DownloadLinks } from './DownloadLinks.tsx';
import { FilterForm } from './FilterForm.tsx';
import { HistoryFigures } from './HistoryFigures.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { whoseOf } from './workflow-words.ts';

interface HistoryPanelProps {
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
      <DownloadLinks question={question} />
    </>
  );
}

const periods = [
  { days: 7, label: '7 días' },
  { days: 30, label: '30 días' },
  { days: 90, label: '90 días' },
  { days: 365, label: '12 meses' },
] as const;

/** The periods that are looked at most, one press away. */
function PeriodLinks({ place }: { place: WorkflowPlace }) {
  const today = serverToday();
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="1"
      textStyle="sm"
      color="fg.muted"
      _print={{ display: 'none' }}
    >
      Últimos
      {periods.map(({ days, label }) => {
        const { min, max } = lastDays(today, days);
        return (
          <TextLink key={days} to={place.pathWith({ desde: min, hasta: max })}>
            {label}
          </TextLink>
        );
      })}
    </chakra.div>
  );
}
