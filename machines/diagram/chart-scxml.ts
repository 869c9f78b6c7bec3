/**
 * A chart as SCXML (W3C Recommendation of 1 September 2015). A guard is a boolean of the data model that the host
 * sets; an action is a log entry with its name; a call is an invocation.
 *
 * The answer of a call is `done.invoke.ID`, none is `error.communication.ID`, a delay `after.NAME.STATE`.
 */
import { type Chart, type ChartState, type ChartTransition, childrenOf } from './chart.ts';
import { block, element } from './xml.ts';

const elementOf = {
  atomic: 'state',
  compound: 'state',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
} as const satisfies Record<ChartState['kind'], string>;

const actionLog = (name: string): string => element('log', { label: 'action', expr: `'${name}'` });

const initialOf = (chart: Chart, id: string | null): string | undefined =>
  childrenOf(chart, id).find(({ initial }) => initial)?.id;

/** The event as SCXML names it; absent for a transition without one. */
export const scxmlEvent = ({ kind, event, source }: ChartTransition): string | undefined =>
  ({
    event,
    done: `done.invoke.${event}`,
    error: `error.communication.${event}`,
    after: `after.${event}.${source}`,
    always: undefined,
  })[kind];

const transitionText = (transition: ChartTransition): string => {
  const { target, targeted, guards, actions } = transition;
  return block(
    'transition',
    {
      event: scxmlEvent(transition),
      cond: guards.length === 0 ? undefined : guards.map(({ name }) => name).join(' && '),
      target: targeted ? target : undefined,
      // What an event does inside its state does not leave the state.
      type: 'internal',
      'cm:nombre': transition.rotulo,
    },
    actions.map(actionLog),
  );
};

function stateText(chart: Chart, state: ChartState): string {
  const { id, kind, nombre, calls, entryActions } = state;
  if (kind === 'history') {
    const target = initialOf(chart, state.parent);
    return block('history', { id, type: 'shallow' }, [element('transition', { target })]);
  }
  const own = chart.transitions.filter(({ source }) => source === id);
  const delays = own.filter(({ kind: one }) => one === 'after');
  const begun = [
    ...entryActions.map(actionLog),
    ...delays.map((one) =>
      element('send', { id: scxmlEvent(one), event: scxmlEvent(one), delay: `${one.delay}ms` }),
    ),
  ];
  const ended = delays.map((one) => element('cancel', { sendid: scxmlEvent(one) }));
  return block(
    elementOf[kind],
    { id, initial: kind === 'compound' ? initialOf(chart, id) : undefined, 'cm:nombre': nombre },
    [
      ...(begun.length === 0 ? [] : [block('onentry', {}, begun)]),
      ...(ended.length === 0 ? [] : [block('onexit', {}, ended)]),
      ...own.map(transitionText),
      ...childrenOf(chart, id).map((child) => stateText(chart, child)),
      ...calls.map((call) =>
        element('invoke', { id: call.id, type: 'urn:caja-menor:call', src: call.src }),
      ),
    ],
  );
}

export function chartScxml(chart: Chart): string {
  const guards = new Set(chart.transitions.flatMap((one) => one.guards.map(({ name }) => name)));
  const data = [...guards].map((id) => element('data', { id, expr: 'false' }));
  const document = block(
    'scxml',
    {
      xmlns: 'http://www.w3.org/2005/07/scxml',
      'xmlns:cm': 'urn:caja-menor',
      version: '1.0',
      datamodel: 'ecmascript',
      name: chart.machine,
      initial: initialOf(chart, null),
      'cm:nombre': chart.nombre,
    },
    [
      ...(data.length === 0 ? [] : [block('datamodel', {}, data)]),
      ...childrenOf(chart, null).map((state) => stateText(chart, state)),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}
