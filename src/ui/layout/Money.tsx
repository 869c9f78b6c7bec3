import { chakra } from '@chakra-ui/react/styled-system';

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
