import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';

/** `yyyy-MM-dd HH:mm`: may be broken between the day and the time, never within them. */
export function DayAndTime({ children }: { children: string }) {
  return children.split(' ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' ' : null}
      <chakra.span whiteSpace="nowrap">{part}</chakra.span>
    </Fragment>
  ));
}
