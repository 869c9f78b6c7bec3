/** A chart with a place for everything: what the layout makes once, at build time, and every picture shows. */
import type { Chart } from './chart.ts';

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
