import type { ProfileId } from '../people/profiles.ts';
import { stageNames, stages } from '../box/stages.ts';

/** Profiles whose boxes are somebody's own: only they leave anything to be decided by another one. */
const delegating: readonly ProfileId[] = stageNames
  .filter((name) => stages[name].assignee !== null)
  .map((name) => stages[name].profile);

export const mayBeReplaced = (profile: number): boolean =>
  (delegating as readonly number[]).includes(profile);
