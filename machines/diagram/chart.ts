/** A chart as plain data, made from a machine, ready for a drawing or a table. */
import { type LoggedChange, placedChange } from '#machines/domain/expense/expense-places.ts';
import type { Tone } from '#machines/domain/box/states.ts';

/** A guard of a transition and its sentence. */
export interface ChartGuard {
  name: string;
  mensaje: string;
}

/** A call that a state makes while it lasts. */
interface ChartCall {
  id: string;
  src: string;
  nombre: string;
}

export interface ChartState {
  /** Dot path below the machine: 'signedIn.working'; the machine's own id for its root. */
  id: string;
  nombre: string;
  /** The stored code; null where none is stored. */
  codigo: number | null;
  parent: string | null;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** It is entered when its parent is. */
  initial: boolean;
  final: boolean;
  /** Calls and actions on entering, in sentences. */
  entrada: string[];
  calls: ChartCall[];
  entryActions: string[];
  tone?: Tone;
  /** Name of the profile that has the box. */
  quien?: string;
}

export type ChartTransitionKind = 'event' | 'always' | 'after' | 'done' | 'error';

export interface ChartTransition {
  /** `source|event|index`, the index among the candidates of the event. */
  id: string;
  source: string;
  /** The source itself when the transition leads nowhere. */
  target: string;
  /** As the machine names it; a delay for `after`, the id of the call for `done` and `error`. */
  event: string;
  evento: string;
  kind: ChartTransitionKind;
  /** Names of the profiles that may fire it; empty when nobody does (answers, delays) or anybody may. */
  perfiles: string[];
  guards: ChartGuard[];
  actions: string[];
  /** The state stays as it is. */
  self: boolean;
  /** False when the machine gives it no target at all. */
  targeted: boolean;
  /** Milliseconds, of `after`. */
  delay?: number;
  /** The line of a drawing: what tells this transition from the others of its state. */
  rotulo: string;
}

export interface Chart {
  /** That of the machine, which several charts may show. */
  id: string;
  /** The `id` of the machine. */
  machine: string;
  nombre: string;
  descripcion: string;
  /** In the order of the machine, parents before their children. */
  states: ChartState[];
  transitions: ChartTransition[];
}

/** Tells a state machine from a flow: rows are stored in its states, and there are figures of them. */
export const isDomainChart = ({ id }: Pick<Chart, 'id'>): boolean =>
  id === 'box' || id === 'expense';

/**
 * The transitions of a chart that a logged event took; several when their sources, targets and events are
 * the same. Recording an expense is the always-transition of its state machine, and stays in the state of its box.
 */
export function transitionsTaken(chart: Chart, logged: LoggedChange): ChartTransition[] {
  const { evento, desde, hacia } = chart.id === 'expense' ? placedChange(logged) : logged;
  const between = chart.transitions.filter(
    ({ source, target, targeted }) =>
      (source === desde || desde.startsWith(`${source}.`)) &&
      (targeted ? target === hacia : desde === hacia),
  );
  const named = between.filter(({ event }) => event === evento);
  if (named.length > 0) return named;
  const always = between.filter(({ kind }) => kind === 'always');
  if (always.length > 0) return always;
  // The log of a box also holds what happened to its expenses, between states of theirs.
  if (stateOf(chart, desde) !== undefined) return [];
  return chart.transitions.filter(({ event, self }) => event === evento && self);
}

export const stateOf = (chart: Chart, id: string): ChartState | undefined =>
  chart.states.find((state) => state.id === id);

/** 'Trabajando › En espera': a nested state with those around it. */
export function fullName(chart: Chart, state: ChartState): string {
  const around = state.parent === null ? undefined : stateOf(chart, state.parent);
  return around === undefined ? state.nombre : `${fullName(chart, around)} › ${state.nombre}`;
}

/** The full name of the state with that id. */
export function nameOfState(chart: Chart, id: string): string {
  const state = stateOf(chart, id);
  return state === undefined ? id : fullName(chart, state);
}

export const childrenOf = (chart: Chart, id: string | null): ChartState[] =>
  chart.states.filter(({ parent }) => parent === id);
