/** Delays of boxes at each stage, by store or by person. */
import type { ReminderField } from '#contract/calls/administration.calls.ts';
import type { DelayGroup } from '#contract/calls/workflow.calls.ts';
import { type WorkingCalendar, workingDay } from '../values/working-hours.ts';
import { addWorkingDays } from '../values/working-time.ts';
import { type BoxStateName, boxStates } from '../stages/states.ts';

/** State of a box in the final pass whose papers have not arrived; this time counts for the courier. */
export const onTheWay = 'onTheWay' as const;
export type DelayState = BoxStateName | typeof onTheWay;

/** The states in which a box waits, in the order of the workflow. */
export const delayStates = (Object.keys(boxStates) as BoxStateName[]).flatMap(
  (state): DelayState[] => (state === 'finalAccounting' ? [onTheWay, state] : [state]),
);

/** State and store of a stay, past or current. */
interface Placed {
  id_tienda: number;
  estado: DelayState;
}

interface Holder {
  /** User id; 0 for a profile with several users, and for the courier. */
  id: number;
  nombre: string;
}

export interface DelayFacts {
  stores: readonly { id: number; nombre: string; id_supervisor: number; supervisor: string }[];
  /** Boxes that wait now; `desde` is the arrival in the state, epoch milliseconds. */
  waiting: readonly (Placed & { desde: number })[];
  /** Past stays: `duracion` in milliseconds of working time, `actor` is the user who ended the stay. */
  stays: readonly (Placed & { duracion: number; actor: Holder })[];
}

interface Delay extends Holder {
  estado: DelayState;
  supervisor: string;
  cajas: number;
  desde: number | null;
  mediana: number | null;
  p90: number | null;
}

/** Percentile by nearest rank; null for an empty list. */
export const rankOf = (sorted: ArrayLike<number>, percent: number): number | null =>
  sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;

/** Minimum number of stays for a median. */
const tellingStays = 3;

/** Median of the stays at a stage; null for fewer than `tellingStays`. */
export const usualStay = (stays: readonly number[]): number | null =>
  stays.length < tellingStays
    ? null
    : rankOf(
        stays.toSorted((one, other) => one - other),
        50,
      );

type Store = DelayFacts['stores'][number];

/** Holder of a waiting box: the supervisor of its store, the courier, or the profile in charge. */
const holderOf = ({ id_supervisor, supervisor }: Store, estado: DelayState): Holder => {
  if (estado === 'supervision') return { id: id_supervisor, nombre: supervisor };
  return estado === onTheWay ? courier : { id: 0, nombre: boxStates[estado].tipo_usuario };
};

/** Outside the company: the user who marks papers as received did not cause their delay. */
const courier: Holder = { id: 0, nombre: 'Empresa de envío' };

/**
 * Delays per stage and store, or per stage and person; combinations without any wait are omitted. By person, a past
 * stay counts for the user who ended it, a waiting box for its holder.
 */
export function delaysOf({ stores, waiting, stays }: DelayFacts, group: DelayGroup): Delay[] {
  const storeOf = new Map(stores.map((store) => [store.id, store]));
  const found = new Map<string, { row: Delay; times: number[] }>();
  const rowOf = ({ id_tienda, estado }: Placed, personOf: (store: Store) => Holder) => {
    const store = storeOf.get(id_tienda);
    if (store === undefined) return undefined;
    const { id, nombre } = group === 'tienda' ? store : personOf(store);
    const key = `${nombre} ${id} ${estado}`;
    const supervisor = group === 'tienda' ? store.supervisor : nombre;
    const row = { estado, id, nombre, supervisor, cajas: 0, desde: null, mediana: null, p90: null };
    const one = found.get(key) ?? { row, times: [] };
    found.set(key, one);
    return one;
  };
  for (const { desde, ...placed } of waiting) {
    const row = rowOf(placed, (store) => holderOf(store, placed.estado))?.row;
    if (row === undefined) continue;
    row.cajas += 1;
    row.desde = Math.min(desde, row.desde ?? desde);
  }
  for (const { duracion, actor, ...placed } of stays)
    rowOf(placed, () => (placed.estado === onTheWay ? courier : actor))?.times.push(
      Math.max(0, duracion),
    );
  return [...found.values()]
    .map(({ row, times }) => {
      const sorted = times.toSorted((one, other) => one - other);
      return { ...row, mediana: rankOf(sorted, 50), p90: rankOf(sorted, 90) };
    })
    .toSorted(
      (one, other) =>
        delayStates.indexOf(one.estado) - delayStates.indexOf(other.estado) || one.id - other.id,
    );
}

/**
 * True when a time exceeds its target.
 *
 * @param milliseconds working time; null for no time
 * @param days working days; null for no target
 */
export const isLate = (
  milliseconds: number | null,
  days: number | null,
  calendar: WorkingCalendar,
): boolean => milliseconds !== null && days !== null && milliseconds > days * workingDay(calendar);

/** By state, epoch milliseconds: a box that arrived before this instant is late now. */
export type LateSince = Partial<Record<BoxStateName, number>>;

export const lateSince = (
  targets: Partial<Record<BoxStateName, number>>,
  now: number,
  calendar: WorkingCalendar,
): LateSince =>
  Object.fromEntries(
    Object.entries(targets).map(([state, days]) => [state, daysBefore(now, days, calendar)]),
  );

/** The instant `days` working days before `now`. */
const daysBefore = (now: number, days: number, calendar: WorkingCalendar): number =>
  addWorkingDays(now, -days, calendar);

/** A store is reminded of money paid, or papers sent, before these instants; epoch milliseconds. */
export interface ReminderCutoffs {
  money: number;
  papers: number;
  /** Cash handed out before these instants is pending. */
  vales: number;
}

/** @param after working days */
export const askedSince = (
  now: number,
  after: Record<ReminderField, number>,
  calendar: WorkingCalendar,
): ReminderCutoffs => ({
  money: daysBefore(now, after.dias_dinero, calendar),
  papers: daysBefore(now, after.dias_papeles, calendar),
  vales: daysBefore(now, after.dias_vale, calendar),
});
