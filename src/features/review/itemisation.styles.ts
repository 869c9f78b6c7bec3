import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Around the table, which goes by the width of its place. */
export const itemisationPlace = {
  containerType: 'inline-size',
  containerName: 'itemisation',
} as const;

const NARROW = '@container itemisation (max-width: 22rem)';
const BETWEEN = '@container itemisation (min-width: 22.01rem) and (max-width: 33rem)';
const WIDE = '@container itemisation (min-width: 33.01rem)';

/** Three columns, the account below its category. */
const threeColumns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 8rem 6.75rem',
  columnGap: '2',
} as const;

/** A table where there is space, with less of it the account below its category; else every row is a card whose cells name themselves. */
export const itemisationStyles: SystemStyleObject = {
  width: 'full',
  tableLayout: 'fixed',
  textAlign: 'start',
  '& th': { textStyle: 'sm', color: 'fg.muted', fontWeight: 'semibold', textAlign: 'start' },
  '& :is(th, td)': { verticalAlign: 'top' },
  '& :is(th, td):last-child': { pe: '0' },
  '& td:nth-of-type(2)': { fontVariantNumeric: 'tabular-nums' },
  '& tfoot :is(th, td)': { borderTopWidth: '1px', pt: '3', color: 'fg', pb: '0' },
  [WIDE]: {
    '& :is(th, td)': { pe: '3', py: '2' },
    // The account stands on the line of the text in the fields beside it.
    '&[data-editable] td:nth-of-type(2)': { pt: '4' },
    '&:not([data-editable]) :is(th, td):last-child': { textAlign: 'end' },
    '& thead th:nth-of-type(1)': { width: '35%' },
    '& thead th:nth-of-type(2)': { width: '4.75rem' },
  },
  [BETWEEN]: {
    display: 'block',
    textStyle: 'sm',
    '& :is(thead, tbody, tfoot)': { display: 'block' },
    '& :is(thead, tbody) tr': threeColumns,
    '& thead th:nth-of-type(2)': { srOnly: true },
    '& tbody tr': { mt: '1.5' },
    '& tbody td:nth-of-type(2)': {
      gridArea: '2 / 1',
      color: 'fg.muted',
      _before: { content: 'attr(data-label) " "' },
    },
    '& :is(th, td):not(:first-of-type)': { minW: '0' },
    '& tfoot tr': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      borderTopWidth: '1px',
      mt: '1',
      pt: '1',
    },
    '& tfoot :is(th, td)': { borderTopWidth: '0', pt: '0' },
    '& tfoot td': { display: 'flex', columnGap: '3', alignItems: 'baseline' },
  },
  [NARROW]: {
    display: 'block',
    '& thead': { srOnly: true },
    '& :is(tbody, tfoot)': { display: 'grid', gap: '3' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '2',
      p: '3',
      borderWidth: '1px',
      borderRadius: 'l2',
    },
    '& tbody td': { display: 'block', minW: '0' },
    '& tbody td:first-of-type': { gridColumn: '1 / -1' },
    '& tbody td:nth-of-type(2)': { gridColumn: '1 / -1', display: 'flex', columnGap: '2' },
    '& tbody td::before': {
      content: 'attr(data-label)',
      display: 'block',
      textStyle: 'sm',
      fontWeight: 'semibold',
      mb: '1',
    },
    '& tfoot': { mt: '3' },
    '& tfoot tr': { display: 'flex', justifyContent: 'space-between' },
    '& tfoot :is(th, td)': { flex: '1' },
    '& tfoot td': { textAlign: 'end' },
  },
};
