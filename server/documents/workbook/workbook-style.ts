/** The look that every workbook has. */
import type { CellObject } from 'write-excel-file/node';

export const workbookFont = { fontFamily: 'Calibri', fontSize: 11 } as const;

/** A cell of the head, without its height. */
export const headCell: CellObject = {
  type: String,
  fontWeight: 'bold',
  textColor: '#ffffff',
  backgroundColor: '#134e4a',
  alignVertical: 'center',
  wrap: true,
};
