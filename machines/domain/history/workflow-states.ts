/** The states of the two machines of which there are figures, as people read them. */
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { expensePlaces, expenseStateNameOf } from '../expense/expense-places.ts';
import { boxStateNameOf } from './log-words.ts';
import { boxStates, type Tone } from '../box/states.ts';

export const isChartName = (name: string): name is ChartName =>
  (chartNames as readonly string[]).includes(name);

const states: Record<ChartName, Record<string, { color: Tone }>> = {
  box: boxStates,
  expense: expensePlaces,
};

/** The states in which something can be, in the order of the workflow. */
export const restingStatesOf = (maquina: ChartName): string[] => Object.keys(states[maquina]);

/** The state itself, or the first one within a place: what a person who chooses a place looks at. */
export const restingStateIn = (maquina: ChartName, estado: string): string =>
  restingStatesOf(maquina).find((one) => one === estado || one.startsWith(`${estado}.`)) ?? estado;

/** The name of a state for people; an unknown one keeps its own. */
export const stateNameOf = (maquina: ChartName, estado: string): string =>
  maquina === 'box'
    ? boxStateNameOf(estado)
    : (expensePlaces[estado]?.titulo ?? expenseStateNameOf(estado));

export const stateToneOf = (maquina: ChartName, estado: string): Tone =>
  states[maquina][estado]?.color ?? 'neutral';
