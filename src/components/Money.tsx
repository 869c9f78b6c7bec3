import { chakra } from '@chakra-ui/react/styled-system';

export interface MoneyProps {
  children: string;
  strong?: boolean;
  /** Struck through and grey: what does not count any more. */
  struck?: boolean;
}

/** An amount already written for people (`$ 12.500`): digits of equal width, never broken over two lines. */
export function Money({ children, strong = false, struck = false }: MoneyProps) {
  const look = {
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: strong ? 'bold' : undefined,
  } as const;
  return struck ? (
    <chakra.s color="fg.muted" {...look}>
      {children}
    </chakra.s>
  ) : (
    <chakra.span {...look}>{children}</chakra.span>
  );
}
