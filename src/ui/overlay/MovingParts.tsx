/** The part of `Moving` that brings framer-motion: loaded after the first page, and imported by `Moving` alone. */
import { AnimatePresence, domAnimation, LazyMotion, m, useIsPresent } from 'framer-motion';
import { type ReactNode, useState } from 'react';
import { prefersStillness } from './prefers-stillness.ts';

export interface MovingProps {
  as?: 'div' | 'span';
  /** Moves when this changes, and not when it is first shown; absent: moves when it comes into sight. */
  of?: string | undefined;
  children: ReactNode;
}

export interface MovingRowsProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Another value: other rows, and none of those before has gone away. */
  question: string;
  /** Key of a row to be noticed. */
  noticed?: string | number | undefined;
  children: (row: Row) => ReactNode;
}

/** Seconds: seen, and never waited for. */
const transition = { duration: 0.18, ease: 'easeOut' } as const;

// Only the place moves: with an animated opacity a stalled animation would hide what must be read or filled.
const from = (moves: boolean) => (moves && !prefersStillness() ? { y: -8 } : false);

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
        // What is inline cannot move.
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
      exit={{ opacity: 0, transition: prefersStillness() ? { duration: 0 } : transition }}
      transition={transition}
    >
      {children}
    </m.tr>
  );
}
