import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { isLoading } from '#machines/flows/flow.selectors.ts';
import { restingStateIn, stateNameOf } from '#machines/domain/workflow-states.ts';
import { instantOf, isKnown, rowsOf } from '#machines/flows/workflow/workflow-present.machine.ts';
import type { stateBoxes, WorkflowFilters, workflowPresent } from '../../actors/workflow.actors.ts';
import { Section } from '../../components/Section.tsx';
import { usePageVisibility } from '../../components/use-page-visibility.ts';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';
import { LoadSection } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import { DrawingLegend } from './DrawingLegend.tsx';
import { DrawnBeside } from './DrawnBeside.tsx';
import { FilterForm } from './FilterForm.tsx';
import { MachineSwitch } from './MachineSwitch.tsx';
import { presentMarks } from './figure-marks.ts';
import { PresentTiles } from './PresentTiles.tsx';
import { RefreshBar } from './RefreshBar.tsx';
import { StateBoxes } from './StateBoxes.tsx';
import { StateTable } from './StateTable.tsx';
import { lawOf } from './law-of.ts';
import { useNewQuestion } from '../../components/use-new-question.ts';
import { whoseOf } from './whose.ts';

export interface PresentPanelProps {
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

  const maquina = lawOf(address);
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
            description="Cuántas hay en cada estado, por cuánto, y hace cuánto espera la más antigua. Elija un estado para ver sus cajas."
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
                    marks={instant === null ? undefined : presentMarks(rows, maquina, instant)}
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
