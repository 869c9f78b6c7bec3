/** How long boxes wait at each stage, by whom it is up to. */
import { millisecondsInDay } from 'date-fns/constants';
import type { DelayGroup } from '#contract/calls/workflow.calls.ts';
import { sentStates } from '../people/pending.ts';
import type { BoxStateName } from './states.ts';

/** Something that took, or takes, its time in a state of a box of a store. */
interface Placed {
  id_tienda: number;
  estado: BoxStateName;
}

export interface DelayFacts {
  stores: readonly { id: number; nombre: string; id_supervisor: number; supervisor: string }[];
  /** Boxes that wait now, each with the instant at which it came. */
  waiting: readonly (Placed & { desde: number })[];
  /** How long others had waited, milliseconds. */
  stays: readonly (Placed & { duracion: number })[];
}

interface Delay {
  estado: BoxStateName;
  id: number;
  nombre: string;
  supervisor: string;
  cajas: number;
  desde: number | null;
  mediana: number | null;
  p90: number | null;
}

/** By nearest rank: the smallest that at least so many per cent of them do not exceed; null of none. */
const rankOf = (sorted: readonly number[], percent: number): number | null =>
  sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;

/** Fewer stays say nothing about the next one. */
const tellingStays = 3;

/** The median of what boxes stayed at a stage, milliseconds; null of too few. */
export const usualStay = (stays: readonly number[]): number | null =>
  stays.length < tellingStays
    ? null
    : rankOf(
        stays.toSorted((one, other) => one - other),
        50,
      );

/** The delays of each store or supervisor, stage by stage; where nothing waits or waited there is none. */
export function delaysOf({ stores, waiting, stays }: DelayFacts, group: DelayGroup): Delay[] {
  const groups = new Map<number, { nombre: string; supervisor: string; ids: Set<number> }>();
  for (const { id, nombre, id_supervisor, supervisor } of stores) {
    const key = group === 'tienda' ? id : id_supervisor;
    const found = groups.get(key);
    if (found === undefined)
      groups.set(key, {
        nombre: group === 'tienda' ? nombre : supervisor,
        supervisor,
        ids: new Set([id]),
      });
    else found.ids.add(id);
  }
  const states = sentStates.filter((name) => name !== 'closed');
  return [...groups].flatMap(([id, { nombre, supervisor, ids }]) => {
    const ofGroup = <One extends Placed>(all: readonly One[]) =>
      all.filter(({ id_tienda }) => ids.has(id_tienda));
    const [ownWaits, ownStays] = [ofGroup(waiting), ofGroup(stays)];
    return states.flatMap((estado): Delay[] => {
      const since = ownWaits.filter((one) => one.estado === estado).map(({ desde }) => desde);
      const times = ownStays
        .filter((one) => one.estado === estado)
        .map(({ duracion }) => Math.max(0, duracion))
        .toSorted((one, other) => one - other);
      if (since.length + times.length === 0) return [];
      return [
        {
          estado,
          id,
          nombre,
          supervisor,
          cajas: since.length,
          desde: since.length === 0 ? null : Math.min(...since),
          mediana: rankOf(times, 50),
          p90: rankOf(times, 90),
        },
      ];
    });
  });
}

/** Tells whether a time passes its target. @param milliseconds null for no time @param days null for no target */
export const isLate = (milliseconds: number | null, days: number | null): boolean =>
  milliseconds !== null && days !== null && milliseconds > days * millisecondsInDay;
