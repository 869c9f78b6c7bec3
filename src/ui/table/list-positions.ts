import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Position on a list for the way back to it: saved until the page is reloaded or the user signs out. */
interface ListPosition {
  /** Query of the address. */
  search: string;
  /** Pixels. */
  scroll: number;
  /** Key of the opened row. */
  row: string | number | undefined;
}

const places = new Map<string, ListPosition>();

/** @param path of the list, without its query */
const saveListPosition = (path: string, place: ListPosition): void => void places.set(path, place);

const placeLeft = (path: string): ListPosition | undefined => places.get(path);

export const clearListPositions = (): void => places.clear();

/** Navigation state of a link that leads back to a list. */
export const returning = { returns: true } as const;

const isReturning = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'returns' in state;

/** The address of a list with the query that it had when the user left it. */
export const returnPath = (to: string): string =>
  to.includes('?') ? to : `${to}${places.get(to)?.search ?? ''}`;

export interface RestoredPosition {
  /** Key of the row that was opened before the user came back. */
  opened: string | number | undefined;
  onOpen: (row: string | number) => void;
}

/**
 * Saves the position on a list, and restores it when the rows are shown after the user came back.
 *
 * @param shown true when the rows are rendered
 */
export function useListPosition(shown: boolean): RestoredPosition {
  const { pathname, search, state } = useLocation();
  const type = useNavigationType();
  // A list that is opened from the menu starts at the top.
  const [left] = useState(() =>
    type === NavigationType.Pop || isReturning(state) ? placeLeft(pathname) : undefined,
  );
  const row = useRef(left?.row);
  const latest = useRef({ pathname, search });
  // Saved before the user leaves: the next screen renders its back link while this one is still mounted.
  useLayoutEffect(() => {
    latest.current = { pathname, search };
    // Reading the scroll position here would force a layout.
    saveListPosition(pathname, {
      search,
      scroll: placeLeft(pathname)?.scroll ?? 0,
      row: row.current,
    });
  });
  // Saved before the rows are unmounted, which changes the height of the page.
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
