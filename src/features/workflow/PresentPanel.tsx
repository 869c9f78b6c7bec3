import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { RefreshCw } from 'lucide-react';
import { type Problem, isLoading } from '#machines/flows/steps/result.ts';
import { restingStateIn, stateNameOf } from '#machines/domain/history/log-words.ts';
import { instantOf, isKnown, rowsOf } from '#machines/flows/workflow/workflow-present.machine.ts';
import { agoInWords, workedSince } from '#machines/domain/history/durations.ts';
import { type PresentRow, oldestBox } from '#machines/domain/history/workflow-history.ts';
import type { stateBoxes, workflowPresent } from './workflow.actors.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { usePageVisibility } from '../../ui/layout/use-in-view.ts';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { Backbone } from './Backbone.tsx';
import { ChartViews, DrawingLegend, MachineSwitch } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  type FigureMachine,
  FigureTiles,
  countWithShare,
  useFigures,
  useTimeWords,
} from './FiguresPanel.tsx';
import { casesOf, countOf, domainChartOf, presentMarks, whoseOf } from './workflow-words.ts';
import { StateBoxes, StateTable } from './StateBoxes.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { serverNow } from '../../wire/server-clock.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';

interface PresentPanelProps {
  place: WorkflowPlace;
  machines: {
    present: typeof workflowPresent;
    boxes: typeof stateBoxes;
    cycle: FigureMachine<'/flujoCiclo'>;
  };
}

/** The line of a box goes on to its money. */
const shown = { box: ['box', 'payment'], expense: ['expense'] } as const;

/** Shows the state of every box, in one line and as a table; a state opens the list of its boxes. */
export function PresentPanel({ place, machines }: PresentPanelProps) {
  const { address, goWith } = place;
  const whose = whoseOf(address);
  const [snapshot, send] = useActor(machines.present, { input: { question: whose } });
  useNewQuestion(whose, (question) => send({ type: 'ASK', question }));
  usePageVisibility((visible) => send({ type: visible ? 'SHOW' : 'HIDE' }));
  const list = useRevealed(address.estado);
  const calendar = useWorkingCalendar();

  const maquina = domainChartOf(address);
  const rows = rowsOf(snapshot);
  const instant = instantOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed && !isKnown(snapshot)) return <LoadSection {...load} />;
  const drawing = {
    marks: instant === null ? {} : presentMarks(rows, shown[maquina], instant, calendar),
    selected: address.estado,
    onSelectState: (estado: string) => goWith({ estado: restingStateIn(maquina, estado) }),
  };
  return (
    <>
      <chakra.div order={{ base: 1, lg: 0 }}>
        <CaseTiles place={place} machine={machines.cycle} />
      </chakra.div>
      <Section>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
          {maquina === 'box' ? (
            <Backbone {...drawing} />
          ) : (
            <ChartViews {...drawing} chart={chartOf(maquina)} />
          )}
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="3"
          >
            <DrawingLegend colour="se espera hace más tiempo" />
            <MachineSwitch place={place} maquina={maquina} />
          </chakra.div>
          <RefreshBar
            rows={rows}
            instant={instant}
            loading={isLoading(snapshot)}
            problem={load.failed ? load.problem : null}
            onRefresh={() => send({ type: 'REFRESH' })}
          />
        </chakra.div>
      </Section>
      <chakra.div ref={list} order="2" tabIndex={-1} outline="none" scrollMarginTop="4">
        {address.estado === '' ? null : (
          <StateBoxes
            key={`${maquina} ${address.estado}`}
            place={place}
            maquina={maquina}
            nombre={stateNameOf(maquina, address.estado)}
            machine={machines.boxes}
          />
        )}
      </chakra.div>
      <chakra.div order="3" minW="0">
        <StateTable
          place={place}
          maquina={maquina}
          rows={rows}
          instant={instant}
          loading={isLoading(snapshot)}
        />
      </chakra.div>
    </>
  );
}

/** The four figures that matter most, of the cases of the period. */
function CaseTiles({
  place,
  machine,
}: Pick<PresentPanelProps, 'place'> & { machine: FigureMachine<'/flujoCiclo'> }) {
  const inWords = useTimeWords();
  const { answer, load } = useFigures(machine, casesOf(place.address));
  const cifras = answer?.cifras;
  const share = (cases: number | undefined) =>
    cifras === undefined || cases === undefined ? '—' : countWithShare(cases, cifras.casos);
  return (
    <FigureTiles
      loading={answer === null && !load.failed}
      tiles={[
        ['enCurso', answer === null ? '—' : countOf(answer.en_curso)],
        ['ciclo', inWords(cifras?.ciclo?.mediana)],
        ['tarde', share(cifras?.tarde)],
        ['retrabajo', share(cifras?.retrabajo)],
      ]}
    />
  );
}

/** Brings a list into sight, and the reading to it, when a person has chosen its state; not when the page opens with it. */
function useRevealed(estado: string) {
  const list = useRef<HTMLDivElement>(null);
  const known = useRef(estado);
  useEffect(() => {
    if (known.current === estado) return;
    known.current = estado;
    if (estado === '') return;
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [estado]);
  return list;
}

interface RefreshBarProps {
  rows: readonly PresentRow[];
  /** Instant of the figures, epoch milliseconds; null until they came once. */
  instant: number | null;
  loading: boolean;
  /** Problem of the last try. */
  problem: Problem | null;
  onRefresh: () => void;
}

/** What waits longest, and the age of the figures, with a button that loads newer ones. */
function RefreshBar({ rows, instant, loading, problem, onRefresh }: RefreshBarProps) {
  useTicking(10_000);
  const calendar = useWorkingCalendar();
  const oldest = oldestBox(rows);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      minH="10"
    >
      <chakra.div textStyle="sm" color={problem === null ? 'fg.muted' : 'fg.error'}>
        {problem === null ? null : (
          <chakra.span role="alert">No se pudo actualizar: {problem.msg} </chakra.span>
        )}
        {oldest === null || instant === null
          ? null
          : `De las que no han cerrado, la que más espera está en «${oldest.nombre}» hace ${workedSince(oldest.desde, instant, calendar)}. `}
        {instant === null ? 'Cargando…' : `Actualizado ${agoInWords(serverNow() - instant)}.`}
      </chakra.div>
      <chakra.div _print={{ display: 'none' }}>
        <GuardedButton
          variant="outline"
          size="sm"
          icon={RefreshCw}
          busy={loading && 'Actualizando…'}
          onClick={onRefresh}
        >
          Actualizar
        </GuardedButton>
      </chakra.div>
    </chakra.div>
  );
}

/** Renders again after every so many milliseconds, for texts that tell how long ago something was. */
function useTicking(milliseconds: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
