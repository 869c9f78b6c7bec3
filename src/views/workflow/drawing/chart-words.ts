import {
  type Chart,
  type ChartState,
  type ChartTransition,
  isLaw,
  stateOf,
} from '#machines/diagram/chart.ts';

/** What the sentences of its guards are: the law says them when it refuses, a flow when they hold. */
export const guardsTitle = (chart: Chart): string =>
  isLaw(chart) ? 'Si no se cumple, se dice' : 'Condiciones';

/** 'Trabajando › En espera': a nested state with those around it. */
export function fullName(chart: Chart, state: ChartState): string {
  const around = state.parent === null ? undefined : stateOf(chart, state.parent);
  return around === undefined ? state.nombre : `${fullName(chart, around)} › ${state.nombre}`;
}

export function targetName(chart: Chart, { target, self }: ChartTransition): string {
  if (self) return 'Sigue en el mismo estado';
  const state = stateOf(chart, target);
  return state === undefined ? target : fullName(chart, state);
}

/** What a state is beside its name, in one line. */
export const factsOf = ({ codigo, quien, initial, final, entrada }: ChartState): string =>
  [
    ...(codigo === null ? [] : [`Código ${codigo}`]),
    ...(quien === undefined || quien === '—' ? [] : [`En manos de: ${quien}`]),
    ...(initial ? ['Estado inicial'] : []),
    ...(final ? ['Estado final'] : []),
    ...entrada,
  ].join(' · ');
