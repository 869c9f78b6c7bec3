import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Around the table, which goes by the width of its place. */
export const itemisationPlace = {
  containerType: 'inline-size',
  containerName: 'itemisation',
} as const;

const NARROW = '@container itemisation (max-width: 33rem)';
const WIDE = '@container itemisation (min-width: 33.01rem)';

/** A table where there is room; else every row is a card whose cells name themselves. */
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
