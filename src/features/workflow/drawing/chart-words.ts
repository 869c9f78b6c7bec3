import {
  type Chart,
  type ChartState,
  type ChartTransition,
  isDomainChart,
  nameOfState,
} from '#machines/diagram/chart.ts';

/** Titles the sentences of the guards: the state machine says them when it refuses, a flow when they hold. */
export const guardsTitle = (chart: Chart): string =>
  isDomainChart(chart) ? 'Si no se cumple, se dice' : 'Condiciones';

export const targetName = (chart: Chart, { target, self }: ChartTransition): string =>
  self ? 'Sigue en el mismo estado' : nameOfState(chart, target);

/** Describes a state beside its name, in one line. */
export const factsOf = ({ quien, initial, final, entrada }: ChartState): string =>
  [
    ...(quien === undefined || quien === '—' ? [] : [`En manos de: ${quien}`]),
    ...(initial ? ['Estado inicial'] : []),
    ...(final ? ['Estado final'] : []),
    ...entrada,
  ].join(' · ');
