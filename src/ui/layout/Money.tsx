import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';

/** A formatted amount (`$ 12.500`) in digits of equal width, never broken over two lines. */
export const Money = ({ children, strong }: { children: string; strong?: boolean }) => (
  <chakra.span
    whiteSpace="nowrap"
    fontVariantNumeric="tabular-nums"
    fontWeight={strong ? 'bold' : undefined}
  >
    {children}
  </chakra.span>
);

/** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm` in display format; the text wraps only between the day and the time. */
export function DayAndTime({ children }: { children: string }) {
  return children.split(' ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' ' : null}
      <chakra.span whiteSpace="nowrap">{shortDate(part)}</chakra.span>
    </Fragment>
  ));
}
