/** Results of a search as one list, in the order in which they are shown. */
import type { Found, FoundKind } from '#contract/calls/search.calls.ts';

export type FoundEntry = {
  [Kind in FoundKind]: { kind: Kind; row: Found[Kind][number] };
}[FoundKind];

const kinds: readonly FoundKind[] = ['cajas', 'tiendas', 'usuarios', 'gastos'];

export const entriesOf = (found: Found | null): FoundEntry[] =>
  found === null
    ? []
    : kinds.flatMap((kind) => found[kind].map((row) => ({ kind, row }) as FoundEntry));
