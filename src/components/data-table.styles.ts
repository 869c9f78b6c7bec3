import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Asks for the width that the table itself has, not the window: beside a sidebar it has less. */
export const NARROW = '@container data-table (max-width: 43.99rem)';

const cards: SystemStyleObject = {
  fontSize: 'md',
  '& thead': { srOnly: true },
  '& tr': { display: 'block' },
  '& tbody tr': { display: 'flex', flexDirection: 'column', px: '4', py: '3' },
  '& tbody tr:last-child': { borderBottomWidth: '0' },
  '& :is(tbody, tfoot) :is(th, td)': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '4',
    height: 'auto',
    px: '0',
    py: '1',
    textAlign: 'start',
  },
  '& :is(tbody, tfoot) tr > :is(:not(* + *), :last-child)': { px: '0' },
  // The title of the card stands first, wherever its column is.
  '& tbody th': { order: -1, justifyContent: 'flex-start', pb: '1.5' },
  // An icon ends where the texts end: its button is wider than what is seen of it.
  '& tbody [data-label] > span > .chakra-button[aria-label]': { me: '-2.5' },
  '& :is(tbody, tfoot) [data-label]::before': {
    content: 'attr(data-label)',
    color: 'fg.muted',
    fontWeight: 'normal',
    flexShrink: 0,
    maxW: '50%',
  },
  '& tbody [data-label] > span': { textAlign: 'end', minW: '0' },
  '& tbody [data-phone=hide], & tfoot td:empty': { display: 'none' },
  '& tfoot tr': { px: '4', py: '3' },
};

const grid: SystemStyleObject = {
  fontSize: 'sm',
  '& :is(thead, tbody, tfoot) :is(th, td)': { px: '2.5', py: '2', textAlign: 'start' },
  // The first child; emotion complains about `:first-child`.
  '& :is(thead, tbody, tfoot) tr > :not(* + *)': { ps: '5' },
  '& :is(thead, tbody, tfoot) tr > :last-child': { pe: '5' },
  '& thead th': {
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
  },
  '& tbody tr': { borderBottomWidth: '1px' },
  '& tbody tr:last-child': { borderBottomWidth: '0' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& tbody :is(th, td)': { height: '12', fontWeight: 'normal' },
  '& tbody th': { fontWeight: 'semibold' },
  '& [data-nowrap]': { whiteSpace: 'nowrap' },
  '& :is(thead, tbody, tfoot) [data-align=end]': { textAlign: 'end' },
  '& :is(thead, tbody, tfoot) [data-align=center]': { textAlign: 'center' },
  '& tfoot tr': { borderTopWidth: '1px', bg: 'bg.subtle' },
  '& tfoot :is(th, td)': { py: '3', fontWeight: 'bold' },
};

/** A wider table scrolls inside of its place; a shadow at the edge says that there is more. */
export const scrollStyles: SystemStyleObject = {
  overflowX: 'auto',
  backgroundImage:
    'linear-gradient(to left, white 40%, transparent), linear-gradient(to left, rgb(15 23 42 / 0.16), transparent)',
  backgroundPosition: 'right',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '48px 100%, 14px 100%',
  backgroundAttachment: 'local, scroll',
  [NARROW]: { overflowX: 'visible', backgroundImage: 'none' },
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
  ...grid,
  [NARROW]: cards,
};
