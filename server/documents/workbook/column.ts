/** Columns of a sheet and the cells they make. */

/** Kind of a cell in a spreadsheet; `money` and `whole` are numbers, `day` and `moment` dates. */
export type CellKind = 'text' | 'money' | 'whole' | 'day' | 'moment';

export interface Column<Row> {
  header: string;
  kind: CellKind;
  /** Characters. */
  width: number;
  /**
   * `money` in centavos, `day` as yyyy-MM-dd, `moment` as epoch milliseconds; null and '' leave the
   * cell empty.
   */
  value: (row: Row) => string | number | null;
}
