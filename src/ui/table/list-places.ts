/** Where somebody was on a list, for the way back to it: saved while the page lives and somebody is signed in. */
interface LeftPlace {
  /** The query of its address. */
  search: string;
  /** Pixels. */
  scroll: number;
  /** Key of the row that was opened. */
  row: string | number | undefined;
}

const places = new Map<string, LeftPlace>();

/** @param path of the list, without its query */
export const leavePlace = (path: string, place: LeftPlace): void => void places.set(path, place);

export const placeLeft = (path: string): LeftPlace | undefined => places.get(path);

export const forgetPlaces = (): void => places.clear();

/** Given with the address by a link that leads back. */
export const returning = { returns: true } as const;

export const isReturning = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'returns' in state;

/** The address of a list as it was left. */
export const wayBackTo = (to: string): string =>
  to.includes('?') ? to : `${to}${places.get(to)?.search ?? ''}`;
