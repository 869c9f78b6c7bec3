import type { ReactNode } from 'react';

export interface DescriptionItem {
  label: string;
  /** Empty text, null and undefined show a dash. */
  value: ReactNode;
  /** Takes the whole row: long texts. */
  wide?: boolean;
}

export interface DescriptionListProps {
  items: readonly DescriptionItem[];
  columns?: 1 | 2 | 3;
}

/** Read-only details as label and value. */
export function DescriptionList(_props: DescriptionListProps) {
  return null;
}
