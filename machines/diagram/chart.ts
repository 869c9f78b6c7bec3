import type { Tone } from '../domain/box/states.ts';
import { type LoggedChange, placedChange } from '../domain/expense/expense-places.ts';

/** A chart as plain data, made from a machine, ready for a drawing or a table. */

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
  codigo: number | string | null;
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

const childrenOf = (chart: Chart, id: string | null): ChartState[] =>
  chart.states.filter(({ parent }) => parent === id);

/** The life of a case in one line, read from the charts that it goes through. */

export interface BackboneStep {
  chart: Chart;
  state: ChartState;
  /** States off the line that this one leads to. */
  detours: ChartState[];
  /** Earlier states of the line to which this one leads back. */
  returns: ChartState[];
}

/** The shortest way from the initial state to a final one; empty where there is none. */
function happyPath(chart: Chart): ChartState[] {
  const paths = chart.states.filter(({ initial }) => initial).map((state) => [state]);
  // Grows while it is read: the first path that ends is the shortest.
  for (const path of paths) {
    const last = path.at(-1);
    if (last === undefined || last.final) return path;
    const next = leadsTo(chart, last).filter((state) => !path.includes(state));
    paths.push(...next.map((state) => [...path, state]));
  }
  return [];
}

/** The other states to which a state leads, each once. */
const leadsTo = (chart: Chart, { id }: ChartState): ChartState[] =>
  chart.states.filter((state) =>
    chart.transitions.some(
      ({ source, target, self }) => source === id && target === state.id && !self,
    ),
  );

/** The happy paths of charts of which each begins where the one before it ends. */
export const backboneOf = (charts: readonly Chart[]): BackboneStep[] =>
  charts.flatMap((chart, index) => {
    const path = happyPath(chart);
    return path.slice(0, index === charts.length - 1 ? undefined : -1).map((state, at) => {
      const others = leadsTo(chart, state);
      return {
        chart,
        state,
        detours: others.filter((other) => !path.includes(other)),
        returns: others.filter((other) => path.indexOf(other) >= 0 && path.indexOf(other) < at),
      };
    });
  });

/** A chart with a place for everything: what the layout makes once, at build time, and every picture shows. */

/** Pixels, from the top left corner of the drawing. */
export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** A line under the name of a state. */
export interface DrawnRow {
  text: string;
  kind: 'fact' | 'call' | 'internal';
  /** The transition that an `internal` row is: it leaves the state as it is. */
  transition?: string;
}

export interface DrawnState extends Box {
  id: string;
  /** The name, broken into lines that fit. */
  title: string[];
  rows: DrawnRow[];
  /** Distance of title and rows from the left edge: those of a group make way for the arrows that enter it. */
  head: number;
  /** Empty lines retained for what a page writes into the state. */
  space: number;
}

export interface DrawnLine {
  transition: string;
  text: string[];
}

/** In the state machine with an empty line for each of its own, for what a page writes beside a transition. */
export interface DrawnLabel extends Box {
  lines: DrawnLine[];
}

/** All transitions from one state to another share an arrow. */
export interface DrawnEdge {
  id: string;
  /** Null for the arrow from the starting point. */
  source: string | null;
  target: string;
  transitions: string[];
  points: Point[];
  label: DrawnLabel | null;
}

export interface DrawnChart {
  chart: Chart;
  width: number;
  height: number;
  start: Point;
  states: DrawnState[];
  edges: DrawnEdge[];
}

/** Sizes in pixels, the same for the layout, the picture on the screen and the files. */
export const sizes = {
  title: 13,
  text: 11.5,
  titleLine: 18,
  line: 16,
  paddingX: 12,
  paddingY: 9,
  labelPaddingX: 7,
  labelPaddingY: 4,
  radius: 10,
  corner: 8,
  start: 12,
  margin: 16,
} as const;

/** Distance of the first row of a state from its upper edge. */
export const headHeight = ({ title }: Pick<DrawnState, 'title'>): number =>
  sizes.paddingY + title.length * sizes.titleLine;

/** A chart as a Mermaid state diagram (`stateDiagram-v2`), for documents that draw it themselves. */

const idOf = (id: string): string => id.replaceAll(/\W/g, '_');

/** A label ends at a colon, a semicolon or a quote. */
const plain = (text: string): string =>
  text.replaceAll(/:\s*/g, ' – ').replaceAll(/[;"#]/g, ' ').trim();

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function stateLines(chart: Chart, state: ChartState): string[] {
  const id = idOf(state.id);
  const name = `state "${state.kind === 'history' ? 'H' : plain(state.nombre)}" as ${id}`;
  const children = childrenOf(chart, state.id);
  if (children.length === 0) return [name];
  const regions = children.map((child) => regionLines(chart, child));
  const inside =
    state.kind === 'parallel'
      ? regions.flatMap((lines, index) => (index === 0 ? lines : ['--', ...lines]))
      : regions.flat();
  return [`${name} {`, ...indented(inside), '}'];
}

const regionLines = (chart: Chart, state: ChartState): string[] => [
  ...stateLines(chart, state),
  ...(state.initial ? [`[*] --> ${idOf(state.id)}`] : []),
];

/** Without the fence around it. */
export function chartMermaid(chart: Chart): string {
  const arrows = new Map<string, string[]>();
  for (const { source, target, rotulo } of chart.transitions) {
    const key = `${idOf(source)} --> ${idOf(target)}`;
    arrows.set(key, [...(arrows.get(key) ?? []), plain(rotulo)]);
  }
  return [
    'stateDiagram-v2',
    ...indented([
      ...childrenOf(chart, null).flatMap((state) => regionLines(chart, state)),
      ...[...arrows].map(([arrow, labels]) => `${arrow} : ${[...new Set(labels)].join(' / ')}`),
      ...chart.states.filter(({ final }) => final).map(({ id }) => `${idOf(id)} --> [*]`),
    ]),
    '',
  ].join('\n');
}
