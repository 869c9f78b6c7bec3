/** The states of the two machines of which there are figures, as people read them. */
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { boxStates, expenseStates, type Tone } from '#machines/domain/states.ts';

export const isChartName = (name: string): name is ChartName =>
  (chartNames as readonly string[]).includes(name);

interface StateFacts {
  nombre: string;
  color: Tone;
}

const states: Record<ChartName, Record<string, StateFacts>> = {
  box: boxStates,
  expense: expenseStates,
};

/** Where nothing rests: an expense on its way in, and one that its store took back. */
const passing: Record<string, string> = { recording: 'Registrándose', removed: 'Eliminado' };

/** The states in which something can be, in the order of the workflow. */
export const restingStatesOf = (maquina: ChartName): string[] =>
  Object.keys(states[maquina]).filter((estado) => estado !== 'reserved');

/** The name of a state for people; an unknown one keeps its own. */
export const stateNameOf = (maquina: ChartName, estado: string): string =>
  states[maquina][estado]?.nombre ?? passing[estado] ?? estado;

export const stateToneOf = (maquina: ChartName, estado: string): Tone =>
  states[maquina][estado]?.color ?? 'neutral';
