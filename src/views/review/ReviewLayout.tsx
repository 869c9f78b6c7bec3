import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { BoxLine } from '../boxes/BoxLine.tsx';
import { ExpenseFacts } from '../expenses/ExpenseFacts.tsx';
import { SupportPanel } from '../expenses/SupportPanel.tsx';
import { useCockpitPlace } from './cockpit-context.ts';
import { Novelties } from './Novelties.tsx';

export interface ReviewLayoutProps {
  expense: Expense;
  /** Actions on a fact. */
  beside?: ReactNode;
  /** Facts that the stage adds. */
  children: ReactNode;
  decision: ReactNode;
}

/** The facts above the decision, which stays in sight: below them, and on a phone at the lower edge. */
export function ReviewLayout({ expense, beside, children, decision }: ReviewLayoutProps) {
  const { hasReceipt } = useCockpitPlace();
  return (
    <chakra.div css={layout} data-alone={hasReceipt ? undefined : ''}>
      {/* It scrolls by itself: the arrow keys have to reach it. */}
      <chakra.div
        data-facts=""
        role="group"
        aria-label="Información del gasto"
        tabIndex={0}
        css={factsLook}
      >
        <Novelties expense={expense} />
        <ExpenseFacts expense={expense} dense>
          {beside}
        </ExpenseFacts>
        {hasReceipt ? null : <SupportPanel expense={expense} />}
        {children}
        <BoxLine location={expense.ubicacion} />
      </chakra.div>
      <chakra.div data-decision="" css={decisionLook}>
        {decision}
      </chakra.div>
    </chakra.div>
  );
}

const layout = {
  display: 'flex',
  flexDirection: 'column',
  gap: { base: '4', xl: '3' },
  minH: '0',
  flex: { xl: '1' },
  // Without the list of the box there is room for both.
  '&[data-alone]': { flexDirection: { xl: 'row' } },
  '&[data-alone] > [data-facts]': { flex: { xl: '1' } },
  '&[data-alone] > [data-decision]': { width: { xl: '23rem' }, maxH: { xl: 'full' } },
} as const;

const factsLook = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: { base: '4', xl: '3' },
  minH: '0',
  flex: { xl: '1 1 0' },
  overflowY: { xl: 'auto' },
  // A focused field is never behind the decision.
  '& :is(input, select, textarea, button, a)': { scrollMarginBottom: { base: '55dvh', xl: '0' } },
} as const;

const decisionLook = {
  position: { base: 'sticky', xl: 'static' },
  bottom: '0',
  zIndex: 'docked',
  mx: { base: '-4', md: '0' },
  maxH: { base: '56dvh', xl: '68%' },
  flexShrink: '0',
  overflowY: 'auto',
  borderTopRadius: 'l3',
  boxShadow: { base: '0 -2px 16px rgb(15 23 42 / 0.14)', xl: 'none' },
} as const;
