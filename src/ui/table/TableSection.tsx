import { DataTable } from './DataTable.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { Section, type SectionProps } from '../layout/Section.tsx';

type TableSectionProps<Row extends object> = Omit<DataTableProps<Row>, 'caption'> &
  Pick<SectionProps, 'description' | 'actions'> & { title: string };

/** A table in a card of its own; the title of the card names the table too. */
export const TableSection = <Row extends object>({
  title,
  description,
  actions,
  ...table
}: TableSectionProps<Row>) => (
  <Section flush title={title} description={description} actions={actions}>
    <DataTable {...table} caption={title} />
  </Section>
);
