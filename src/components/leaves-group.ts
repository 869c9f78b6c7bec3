import type { FocusEvent } from 'react';

/** The focus goes to something outside of the group: only then was the field left. */
export function leavesGroup(event: FocusEvent<HTMLElement>) {
  return !event.currentTarget.contains(event.relatedTarget);
}
