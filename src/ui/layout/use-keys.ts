import { useEffect, useEffectEvent } from 'react';
import { storeText, storedText } from '../../wire/browser-storage.ts';

/** Storage name of the setting for single-letter shortcuts in this browser; they are on by default. */
const name = 'atajos-de-una-tecla';

export const singleKeysAreOn = (): boolean => storedText(name) !== 'no';

export const storeSingleKeys = (on: boolean): boolean => storeText(name, on ? null : 'no');

/** Handles Ctrl or ⌘ with a letter anywhere on the page, instead of the browser. */
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

/** Elements in which letters are text, unlike buttons, radios and checkboxes. */
const typed = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable=true]';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches(typed);

/**
 * Handles the keys of a screen, except while a dialog is open or for the repeats of a key that is held down.
 * @param onKey returns whether it handled the key; the default action is then prevented
 * @param first handles the keys before other listeners (capture phase)
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
