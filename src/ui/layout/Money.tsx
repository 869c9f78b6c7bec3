import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';

/** An amount already written for people (`$ 12.500`): digits of equal width, never broken over two lines. */
export const Money = ({ children, strong }: { children: string; strong?: boolean }) => (
  <chakra.span
    whiteSpace="nowrap"
    fontVariantNumeric="tabular-nums"
    fontWeight={strong ? 'bold' : undefined}
  >
    {children}
  </chakra.span>
);

/** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm` as people write it: may be broken between the day and the time alone. */
export function DayAndTime({ children }: { children: string }) {
  return children.split(' ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' ' : null}
      <chakra.span whiteSpace="nowrap">{shortDate(part)}</chakra.span>
    </Fragment>
  ));
}
