import type { personTypes } from '#contract/calls/review.calls.ts';

/** Names of the person types. */
export const personTypeNames = {
  PJ: 'PJ - Persona jurídica',
  PN: 'PN - Persona natural',
} as const satisfies Record<(typeof personTypes)[number], string>;
