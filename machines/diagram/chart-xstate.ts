/**
 * A chart as the JSON that `createMachine` of XState takes: states, transitions, calls and names of guards and actions,
 * without the functions. Several guards together are the guard `and` with their names in its params.
 */
import { type Chart, type ChartState, type ChartTransition, childrenOf } from './chart.ts';

/** Plain data: what is absent is `undefined`, which JSON leaves out. */
type Json = Readonly<Record<string, unknown>>;

const unlessEmpty = <Item>(list: readonly Item[]) => (list.length === 0 ? undefined : list);

const keyOf = ({ id }: ChartState): string => id.split('.').at(-1) ?? id;

const typeOf = ({ kind }: ChartState): Json[string] =>
  kind === 'atomic' || kind === 'compound' ? undefined : kind;

const guardOf = ({ guards }: ChartTransition) => {
  const names = guards.map(({ name }) => name);
  return names.length < 2 ? names[0] : { type: 'and', params: { guards: names } };
};

const transitionJson =
  (chart: Chart) =>
  (transition: ChartTransition): Json => ({
    target: transition.targeted
      ? transition.target === chart.machine
        ? `#${chart.machine}`
        : `#${chart.machine}.${transition.target}`
      : undefined,
    guard: guardOf(transition),
    actions: unlessEmpty(transition.actions),
    description: transition.rotulo,
  });

/** A record of the transitions by their events; undefined when there is none. */
function byEvent(chart: Chart, transitions: readonly ChartTransition[]): Json | undefined {
  const events = [...new Set(transitions.map(({ event }) => event))];
  if (events.length === 0) return undefined;
  return Object.fromEntries(
    events.map((event) => [
      event,
      transitions.filter((one) => one.event === event).map(transitionJson(chart)),
    ]),
  );
}

function stateJson(chart: Chart, state: ChartState): Json {
  const own = chart.transitions.filter(({ source }) => source === state.id);
  const of = (kind: ChartTransition['kind'], event?: string) =>
    own.filter((one) => one.kind === kind && (event === undefined || one.event === event));
  const children = childrenOf(chart, state.id);
  return {
    description: state.nombre,
    type: typeOf(state),
    entry: unlessEmpty(state.entryActions),
    invoke: unlessEmpty(
      state.calls.map(({ id, src }) => ({
        id,
        src,
        onDone: of('done', id).map(transitionJson(chart)),
        onError: of('error', id).map(transitionJson(chart)),
      })),
    ),
    always: unlessEmpty(of('always').map(transitionJson(chart))),
    on: byEvent(chart, of('event')),
    after: byEvent(chart, of('after')),
    ...statesJson(chart, state.kind, children),
  };
}

function statesJson(chart: Chart, kind: ChartState['kind'], children: readonly ChartState[]): Json {
  const first = children.find(({ initial }) => initial);
  return {
    initial: kind === 'parallel' || first === undefined ? undefined : keyOf(first),
    states:
      children.length === 0
        ? undefined
        : Object.fromEntries(children.map((child) => [keyOf(child), stateJson(chart, child)])),
  };
}

export function chartXState(chart: Chart): Json {
  const root = chart.states.find(({ id }) => id === chart.machine);
  const json: Json =
    root === undefined
      ? {
          description: chart.descripcion,
          ...statesJson(chart, 'compound', childrenOf(chart, null)),
        }
      : { ...stateJson(chart, root), description: chart.descripcion };
  return { id: chart.machine, ...json };
}
