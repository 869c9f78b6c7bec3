import { type ReactNode, useState } from 'react';
import type { MovingProps, MovingRowsProps } from './MovingParts.tsx';

type Parts = typeof import('./MovingParts.tsx');

/** Null until framer-motion has come, after the first page: nothing waits for it, and what is shown before stands still. */
let parts: Parts | null = null;

/** Begins to load the library; without it everything works and nothing moves. */
export const loadMotion = (): Promise<void> =>
  import('./MovingParts.tsx').then(
    (loaded) => {
      parts = loaded;
    },
    () => undefined,
  );

/** Something to be noticed when it appears or changes: it slides into its place, which it takes at once. */
export function Moving({ as: Element = 'div', of, children }: MovingProps) {
  // What was there before the library stays as it is: another element would lose focus and fields.
  const [arrived] = useState(() => parts);
  if (arrived === null) return <Element>{children}</Element>;
  return (
    <arrived.MovingElement as={Element} of={of}>
      {children}
    </arrived.MovingElement>
  );
}

/** Explicit, as DataTableGrid says. */
const asRow = { role: 'row' } as const;

/** Rows of a table; the noticed one slides in, and one that goes away fades, out of reach. */
export function MovingRows<Row>(props: MovingRowsProps<Row>) {
  const [arrived] = useState(() => parts);
  if (arrived !== null) return <arrived.MovingRowGroup {...props} />;
  const { rows, rowKey, children } = props;
  return rows.map((row) => (
    <tr key={rowKey(row)} {...asRow}>
      {children(row)}
    </tr>
  ));
}

/** Fields that come and go with an answer: they slide in and leave at once. */
export function Reveal({ when, children }: { when: boolean; children: ReactNode }) {
  return when ? <Moving>{children}</Moving> : null;
}
