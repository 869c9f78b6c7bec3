import type { Option } from '../../ui/fields/FormField.tsx';

/** Rows of a list of names as choices. */
export const optionsOf = (rows: readonly { id: number; nombre: string }[]): Option[] =>
  rows.map(({ id, nombre }) => ({ value: id, label: nombre }));
