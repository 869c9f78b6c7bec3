/**
 * Everything of a workbook but its rows: write-excel-file makes a workbook with the head and one model
 * row, and the rows are written in its place and in its styles while the file is being sent. The library
 * itself holds every cell in memory and makes the whole sheet at once, which stops the process for
 * seconds.
 */
import { toDate } from 'date-fns';
import { strFromU8, unzipSync } from 'fflate';
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import type { CellKind, Column } from './sheet-rows.ts';
import { headCell, workbookFont } from './whole-workbook.ts';

export const SHEET_FILE = 'xl/worksheets/sheet1.xml';

export interface WorkbookFrame {
  /** The files of the workbook beside the sheet. */
  parts: Record<string, Uint8Array>;
  /** The sheet up to its first row under the head, and what follows its last row. */
  before: string;
  after: string;
  /** The style of each column under the head. */
  styles: string[];
}

const models: Record<CellKind, CellObject> = {
  text: { type: String, value: ' ' },
  money: { type: Number, value: 0, format: '"$" #,##0.00' },
  whole: { type: Number, value: 0, format: '0' },
  day: { type: Date, value: toDate(0), format: 'yyyy-mm-dd' },
  moment: { type: Date, value: toDate(0), format: 'yyyy-mm-dd hh:mm' },
};

/** @throws Error when the library writes sheets in another form than this reads */
export async function frameOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
): Promise<WorkbookFrame> {
  const file = await writeXlsxFile(
    [
      columns.map(({ header }) => ({ ...headCell, height: 48, value: header })),
      columns.map(({ kind }) => models[kind]),
    ],
    { sheet, stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) },
    workbookFont,
  ).toBuffer();
  const { [SHEET_FILE]: xml, ...parts } = unzipSync(file);
  const [, before, model, after] =
    /^(.*)<row r="2"[^>]*>(.*)<\/row>(<\/sheetData>.*)$/s.exec(
      strFromU8(xml ?? new Uint8Array()),
    ) ?? [];
  const styles = [...(model ?? '').matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map(([, style]) => style);
  if (before === undefined || after === undefined || styles.length !== columns.length)
    throw new Error('write-excel-file no longer writes the sheet that the frame is cut from');
  return { parts, before, after, styles: styles.map((style) => style ?? '0') };
}
