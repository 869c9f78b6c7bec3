/** Marks that a page writes into a drawing: figures, a path, the current state. They never move anything. */
export interface StateMark {
  /** Two at most. */
  lines: string[];
  /** 0 to 1: how much happens there. */
  weight?: number;
  lit?: boolean;
  current?: boolean;
}

export interface TransitionMark {
  label?: string;
  /** 0 to 1: how often it is taken; thickness and colour. */
  weight?: number;
  lit?: boolean;
}

export interface DrawingMarks {
  /** By the id of the state. */
  states?: ReadonlyMap<string, StateMark>;
  /** By the id of the transition. */
  transitions?: ReadonlyMap<string, TransitionMark>;
}

/** Joins the marks of an arrow's transitions: lit when one is, as heavy as the heaviest. */
export function markOfArrow(
  marks: DrawingMarks | undefined,
  transitions: readonly string[],
): { weight: number; lit: boolean } {
  const found = transitions.flatMap((id) => marks?.transitions?.get(id) ?? []);
  return {
    weight: Math.max(0, ...found.map(({ weight = 0 }) => Math.min(1, weight))),
    lit: found.some(({ lit }) => lit),
  };
}

/** Tells whether something is lit; the rest then steps back. */
export const hasLight = ({ states, transitions }: DrawingMarks): boolean =>
  [...(states?.values() ?? []), ...(transitions?.values() ?? [])].some(({ lit }) => lit);

/** Pixels of an arrow's line. */
export const arrowWidth = ({ weight, lit }: { weight: number; lit: boolean }): number =>
  Math.max(lit ? 2.5 : 1.5, 1.5 + 4.5 * weight);
