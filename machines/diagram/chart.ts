import type { Tone } from '../domain/stages/states.ts';
import { type LoggedChange, placedChange } from '../domain/expense/expense-places.ts';

/** A chart as plain data, extracted from a machine for drawings and tables. */

/** A guard of a transition and its message. */
export interface ChartGuard {
  name: string;
  mensaje: string;
}

/** An actor that a state invokes. */
interface ChartCall {
  id: string;
  src: string;
  nombre: string;
}

export interface ChartState {
  /** Dot path below the machine, such as 'signedIn.working'; the id of the machine for its root. */
  id: string;
  nombre: string;
  /** Stored code; null for a state that is not stored. */
  codigo: number | string | null;
  parent: string | null;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Entered together with its parent. */
  initial: boolean;
  final: boolean;
  /** Entry actions and invoked calls, in words. */
  entrada: string[];
  calls: ChartCall[];
  entryActions: string[];
  tone?: Tone;
  /** Name of the profile in charge. */
  quien?: string;
}

export type ChartTransitionKind = 'event' | 'always' | 'after' | 'done' | 'error';

export interface ChartTransition {
  /** `source|event|index`, the index among the candidates of the event. */
  id: string;
  source: string;
  /** The source itself for a transition without a target. */
  target: string;
  /** Event type in the machine; the delay name for `after`, the id of the invoked actor for `done` and `error`. */
  event: string;
  evento: string;
  kind: ChartTransitionKind;
  /** Names of the profiles that may send it; empty for answers and delays, and when any profile may. */
  perfiles: string[];
  guards: ChartGuard[];
  actions: string[];
  /** True when source and target are the same state. */
  self: boolean;
  /** False for a transition without a target in the machine. */
  targeted: boolean;
  /** Delay of an `after` transition, milliseconds. */
  delay?: number;
  /** Label in a drawing, which distinguishes the transitions of a state. */
  rotulo: string;
}

export interface Chart {
  id: string;
  machine: string;
  nombre: string;
  descripcion: string;
  /** In the order of the machine, parents before their children. */
  states: ChartState[];
  transitions: ChartTransition[];
}

/** True for the charts of boxes and expenses, whose states have figures. */
export const isDomainChart = ({ id }: Pick<Chart, 'id'>): boolean =>
  id === 'box' || id === 'expense';

/**
 * Transitions of a chart that match a logged event; several when they share source, target and event. The recording of
 * an expense is an `always` transition in its own chart, and does not change the state in the chart of the box.
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
  // The log of a box also contains events of its expenses, whose states are not in this chart.
  if (stateOf(chart, desde) !== undefined) return [];
  return chart.transitions.filter(({ event, self }) => event === evento && self);
}

/**
 * How often each transition of a chart was taken, by its id. An event that a log does not place, since it leaves an
 * expense as it is in any state of its box, counts for none.
 */
export function timesTaken(
  chart: Chart,
  taken: readonly (LoggedChange & { veces: number })[],
): Map<string, number> {
  const times = new Map<string, number>();
  for (const { veces, ...logged } of taken) {
    const [one, ...others] = transitionsTaken(chart, logged);
    if (one !== undefined && others.length === 0)
      times.set(one.id, (times.get(one.id) ?? 0) + veces);
  }
  return times;
}

/** Sums of the transitions of each arrow, which leads from one state to another. */
export function timesOfArrows(
  chart: Chart,
  times: ReadonlyMap<string, number>,
): Map<string, number> {
  const arrows = new Map<string, number>();
  for (const { id, source, target, self } of chart.transitions) {
    const arrow = `${source} ${target}`;
    if (!self) arrows.set(arrow, (arrows.get(arrow) ?? 0) + (times.get(id) ?? 0));
  }
  return arrows;
}

export const stateOf = (chart: Chart, id: string): ChartState | undefined =>
  chart.states.find((state) => state.id === id);

/** 'Trabajando › En espera': a nested state with its ancestors. */
export function fullName(chart: Chart, state: ChartState): string {
  const around = state.parent === null ? undefined : stateOf(chart, state.parent);
  return around === undefined ? state.nombre : `${fullName(chart, around)} › ${state.nombre}`;
}

/** Full name of the state with this id; the id itself for an unknown state. */
export function nameOfState(chart: Chart, id: string): string {
  const state = stateOf(chart, id);
  return state === undefined ? id : fullName(chart, state);
}

const childrenOf = (chart: Chart, id: string | null): ChartState[] =>
  chart.states.filter(({ parent }) => parent === id);

/** The lifecycle of a case as one line of states, derived from its charts. */

export interface BackboneStep {
  chart: Chart;
  state: ChartState;
  /** Successors of the state that are not on the line, each at the first state that leads to it. */
  detours: ChartState[];
  /** Successors of the state that are earlier on the line. */
  returns: ChartState[];
}

/** The shortest path from the initial state to a final one; empty when there is none. */
function happyPath(chart: Chart): ChartState[] {
  const paths = chart.states.filter(({ initial }) => initial).map((state) => [state]);
  // Breadth-first: the array grows during the loop, and the first path that reaches an end is the shortest.
  for (const path of paths) {
    const last = path.at(-1);
    if (last === undefined || last.final) return path;
    const next = leadsTo(chart, last).filter((state) => !path.includes(state));
    paths.push(...next.map((state) => [...path, state]));
  }
  return [];
}

/** Other states that are direct successors of a state, each once. */
const leadsTo = (chart: Chart, { id }: ChartState): ChartState[] =>
  chart.states.filter((state) =>
    chart.transitions.some(
      ({ source, target, self }) => source === id && target === state.id && !self,
    ),
  );

/** Joins the happy paths of consecutive charts, each of which starts where the previous one ends. */
export const backboneOf = (charts: readonly Chart[]): BackboneStep[] =>
  charts.flatMap((chart, index) => {
    const path = happyPath(chart);
    return path.slice(0, index === charts.length - 1 ? undefined : -1).map((state, at) => {
      const others = leadsTo(chart, state);
      return {
        chart,
        state,
        detours: others.filter(
          (other) =>
            !path.includes(other) &&
            !path.slice(0, at).some((before) => leadsTo(chart, before).includes(other)),
        ),
        returns: others.filter((other) => path.indexOf(other) >= 0 && path.indexOf(other) < at),
      };
    });
  });

/** A chart with positions, computed by the layout once at build time and used by every drawing. */

/** Pixels from the top left corner of the drawing. */
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
  /** Id of the self-transition that an `internal` row shows. */
  transition?: string;
}

export interface DrawnState extends Box {
  id: string;
  /** The name, wrapped into lines. */
  title: string[];
  rows: DrawnRow[];
  /** Distance of title and rows from the left edge; larger in a group, for the arrows that enter it. */
  head: number;
  /** Number of empty lines reserved for marks of the page. */
  space: number;
}

export interface DrawnLine {
  transition: string;
  text: string[];
}

/** Label of an arrow. Charts with figures reserve an empty line per transition for marks of the page. */
export interface DrawnLabel extends Box {
  lines: DrawnLine[];
}

/** The arrow of all transitions from one state to another. */
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

/** Sizes in pixels, shared by the layout, the drawing on the screen and the files. */
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

/** A chart as a Mermaid state diagram (`stateDiagram-v2`), for documents that render Mermaid. */

const idOf = (id: string): string => id.replaceAll(/\W/g, '_');

/** Replaces the characters that Mermaid does not allow in a label. */
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

/** Mermaid source, without a code fence. */
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
