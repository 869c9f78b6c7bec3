import { useActor } from '@xstate/react';
import { useMemo } from 'react';
import {
  type BoxHistory,
  breakReasons,
  lastStepOf,
  stepAt,
} from '#machines/domain/workflow-box.ts';
import { workflowWalkMachine } from '#machines/flows/workflow/workflow-walk.machine.ts';
import { isSettled, stepOf } from '#machines/flows/workflow/workflow-walk.selectors.ts';
import { eventNameOf } from '#machines/domain/log-words.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { Section } from '../../components/Section.tsx';
import { useStepOfAddress, useStepInAddress } from '../../screens/use-step-in-address.ts';
import { AllowedActions } from './AllowedActions.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import { DrawnBeside } from './DrawnBeside.tsx';
import { pathMarks } from './figure-marks.ts';
import { StepExpenses } from './StepExpenses.tsx';
import { StepTiles } from './StepTiles.tsx';
import { Timeline } from './Timeline.tsx';
import { WalkControls } from './WalkControls.tsx';

/** A box at one of its steps, and the ways to the others; the address names the step. */
export function BoxWalk({ history }: { history: BoxHistory }) {
  const requested = useStepOfAddress();
  const ultimo = lastStepOf(history);
  const [snapshot, send] = useActor(workflowWalkMachine, {
    input: { paso: requested ?? ultimo, ultimo },
  });
  const paso = stepOf(snapshot);
  const go = (to: number) => send({ type: 'GO', paso: to });
  useStepInAddress({ paso, settled: isSettled(snapshot), go });
  const step = stepAt(history, paso);
  const marks = useMemo(() => pathMarks(history, chartOf('box'), paso), [history, paso]);
  const { broken } = history.replayed;
  return (
    <>
      {broken === null ? null : (
        <InlineAlert
          tone="danger"
          title={`El registro se rompe en el evento ${broken.secuencia}: ${eventNameOf(broken.evento)}`}
          reasons={breakReasons(history.replayed)}
        >
          La ley no habría escrito este evento. Se muestra el recorrido hasta el evento anterior.
        </InlineAlert>
      )}
      <WalkControls history={history} snapshot={snapshot} send={send} />
      <Section
        title="Su camino"
        description="Los estados por los que pasó hasta este paso, y cuánto duró en cada uno."
      >
        <DrawnBeside maquina="box" drawing={<ChartViews chart={chartOf('box')} marks={marks} />}>
          <StepTiles history={history} step={step} />
          <AllowedActions step={step} />
        </DrawnBeside>
      </Section>
      <StepExpenses history={history} step={step} />
      <Timeline history={history} paso={paso} onGo={go} />
    </>
  );
}
