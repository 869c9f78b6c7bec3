/** The part of `Moving` that imports framer-motion: loaded after the first screen, and imported only by `Moving`. */
import { AnimatePresence, domAnimation, LazyMotion, m, useIsPresent } from 'framer-motion';
import { type ReactNode, useState } from 'react';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';

export interface MovingProps {
  as?: 'div' | 'span';
  /** Animates when this value changes, but not on mount; absent: animates on mount. */
  of?: string | undefined;
  children: ReactNode;
}

export interface MovingRowsProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** When it changes, the rows are a new result: the previous rows do not fade out. */
  question: string;
  /** Key of the row to animate. */
  noticed?: string | number | undefined;
  children: (row: Row) => ReactNode;
}

/** Seconds: long enough to be seen, too short to wait for. */
const transition = { duration: 0.18, ease: 'easeOut' } as const;

// Only the position is animated: a stalled animation of the opacity would hide texts and fields.
const from = (moves: boolean) => (moves && !prefersReducedMotion() ? { y: -8 } : false);

/** @public loaded when the page is idle */
export function MovingElement({
  as,
  of,
  children,
}: MovingProps & { as: NonNullable<MovingProps['as']> }) {
  const [shown, setShown] = useState({ of, changed: of === undefined });
  if (shown.of !== of) setShown({ of, changed: true });
  const Element = m[as];
  return (
    <LazyMotion features={domAnimation} strict>
      <Element
        key={of}
        initial={from(shown.changed)}
        animate={{ y: 0 }}
        transition={transition}
        // An inline element cannot be transformed.
        style={{ display: as === 'span' ? 'inline-block' : 'block' }}
      >
        {children}
      </Element>
    </LazyMotion>
  );
}

/** @public loaded when the page is idle */
export function MovingRowGroup<Row>({
  rows,
  rowKey,
  question,
  noticed,
  children,
}: MovingRowsProps<Row>) {
  return (
    <LazyMotion features={domAnimation} strict>
      <AnimatePresence key={question}>
        {rows.map((row) => (
          <MovingRow key={rowKey(row)} noticed={rowKey(row) === noticed}>
            {children(row)}
          </MovingRow>
        ))}
      </AnimatePresence>
    </LazyMotion>
  );
}

function MovingRow({ noticed, children }: { noticed: boolean; children: ReactNode }) {
  const isPresent = useIsPresent();
  return (
    <m.tr
      role="row"
      inert={!isPresent}
      initial={from(noticed)}
      animate={{ y: 0 }}
      exit={{ opacity: 0, transition: prefersReducedMotion() ? { duration: 0 } : transition }}
      transition={transition}
    >
      {children}
    </m.tr>
  );
}
