import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isReturning, leavePlace, placeLeft } from './list-places.ts';

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
  // Whoever comes by the menu begins anew.
  const [left] = useState(() =>
    type === NavigationType.Pop || isReturning(state) ? placeLeft(pathname) : undefined,
  );
  const row = useRef(left?.row);
  const latest = useRef({ pathname, search });
  // Known before anybody leaves: the next screen is rendered, its way back with it, while this one still stands.
  useLayoutEffect(() => {
    latest.current = { pathname, search };
    // To ask how far it is scrolled would have the browser lay the page out.
    leavePlace(pathname, { search, scroll: placeLeft(pathname)?.scroll ?? 0, row: row.current });
  });
  // Before the rows go away, and the height of the page with them.
  useLayoutEffect(
    () => () => {
      const { pathname: path, search: query } = latest.current;
      leavePlace(path, { search: query, scroll: window.scrollY, row: row.current });
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
