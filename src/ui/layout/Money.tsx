import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';

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

/** `yyyy-MM-dd HH:mm`: may be broken between the day and the time, never within them. */
export function DayAndTime({ children }: { children: string }) {
  return children.split(' ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' ' : null}
      <chakra.span whiteSpace="nowrap">{part}</chakra.span>
    </Fragment>
  ));
}
