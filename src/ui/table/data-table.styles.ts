import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Container query on the width of the table, which beside a sidebar is narrower than the window. */
export const NARROW = '@container data-table (max-width: 43.99rem)';

const cards: SystemStyleObject = {
  fontSize: 'md',
  '& thead': { srOnly: true },
  // Headers are only for screen readers: the order of cards is chosen above the table.
  '& thead button': { display: 'none' },
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
  // The title of the card comes first, whatever the position of its column.
  '& tbody th': { order: -1, justifyContent: 'flex-start', pb: '1.5' },
  // Aligns the end of an icon with the end of the texts: its button is wider than the icon.
  '& tbody [data-label] > span > .chakra-button[aria-label]': { me: '-2.5' },
  '& :is(tbody, tfoot) [data-label]::before': {
    content: 'attr(data-label)',
    color: 'fg.muted',
    fontWeight: 'normal',
    flexShrink: 0,
    maxW: '50%',
    textAlign: 'start',
  },
  '& tbody [data-label] > span': { textAlign: 'end', minW: '0' },
  // A long time without wrapping would push the end of a card out of view.
  '& [data-nowrap]': { whiteSpace: 'normal' },
  '& tbody [data-phone=hide], & tfoot td:empty': { display: 'none' },
  '& tfoot tr': { px: '4', py: '3' },
};

const grid: SystemStyleObject = {
  fontSize: 'sm',
  '& :is(thead, tbody, tfoot) :is(th, td)': { px: '2.5', py: '2', textAlign: 'start' },
  // The first child: emotion warns about `:first-child`.
  '& :is(thead, tbody, tfoot) tr > :not(* + *)': { ps: '5' },
  '& :is(thead, tbody, tfoot) tr > :last-child': { pe: '5' },
  '& thead th': {
    position: 'relative',
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
  },
  '& tbody tr': { borderBottomWidth: '1px' },
  '& tbody tr:last-child': { borderBottomWidth: '0' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& tbody :is(th, td)': { height: '12', fontWeight: 'normal' },
  '& tbody th': { fontWeight: 'medium' },
  '& [data-nowrap]': { whiteSpace: 'nowrap' },
  '& :is(thead, tbody, tfoot) [data-align=end]': { textAlign: 'end' },
  '& :is(thead, tbody, tfoot) [data-align=center]': { textAlign: 'center' },
  '& tfoot tr': { borderTopWidth: '1px', bg: 'bg.subtle' },
  '& tfoot :is(th, td)': { py: '3', fontWeight: 'bold' },
  // Paper neither scrolls nor has controls.
  _print: {
    '& :is(thead, tbody, tfoot) :is(th, td)': { px: '1', py: '1', height: 'auto' },
    '& [data-nowrap]': { whiteSpace: 'normal' },
    '& thead svg': { display: 'none' },
  },
};

/** A wide table scrolls horizontally; a shadow at the edge shows that there is more. */
export const scrollStyles: SystemStyleObject = {
  overflowX: 'auto',
  backgroundImage:
    'linear-gradient(to left, white 40%, transparent), linear-gradient(to left, rgb(15 23 42 / 0.16), transparent)',
  backgroundPosition: 'right',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '48px 100%, 14px 100%',
  backgroundAttachment: 'local, scroll',
  [NARROW]: { overflowX: 'visible', backgroundImage: 'none' },
  _print: { overflowX: 'visible', backgroundImage: 'none' },
};

/** The link of a row covers the whole row; other controls are above it. */
const linkedRows: SystemStyleObject = {
  '& tbody tr': { ...(grid['& tbody tr'] as SystemStyleObject), position: 'relative' },
  '& tbody tr:has([data-row-link])': { cursor: 'pointer' },
  '& tbody [data-row-link]': { position: 'static' },
  '& [data-row-link]::after': { content: '""', position: 'absolute', inset: '0' },
  '& tbody :is(a, button):not([data-row-link])': { position: 'relative', zIndex: 1 },
};

/**
 * The table is one styled element with rules for its parts: each of hundreds of styled cells would compute its own.
 * When the table is narrow, its parts are blocks and a row is a card.
 */
export const tableStyles: SystemStyleObject = {
  width: 'full',
  fontVariantNumeric: 'tabular-nums',
  borderCollapse: 'collapse',
  '& caption': { srOnly: true },
  '& tr:has([data-opened])': { bg: 'teal.50' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'middle', overflowWrap: 'break-word' },
  ...grid,
  ...linkedRows,
  [NARROW]: cards,
};

/** Grid areas of the columns of a list in a card of three lines; the detail of the card shows the other columns. */
const cardAreas = {
  figure: '1 / 3',
  left: '2 / 1',
  right: '2 / 2 / 3 / 4',
  line: '2 / 1 / 3 / 4',
  state: '3 / 1',
  end: '3 / 2 / 4 / 4',
  foot: '4 / 1 / 5 / 4',
  /** Buttons with labels. */
  below: '5 / 1 / 6 / 5',
  act: '1 / 4 / 4 / 5',
  link: '1 / 1',
} as const;
export type CardPlace = keyof typeof cardAreas;

const listCards: SystemStyleObject = {
  '& tbody tr': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    px: '4',
    py: '2',
    borderBottomWidth: '1px',
  },
  '& tbody tr > :is(th, td)': {
    display: 'block',
    p: '0',
    minW: '0',
    fontSize: 'sm',
    textAlign: 'start',
  },
  '& tbody tr > th': { gridArea: '1 / 1 / 2 / 3', fontSize: 'md', lineHeight: '1.4', lineClamp: 2 },
  '& tbody tr > th:has([data-note])': { lineClamp: 3 },
  '& tbody tr:not(:has([data-card=figure])) > th': { gridColumn: '1 / 4' },
  '& tbody tr > td:is([data-card=left], [data-card=line])': { truncate: true },
  '& tbody td[data-card=line] > span > *': { display: 'inline', me: '2' },
  '& tbody td[data-card=line] wbr': { display: 'none' },
  '& tbody [data-label] > span': { textAlign: 'inherit' },
  '& tbody tr > td:is([data-card=figure], [data-card=right], [data-card=end])': {
    textAlign: 'end',
  },
  '& tbody tr > td:is([data-card=left], [data-card=state])': { textAlign: 'start' },
  '& tbody tr > td[data-card=figure]': { fontWeight: 'semibold' },
  '& tbody td[data-label]::before': { content: 'none' },
  '& tbody td[data-card-label]::before': {
    content: 'attr(data-card-label) " "',
    color: 'fg.muted',
  },
  // A cell that the label of its column does not name.
  '& tbody td[data-card-label]:has([data-unlabelled])::before': { content: 'none' },
  '& tbody tr > td:not([data-card])': { display: 'none' },
  '& tbody :is(td:not([data-card=state], [data-card=end]) [data-note], td:has([data-nothing]))': {
    display: 'none',
  },
  '& tbody td[data-column=desde] [data-note]': { display: 'none' },
  // A dash without a header is meaningless.
  '& tbody td:is([data-card=foot], [data-card=act]):not(:has(> span > *))': { display: 'none' },
  ...Object.fromEntries(
    Object.entries(cardAreas).map(([place, gridArea]) => [
      `& tbody td[data-card=${place}]`,
      { gridArea },
    ]),
  ),
  // Minimum size for touch; a control that is taller than its line overlaps the adjacent lines.
  '& tbody :is(a, button):not([data-row-link])': { minW: '11', minH: '11' },
  '& tbody td[data-card=figure] :is(button, [data-menu-mark])': { my: '-2.5', me: '-2.5' },
  '& tbody td[data-card=foot] a': { my: '-3' },
  // The link covers the card; its text is only for screen readers.
  '& tbody td[data-card=link] [data-row-link]': {
    position: 'absolute',
    inset: '0',
    width: 'auto',
    height: 'auto',
    minW: '0',
    fontSize: '0',
    bg: 'transparent',
    borderWidth: '0',
  },
  '& tbody td[data-card=link] svg': { display: 'none' },
};

/** The styles of a table; on a phone a row is a card of three lines. */
export const cardTableStyles: SystemStyleObject = {
  ...tableStyles,
  [NARROW]: { ...cards, ...listCards },
};

/** Grid areas of the columns in a card of three lines: name and value, date and numbers, status. */
const places = {
  value: '1 / 4 / 2 / 6',
  date: '2 / 1',
  invoice: '2 / 2',
  receiptNumber: '2 / 2',
  categories: '2 / 3',
  boxNumber: '2 / 3',
  status: '3 / 1 / 4 / 4',
  anomaly: '3 / 1 / 4 / 4',
  receipt: '2 / 4 / 4 / 5',
  delete: '2 / 5 / 4 / 6',
  detail: '1 / 1',
};

const denseCards: SystemStyleObject = {
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: 'auto auto minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '0.5',
    px: '4',
    py: '1.5',
  },
  '& tbody tr > :is(th, td)': {
    display: 'block',
    p: '0',
    minW: '0',
    height: 'auto',
    fontSize: 'sm',
  },
  '& tbody tr > td:is([data-column=date], [data-column=invoice], [data-column=receiptNumber])': {
    maxW: '7rem',
  },
  '& tbody tr > :is(th, td:not([data-align])) > span': { display: 'block', truncate: true },
  '& tbody td[data-label]::before': { content: 'none' },
  '& tbody td[data-card-label]': { display: 'flex', justifyContent: 'flex-end', gap: '1' },
  '& tbody td[data-card-label]::before': { content: 'attr(data-card-label)' },
  // The note of a capped value leaves the number too little of its column.
  '& tbody tr:not(:has([data-column=receipt])) td[data-column=boxNumber]': {
    gridColumn: '3 / 6',
    whiteSpace: 'nowrap',
  },
  // Without a date, the number starts the line.
  '& tbody tr:not(:has([data-column=date])) td[data-column=invoice]': { gridColumn: '1 / 3' },
  // Badge, reason and actions are laid out like a sentence.
  '& tbody td:is([data-column=status], [data-column=supplier]) > span': { textAlign: 'start' },
  '& tbody :is(th, td[data-column=supplier])': { gridArea: '1 / 1 / 2 / 4' },
  // The rows of one box repeat its store, which the page names.
  '& tbody tr:has(td[data-column=supplier]) > th': { srOnly: true },
  '& tbody :is([data-column=supplierDocument], [data-column=anomaly]:not(:has(button)))': {
    display: 'none',
  },
  ...Object.fromEntries(
    Object.entries(places).map(([id, gridArea]) => [`& tbody td[data-column=${id}]`, { gridArea }]),
  ),
  // Minimum size for touch, partly in the padding of the card.
  '& tbody :is(a, button):not([data-row-link])': { minW: '11', minH: '11', my: '-1' },
  // A button with a label takes the space of the category, not that of the name.
  '& tbody tr:has(td[data-column=receipt] a:not([aria-label]))': {
    '& > th': { gridColumn: '1 / 5' },
    '& > td[data-column=value]': { gridColumn: '5' },
    '& > td[data-column=categories]': { display: 'none' },
    // Below the name, and within its row.
    '& > td[data-column=receipt] a': { mt: '0', minW: 'max-content' },
    '& > td[data-column=delete]': { justifySelf: 'end' },
    // On the narrowest phones it has a line of its own.
    '@container data-table (max-width: 19rem)': {
      '& > td[data-column=receipt]': { gridArea: '3 / 1 / 4 / 5', justifySelf: 'start' },
    },
  },
  '& [data-row-link]': { position: 'absolute', inset: '0', width: 'auto', height: 'auto' },
  // The link covers the card; its icon is hidden.
  '& [data-row-link] svg': { display: 'none' },
};

/** Rows of equal height, each covered by its link; other controls are above it. */
export const denseTableStyles: SystemStyleObject = {
  ...tableStyles,
  '& :is(thead, tbody) tr > :is(th, td)': { px: '2', py: '0.5' },
  '& thead th': { ...(grid['& thead th'] as SystemStyleObject), whiteSpace: 'nowrap' },
  '& tbody tr > :is(th, td)': { height: '10', lineHeight: '1.3' },
  // Texts and numbers; cells aligned to the centre or the end have icons, badges or amounts.
  '& tbody tr > :is(th, td:not([data-align], [data-nowrap])) > span': {
    lineClamp: 2,
    overflowWrap: 'anywhere',
  },
  '& tbody tr > td[data-align=start] > span': { textStyle: 'xs' },
  '& tbody :is(a, button)': { position: 'relative', zIndex: 1, scrollMarginBlock: '9rem' },
  [NARROW]: { ...cards, ...denseCards },
};
