import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** A table on wide screens; on a phone every row is a card whose cells name themselves. */
export const itemisationStyles: SystemStyleObject = {
  width: 'full',
  tableLayout: 'fixed',
  textAlign: 'start',
  '& th': { textStyle: 'sm', color: 'fg.muted', fontWeight: 'semibold', textAlign: 'start' },
  '& :is(th, td)': { pe: { md: '3' }, py: { md: '2' }, verticalAlign: 'top' },
  '& :is(th, td):last-child': { pe: '0' },
  '& td:nth-of-type(2)': { fontVariantNumeric: 'tabular-nums' },
  // The account stands on the line of the text in the fields beside it.
  '&[data-editable] td:nth-of-type(2)': { pt: { md: '4' } },
  '&:not([data-editable]) :is(th, td):last-child': { textAlign: { md: 'end' } },
  '& thead th:nth-of-type(1)': { width: { md: '35%' } },
  '& thead th:nth-of-type(2)': { width: { md: '4.75rem' } },
  '& tfoot :is(th, td)': { borderTopWidth: '1px', pt: '3', color: 'fg', pb: '0' },
  mdDown: {
    display: 'block',
    '& thead': { srOnly: true },
    '& :is(tbody, tfoot)': { display: 'grid', gap: '3' },
    '& tbody tr': {
      display: 'grid',
      gap: '3',
      p: '4',
      borderWidth: '1px',
      borderRadius: 'l2',
    },
    '& tbody td': { display: 'block' },
    '& tbody td::before': {
      content: 'attr(data-label)',
      display: 'block',
      textStyle: 'sm',
      fontWeight: 'semibold',
      mb: '1.5',
    },
    '& tfoot': { mt: '3' },
    '& tfoot tr': { display: 'flex', justifyContent: 'space-between' },
    '& tfoot :is(th, td)': { flex: '1' },
    '& tfoot td': { textAlign: 'end' },
  },
};
