import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { Clock, Coins, Hourglass, Inbox, RefreshCw } from 'lucide-react';
import { type Problem, isLoading } from '#machines/flows/steps/result.ts';
import { restingStateIn, stateNameOf } from '#machines/domain/history/log-words.ts';
import { instantOf, isKnown, rowsOf } from '#machines/flows/workflow/workflow-present.machine.ts';
import { agoInWords, workedSince } from '#machines/domain/history/durations.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { type PresentRow, presentTotals } from '#machines/domain/history/workflow-history.ts';
import type { stateBoxes, WorkflowFilters, workflowPresent } from './workflow.actors.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { usePageVisibility } from '../../ui/layout/use-in-view.ts';
import type { WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import { DrawingLegend, DrawnBeside, MachineSwitch } from './DrawnBeside.tsx';
import { FilterForm } from './FilterForm.tsx';
import { countOf, domainChartOf, presentMarks, whoseOf } from './workflow-words.ts';
import { StateBoxes, StateTable } from './StateBoxes.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { StatTile, TileGrid } from '../../ui/layout/StatTile.tsx';
import { serverNow } from '../../wire/server-clock.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';

interface PresentPanelProps {
  place: WorkflowPlace;
  filters: WorkflowFilters | null;
  machines: { present: typeof workflowPresent; boxes: typeof stateBoxes };
}

/** Shows the state of every box, on the drawing and as a table; a state opens the list of its boxes. */
export function PresentPanel({ place, filters, machines }: PresentPanelProps) {
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
  return (
    <>
      <FilterForm place={place} filters={filters} period={false} />
      {load.failed && !isKnown(snapshot) ? (
        <LoadSection {...load} />
      ) : (
        <>
          <Section
            title="Dónde están ahora"
            description="Cuántas hay en cada estado, su valor y la espera más larga. Elija uno para ver sus cajas."
            actions={<MachineSwitch place={place} maquina={maquina} />}
          >
            <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
              <RefreshBar
                instant={instant}
                loading={isLoading(snapshot)}
                problem={load.failed ? load.problem : null}
                onRefresh={() => send({ type: 'REFRESH' })}
              />
              <DrawnBeside
                maquina={maquina}
                drawing={
                  <ChartViews
                    chart={chartOf(maquina)}
                    marks={
                      instant === null ? undefined : presentMarks(rows, maquina, instant, calendar)
                    }
                    selected={address.estado}
                    onSelectState={(estado) => goWith({ estado: restingStateIn(maquina, estado) })}
                  />
                }
              >
                <PresentTiles rows={rows} instant={instant} />
                <DrawingLegend colour="se espera hace más tiempo" />
              </DrawnBeside>
            </chakra.div>
          </Section>
          <chakra.div ref={list} tabIndex={-1} outline="none" scrollMarginTop="4">
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
          <StateTable
            place={place}
            maquina={maquina}
            rows={rows}
            instant={instant}
            loading={isLoading(snapshot)}
          />
        </>
      )}
    </>
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

interface PresentTilesProps {
  rows: readonly PresentRow[];
  /** Null until they came once. */
  instant: number | null;
}

/** The figures of the present that matter most. */
function PresentTiles({ rows, instant }: PresentTilesProps) {
  const calendar = useWorkingCalendar();
  const { abiertas, enviadas, valor, masAntigua } = presentTotals(rows);
  const tiles = [
    {
      label: 'Cajas abiertas',
      icon: Inbox,
      value: countOf(abiertas),
      hint: 'La tienda registra gastos',
    },
    {
      label: 'Cajas en trámite',
      icon: Hourglass,
      value: countOf(enviadas),
      hint: 'Enviadas y sin cerrar',
    },
    {
      label: 'Valor en trámite',
      icon: Coins,
      value: formatPesos(valor),
      hint: 'De las cajas enviadas',
    },
    {
      label: 'La que más espera',
      icon: Clock,
      value:
        masAntigua === null || instant === null
          ? '—'
          : workedSince(masAntigua.desde, instant, calendar),
      hint: masAntigua === null ? 'Nada en trámite' : masAntigua.nombre,
    },
  ];
  return (
    <TileGrid>
      {tiles.map((tile) => (
        <StatTile key={tile.label} loading={instant === null} {...tile} />
      ))}
    </TileGrid>
  );
}

interface RefreshBarProps {
  /** Instant of the figures, epoch milliseconds; null until they came once. */
  instant: number | null;
  loading: boolean;
  /** Problem of the last try. */
  problem: Problem | null;
  onRefresh: () => void;
}

/** Age of the figures, with a button that loads newer ones. */
function RefreshBar({ instant, loading, problem, onRefresh }: RefreshBarProps) {
  useTicking(10_000);
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
