import { Readable } from 'node:stream';
import type { Column } from './column.ts';
import { columnName, rowWriter } from './sheet-rows.ts';
import { frameOf, SHEET_FILE, type WorkbookFrame } from './workbook-frame.ts';
import { zipped } from './zip-stream.ts';

/** The sheet in pieces; its filter spans the rows that there were. */
async function* sheetXml<Row>(
  frame: WorkbookFrame,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const write = rowWriter(columns, frame.styles);
  let last = 1;
  yield frame.before;
  for await (const rows of pages) {
    let xml = '';
    for (const row of rows) {
      last += 1;
      xml += write(row, last);
    }
    if (xml !== '') yield xml;
  }
  const filter = `<autoFilter ref="A1:${columnName(columns.length - 1)}${last}"/>`;
  yield frame.after.replace('</sheetData>', `</sheetData>${filter}`);
}

/**
 * A workbook of one sheet whose rows come while it is being sent: a head that stays, a filter on every
 * column, and never more than a page of rows in memory. A failure of `pages` destroys the stream.
 */
export async function streamWorkbook<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<Readable> {
  const frame = await frameOf(sheet, columns);
  const chunks = sheetXml(frame, columns, pages);
  return Readable.from(zipped(frame.parts, { filename: SHEET_FILE, chunks }), {
    objectMode: false,
  });
}
