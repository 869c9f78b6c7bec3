import { describe, expect, test } from 'vitest';
import { shortcutActionOf, shortcuts } from '#src/features/review/shortcuts.ts';

describe('the keyboard shortcuts', () => {
  const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  test.each([
    [{ key: 'a' }, 'approve'],
    [{ key: 'A', shiftKey: true }, 'approveAndGoOn'],
    [{ key: 'Enter', ctrlKey: true }, 'save'],
    [{ key: 'Enter', metaKey: true, shiftKey: true }, 'saveAndGoOn'],
    [{ key: '?', shiftKey: true }, 'help'],
    [{ key: '?' }, 'help'],
    [{ key: 'j' }, 'next'],
    [{ key: 'j', altKey: true }, null],
    [{ key: 'a', ctrlKey: true }, null],
    [{ key: 'Enter' }, null],
  ] as const)('%o triggers %s', (pressed, action) => {
    expect(shortcutActionOf({ ...bare, ...pressed }, false)).toBe(action);
  });

  test('only those with Ctrl work while the user types', () => {
    const heard = shortcuts.filter(
      ({ key, ctrl = false, shift = false, action }) =>
        shortcutActionOf({ ...bare, key, ctrlKey: ctrl, shiftKey: shift }, true) === action,
    );
    expect(heard.map(({ action }) => action)).toEqual(['save', 'saveAndGoOn']);
  });
});
