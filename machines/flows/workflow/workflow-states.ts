/** The states of the two machines of which there are figures, as people read them. */
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { expensePlaces, expenseStateNameOf } from '#machines/domain/expense-places.ts';
import { type BoxStateName, boxStates, type Tone } from '#machines/domain/states.ts';

export const isChartName = (name: string): name is ChartName =>
  (chartNames as readonly string[]).includes(name);

const states: Record<ChartName, Record<string, { color: Tone }>> = {
  box: boxStates,
  expense: expensePlaces,
};

/** The states in which something can be, in the order of the workflow. */
export const restingStatesOf = (maquina: ChartName): string[] => Object.keys(states[maquina]);

/** The name of a state for people; an unknown one keeps its own. */
export const stateNameOf = (maquina: ChartName, estado: string): string =>
  maquina === 'box'
    ? (boxStates[estado as BoxStateName]?.nombre ?? estado)
    : (expensePlaces[estado]?.titulo ?? expenseStateNameOf(estado));

export const stateToneOf = (maquina: ChartName, estado: string): Tone =>
  states[maquina][estado]?.color ?? 'neutral';
