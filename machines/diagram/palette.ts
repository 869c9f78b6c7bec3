import type { Tone } from '#machines/domain/states.ts';

/** The colours of a drawing, as CSS writes them. */
export interface Palette {
  tones: Readonly<Record<Tone, { fill: string; border: string; text: string }>>;
  background: string;
  /** Of states with a weight, from 0 to 1; both `#rrggbb`. */
  cold: string;
  hot: string;
  group: string;
  groupBorder: string;
  line: string;
  /** Of what is heavy or lit. */
  strong: string;
  /** Of what steps back. */
  faint: string;
  text: string;
  muted: string;
  font: string;
}
