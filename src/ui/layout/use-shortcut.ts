import { useEffect } from 'react';

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
