import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { isChartName } from '#machines/domain/workflow-states.ts';
import type { WorkflowAddress } from '../../screens/workflow-address.ts';

/** The machine with figures that an address names; the box when it names none of the two. */
export const lawOf = ({ maquina }: WorkflowAddress): ChartName =>
  isChartName(maquina) ? maquina : 'box';
