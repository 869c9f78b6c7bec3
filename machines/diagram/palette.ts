import type { Tone } from '#machines/domain/box/states.ts';

/** The colours of a drawing, as CSS writes them. */
export interface Palette {
  tones: Readonly<Record<Tone, { fill: string; border: string; text: string }>>;
  background: string;
  /** Ends of the scale of states with a weight, from 0 to 1; both `#rrggbb`. */
  cold: string;
  hot: string;
  group: string;
  groupBorder: string;
  line: string;
  /** Stroke colour of a heavy or highlighted part. */
  strong: string;
  /** Colour of what is not highlighted while something else is. */
  faint: string;
  text: string;
  muted: string;
  font: string;
}
