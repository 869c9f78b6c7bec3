import { prefersStillness } from '../../../components/prefers-stillness.ts';

/** Milliseconds of a movement of the drawing: none for people who prefer less motion. */
export const motionDuration = (): number => (prefersStillness() ? 0 : 200);
