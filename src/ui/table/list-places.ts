import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

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
const saveListPosition = (path: string, place: LeftPlace): void => void places.set(path, place);

const placeLeft = (path: string): LeftPlace | undefined => places.get(path);

export const forgetPlaces = (): void => places.clear();

/** Given with the address by a link that leads back. */
export const returning = { returns: true } as const;

const isReturning = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'returns' in state;

/** The address of a list as it was left. */
export const returnPath = (to: string): string =>
  to.includes('?') ? to : `${to}${places.get(to)?.search ?? ''}`;

export interface PlaceInList {
  /** Key of the row that was opened, when somebody comes back. */
  opened: string | number | undefined;
  onOpen: (row: string | number) => void;
}

/**
 * Keeps where somebody is on a list, and goes back there once its rows are shown.
 *
 * @param shown the rows are there
 */
export function useLeftPlace(shown: boolean): PlaceInList {
  const { pathname, search, state } = useLocation();
  const type = useNavigationType();
  // Who comes by the menu begins at the top.
  const [left] = useState(() =>
    type === NavigationType.Pop || isReturning(state) ? placeLeft(pathname) : undefined,
  );
  const row = useRef(left?.row);
  const latest = useRef({ pathname, search });
  // Known before anybody leaves: the next screen is rendered, its way back with it, while this one still stands.
  useLayoutEffect(() => {
    latest.current = { pathname, search };
    // To ask how far it is scrolled would have the browser lay the page out.
    saveListPosition(pathname, {
      search,
      scroll: placeLeft(pathname)?.scroll ?? 0,
      row: row.current,
    });
  });
  // Before the rows go away, and the height of the page with them.
  useLayoutEffect(
    () => () => {
      const { pathname: path, search: query } = latest.current;
      saveListPosition(path, { search: query, scroll: window.scrollY, row: row.current });
    },
    [],
  );
  const restored = useRef(false);
  useEffect(() => {
    if (!shown || restored.current) return;
    restored.current = true;
    if (left !== undefined) window.scrollTo(0, left.scroll);
  }, [shown, left]);
  return {
    opened: left?.row,
    onOpen: (key) => {
      row.current = key;
    },
  };
}
