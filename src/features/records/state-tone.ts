import type { Tone as DomainTone } from '#machines/domain/box/states.ts';
import type { Tone } from '../../ui/feedback/tone.ts';

const tones: Record<DomainTone, Tone> = {
  neutral: 'neutral',
  info: 'info',
  warning: 'warning',
  progress: 'primary',
  closing: 'accent',
  success: 'success',
  danger: 'danger',
};

const isDomainTone = (color: string): color is DomainTone => Object.hasOwn(tones, color);

/** The tone of a state's `color` as it travels; an unknown one is neutral. */
export const toneOf = (color: string): Tone => (isDomainTone(color) ? tones[color] : 'neutral');
