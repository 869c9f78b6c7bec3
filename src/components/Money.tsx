export interface MoneyProps {
  children: string;
  strong?: boolean;
  /** Struck through and grey: what does not count any more. */
  struck?: boolean;
}

/** An amount already written for people (`$ 12.500`): digits of equal width, never broken over two lines. */
export function Money(_props: MoneyProps) {
  return null;
}
