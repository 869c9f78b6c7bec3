/** Small workbooks with several sheets, built in memory. */
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';

export const workbookFont = { fontFamily: 'Calibri', fontSize: 11 } as const;

/** Style of a header cell, without height. */
export const headCell: CellObject = {
  type: String,
  fontWeight: 'bold',
  textColor: '#ffffff',
  backgroundColor: '#134e4a',
  alignVertical: 'center',
  wrap: true,
};

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface TextSheet {
  sheet: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Texts are text cells, so that spreadsheets preserve the leading zeros of numbers and compute no formula. */
function cellOf(value: string | number): CellObject | null {
  if (typeof value === 'number') return { type: Number, value };
  return value === '' ? null : { type: String, value };
}

/** Builds text sheets with a frozen header row. */
export const wholeWorkbook = (sheets: readonly TextSheet[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map(({ sheet, head, rows }) => ({
      sheet,
      stickyRowsCount: 1,
      columns: head.map(() => ({ width: 26 })),
      data: [
        head.map((value) => ({ ...headCell, height: 32, value })),
        ...rows.map((row) => row.map(cellOf)),
      ],
    })),
    workbookFont,
  ).toBuffer();
