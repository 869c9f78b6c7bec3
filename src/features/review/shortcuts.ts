/** Keyboard shortcuts of the decision screens, and their labels. */

interface Shortcut {
  action: string;
  key: string;
  ctrl?: true;
  shift?: true;
  /** The label of the key. */
  label: string;
  does: string;
}

const keys = [
  { action: 'approve', key: 'a', label: 'A', does: 'Aprobar' },
  { action: 'reject', key: 'r', label: 'R', does: 'Rechazar' },
  { action: 'save', key: 'enter', ctrl: true, label: 'Ctrl + Enter', does: 'Guardar' },
  {
    action: 'saveAndGoOn',
    key: 'enter',
    ctrl: true,
    shift: true,
    label: 'Ctrl + Mayús + Enter',
    does: 'Guardar y pasar al siguiente por decidir',
  },
  {
    action: 'approveAndGoOn',
    key: 'a',
    shift: true,
    label: 'Mayús + A',
    does: 'Aprobar con su última frase de aprobación, guardar y pasar al siguiente: solo sin novedad y si aún se puede cambiar',
  },
  { action: 'change', key: 'c', label: 'C', does: 'Cambiar lo que acaba de guardar' },
  { action: 'next', key: 'j', label: 'J', does: 'Siguiente gasto' },
  { action: 'previous', key: 'k', label: 'K', does: 'Gasto anterior' },
  { action: 'help', key: '?', shift: true, label: '?', does: 'Ver los atajos' },
] as const satisfies readonly Shortcut[];

export type ShortcutAction = (typeof keys)[number]['action'];

export const shortcuts: readonly (Shortcut & { action: ShortcutAction })[] = keys;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The action of a pressed key; null when it has none.
 * @param isTyping the focus is in a text field: only keys with Ctrl are handled
 */
export function shortcutActionOf(pressed: Pressed, isTyping: boolean): ShortcutAction | null {
  if (pressed.altKey) return null;
  const key = pressed.key.toLowerCase();
  const ctrl = pressed.ctrlKey || pressed.metaKey;
  if (isTyping && !ctrl) return null;
  const isThis = (one: Shortcut): boolean =>
    one.key === key &&
    (one.ctrl ?? false) === ctrl &&
    // Keyboards differ in how a question mark is typed.
    (key === '?' || (one.shift ?? false) === pressed.shiftKey);
  return shortcuts.find(isThis)?.action ?? null;
}
