import { useEffect, useEffectEvent } from 'react';
import { storeText, storedText } from '../../wire/browser-storage.ts';

/** The switch of the keys that are a letter alone, in this browser: on until somebody turns it off. */
const name = 'atajos-de-una-tecla';

export const hearsSingleKeys = (): boolean => storedText(name) !== 'no';

export const storeSingleKeys = (on: boolean): boolean => storeText(name, on ? null : 'no');

/** Hears Ctrl, or ⌘, with a letter anywhere on the page, in the place of the browser. */
export function useShortcut(letter: string, onPress: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [letter, onPress]);
}

/** Fields in which letters are text; a button and a radio are none. */
const typed = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable=true]';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches(typed);

/**
 * Hears the keys of a screen, unless a dialog is open over it or the key is held down.
 * @param onKey says whether the key was for it: then it does nothing else
 * @param first before those who hear the same keys
 */
export function useKeys(
  onKey: (event: KeyboardEvent, isTyping: boolean) => boolean,
  first = false,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
    if (onKey(event, isTyping(event))) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear, first);
    return () => window.removeEventListener('keydown', hear, first);
  }, [first]);
}
