import { Readable } from 'node:stream';
import { type Column, columnName, rowWriter } from './sheet-rows.ts';
import { frameOf, SHEET_FILE, type WorkbookFrame } from './workbook-frame.ts';
import { zipped } from './zip-stream.ts';

/** The sheet in pieces; its filter spans the rows that there were. */
async function* sheetXml<Row>(
  frame: Omit<WorkbookFrame, 'parts'>,
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
 * column, and never more than a page of rows in memory.
 *
 * @returns what streams it; a failure of `pages` destroys the stream
 */
export function workbookOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
): (pages: AsyncIterable<readonly Row[]>) => Promise<Readable> {
  // Made once: it takes some 40 ms in which nobody else is answered.
  let frame: Promise<WorkbookFrame> | undefined;
  return async (pages) => {
    frame ??= frameOf(sheet, columns);
    const { parts, ...rest } = await frame;
    const chunks = sheetXml(rest, columns, pages);
    return Readable.from(zipped(parts, { filename: SHEET_FILE, chunks }), { objectMode: false });
  };
}
