import { type ReactNode, useState } from 'react';
import type { MovingProps, MovingRowsProps } from './MovingParts.tsx';

type Parts = typeof import('./MovingParts.tsx');

/** Null until framer-motion has loaded, after the first screen; elements rendered before are not animated. */
let parts: Parts | null = null;

/** Loads framer-motion; without it everything works, without animations. */
export const loadMotion = (): Promise<void> =>
  import('./MovingParts.tsx').then(
    (loaded) => {
      parts = loaded;
    },
    () => undefined,
  );

/** Slides its content in when it appears or changes; the layout is final from the start. */
export function Moving({ as: Element = 'div', of, children }: MovingProps) {
  // An element rendered before the library loaded stays: replacing it would lose the focus and field values.
  const [arrived] = useState(() => parts);
  if (arrived === null) return <Element>{children}</Element>;
  return (
    <arrived.MovingElement as={Element} of={of}>
      {children}
    </arrived.MovingElement>
  );
}

/** Explicit for the reason in DataTableGrid. */
const asRow = { role: 'row' } as const;

/** Rows of a table; the noticed row slides in, and a removed row is inert and fades out. */
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

/** Conditional fields: they slide in, and disappear without an animation. */
export function Reveal({ when, children }: { when: boolean; children: ReactNode }) {
  return when ? <Moving>{children}</Moving> : null;
}
