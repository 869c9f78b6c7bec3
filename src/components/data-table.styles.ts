import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Asks for the width that the table itself has, not the window: beside a sidebar it has less. */
export const WIDE = '@container data-table (min-width: 44rem)';

const cards: SystemStyleObject = {
  fontSize: 'md',
  '& thead': { srOnly: true },
  '& tr': { display: 'block' },
  '& tbody tr': { borderBottomWidth: '1px', px: '4', py: '3' },
  '& tbody tr:last-child': { borderBottomWidth: '0' },
  '& :is(tbody, tfoot) :is(th, td)': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '4',
    py: '1',
    fontWeight: 'normal',
  },
  '& tbody th': { justifyContent: 'flex-start', fontWeight: 'semibold', pb: '1.5' },
  '& [data-label]::before': {
    content: 'attr(data-label)',
    color: 'fg.muted',
    flexShrink: 0,
    maxW: '50%',
  },
  '& tbody [data-label] > span': { textAlign: 'end', minW: '0' },
  '& tbody [data-phone=hide]': { display: 'none' },
  '& tfoot tr': { borderTopWidth: '1px', bg: 'bg.subtle', px: '4', py: '3' },
  '& tfoot :is(th, td)': { fontWeight: 'bold' },
  '& tfoot [data-label]::before': { fontWeight: 'normal' },
  '& tfoot td:empty': { display: 'none' },
};

const grid: SystemStyleObject = {
  fontSize: 'sm',
  '& thead': { srOnly: false },
  '& tr': { display: 'table-row' },
  '& tbody tr': { p: '0' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& :is(thead, tbody, tfoot) :is(th, td)': {
    display: 'table-cell',
    textAlign: 'start',
    px: '2.5',
    py: '2',
    // The first child; emotion complains about `:first-child`.
    '&:not(* + *)': { ps: '5' },
    '&:last-child': { pe: '5' },
  },
  '& thead th': {
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
  },
  '& tbody :is(th, td)': { height: '12' },
  '& [data-label]::before': { content: 'none' },
  '& [data-nowrap]': { whiteSpace: 'nowrap' },
  '& tbody [data-label] > span': { textAlign: 'inherit' },
  '& tbody [data-phone=hide], & tfoot td:empty': { display: 'table-cell' },
  '& :is(thead, tbody, tfoot) [data-align=end]': { textAlign: 'end' },
  '& :is(thead, tbody, tfoot) [data-align=center]': { textAlign: 'center' },
  '& tfoot tr': { p: '0' },
  '& tfoot :is(th, td)': { py: '3' },
};

/**
 * The table is one element with rules for its parts: a hundred rows of styled cells would each compute their own.
 * Where it is narrow its parts are blocks and a row is a card.
 */
export const tableStyles: SystemStyleObject = {
  width: 'full',
  fontVariantNumeric: 'tabular-nums',
  borderCollapse: 'collapse',
  '& caption': { srOnly: true },
  '& th, & td': { textAlign: 'start', verticalAlign: 'middle', overflowWrap: 'break-word' },
  ...cards,
  [WIDE]: grid,
};
