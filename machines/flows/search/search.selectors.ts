/** Selectors of the search over everything. */
import type { SnapshotFrom } from 'xstate';
import { entriesOf, type FoundEntry } from './found-entries.ts';
import type { searchMachine } from './search.machine.ts';

type SearchSnapshot = SnapshotFrom<typeof searchMachine>;

export const isOpen = (snapshot: SearchSnapshot) => snapshot.hasTag('open');
export const textOf = (snapshot: SearchSnapshot) => snapshot.context.texto;
export const problemOf = (snapshot: SearchSnapshot) => snapshot.context.problem;

/** Results of the last answer; they stay in sight while more is typed. */
export const foundOf = (snapshot: SearchSnapshot): readonly FoundEntry[] =>
  entriesOf(snapshot.context.found);

/** The marked one, to which Enter leads; null while the answer is of an earlier text. */
export const markedOf = (snapshot: SearchSnapshot): number | null =>
  snapshot.matches({ open: 'found' }) ? snapshot.context.marked : null;

/** One line about the search. */
export function noteOf(snapshot: SearchSnapshot): string {
  if (snapshot.matches({ open: 'idle' }))
    return 'Proveedor, concepto, NIT, recibo, valor, tienda o número de caja. También con el mes: «ferretería oct».';
  if (snapshot.matches({ open: 'nothing' })) return 'Sin resultados.';
  const { length } = foundOf(snapshot);
  if (snapshot.matches({ open: 'found' }))
    return length === 1 ? '1 resultado' : `${length} resultados`;
  return snapshot.hasTag('loading') && length === 0 ? 'Buscando…' : '';
}
