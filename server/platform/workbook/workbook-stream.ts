import { differenceInCalendarDays, parseISO, toDate } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import { Zip, ZipDeflate, type ZipInputFile, strFromU8, unzipSync } from 'fflate';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import writeXlsxFile, { type CellObject } from 'write-excel-file/node';
import { bogotaBehindUtc } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { headCell, workbookFont } from './whole-workbook.ts';

/**
 * Sheet rows as SpreadsheetML. Texts are inline strings, which a spreadsheet never evaluates as a formula, even
 * when they begin with `=`.
 */

/** Cell type: `money` and `whole` are numbers, `day` and `moment` dates. */
type CellKind = 'text' | 'money' | 'whole' | 'day' | 'moment';

export interface Column<Row> {
  header: string;
  kind: CellKind;
  /** In characters. */
  width: number;
  /**
   * `money` in centavos, `day` as yyyy-MM-dd, `moment` as epoch milliseconds; null and '' leave the
   * cell empty.
   */
  value: (row: Row) => string | number | null;
}

const firstDay = parseISO('1970-01-01');
/** Days from 1899-12-30, the epoch of spreadsheets, to 1970-01-01. */
const EPOCH = 25_569;

/** Maximum length of the text of a cell. */
const MAXIMUM_TEXT = 32_767;

/** Matches texts that need escaping: XML syntax, control characters and text that looks like an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters must be matched
const special = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[0-9a-fA-F]{4}_/;

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters must be matched
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text such as `_x0041_`, which would be read as the letter A (ECMA-376, 22.9.2.19). */
const looksEscaped = /_(?=x[0-9a-fA-F]{4}_)/g;

function escaped(text: string): string {
  const short = text.length > MAXIMUM_TEXT ? `${text.slice(0, MAXIMUM_TEXT - 1)}…` : text;
  if (!special.test(short)) return short;
  return short
    .replace(unspeakable, '')
    .replace(looksEscaped, '_x005F_')
    .replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
}

const number = (value: number): string => `><v>${value}</v></c>`;

const writers: Record<CellKind, (value: never) => string> = {
  text: (value: string) =>
    ` t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`,
  money: (centavos: number) => number(toPesos(centavos)),
  whole: number,
  day: (day: string) => number(differenceInCalendarDays(parseISO(day), firstDay) + EPOCH),
  moment: (instant: number) => number((instant - bogotaBehindUtc) / millisecondsInDay + EPOCH),
};

/** Column name: A, B, … Z, AA, AB, … @param index from 0 */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/**
 * Creates a function that writes a row as XML.
 *
 * @param styles style id of each column in the workbook
 */
function rowWriter<Row>(columns: readonly Column<Row>[], styles: readonly string[]) {
  const cells = columns.map(({ kind, value }, index) => ({
    value,
    name: `<c r="${columnName(index)}`,
    style: `" s="${styles[index] ?? '0'}"`,
    write: writers[kind] as (value: string | number) => string,
  }));
  /** @param position of the row in the sheet, from 1 */
  return (row: Row, position: number): string => {
    let xml = `<row r="${position}">`;
    for (const { value, name, style, write } of cells) {
      const content = value(row);
      if (content !== null && content !== '') xml += name + position + style + write(content);
    }
    return `${xml}</row>`;
  };
}

/**
 * A workbook without its rows: write-excel-file creates a workbook whose sheets have the header and one model row, which
 * is replaced by the actual rows, in its styles, while the file is being sent. Writing all rows with the
 * library would hold every cell in memory and block the process for seconds.
 */

/** A sheet without its rows. */
export interface Sheet {
  sheet: string;
  columns: readonly Omit<Column<never>, 'value'>[];
}

interface SheetFrame {
  /** The file of the sheet. */
  filename: string;
  /** Sheet XML before the first row below the header, and after the last row. */
  before: string;
  after: string;
  /** Style id of each column below the header. */
  styles: string[];
}

interface WorkbookFrame {
  /** The files of the workbook other than its sheets. */
  parts: Record<string, Uint8Array>;
  sheets: SheetFrame[];
}

const models: Record<CellKind, CellObject> = {
  text: { type: String, value: ' ' },
  money: { type: Number, value: 0, format: '"$" #,##0.00' },
  whole: { type: Number, value: 0, format: '0' },
  day: { type: Date, value: toDate(0), format: 'yyyy-mm-dd' },
  moment: { type: Date, value: toDate(0), format: 'yyyy-mm-dd hh:mm' },
};

/** @throws Error when the library no longer writes the sheet XML that this function expects */
async function frameOf(sheets: readonly Sheet[]): Promise<WorkbookFrame> {
  const file = await writeXlsxFile(
    sheets.map(({ sheet, columns }) => ({
      sheet,
      stickyRowsCount: 1,
      columns: columns.map(({ width }) => ({ width })),
      data: [
        columns.map(({ header }) => ({ ...headCell, height: 48, value: header })),
        columns.map(({ kind }) => models[kind]),
      ],
    })),
    workbookFont,
  ).toBuffer();
  const parts: Record<string, Uint8Array> = unzipSync(file);
  const frames = sheets.map(({ columns }, index) => {
    const filename = `xl/worksheets/sheet${index + 1}.xml`;
    const xml = strFromU8(parts[filename] ?? new Uint8Array());
    delete parts[filename];
    const [, before, model, after] =
      /^(.*)<row r="2"[^>]*>(.*)<\/row>(<\/sheetData>.*)$/s.exec(xml) ?? [];
    const styles = [...(model ?? '').matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map(
      ([, style]) => style ?? '0',
    );
    if (before === undefined || after === undefined || styles.length !== columns.length)
      throw new Error('write-excel-file no longer writes the sheet that the frame is cut from');
    return { filename, before, after, styles };
  });
  return { parts, sheets: frames };
}

/** ZIP file whose large entries are streamed. */

/** ZIP compression method 8. */
const DEFLATE = 8;

/** Updates size and CRC of the entry from the chunks; both are written after its data. */
async function* counted(
  entry: ZipInputFile,
  chunks: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/**
 * @param parts small entries, in memory
 * @param streamed large entries; they are compressed outside the event loop and never held in memory as a whole
 */
async function* zipped(
  parts: Readonly<Record<string, Uint8Array>>,
  streamed: readonly { filename: string; chunks: AsyncIterable<string> }[],
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = (): Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, data) => {
    if (error) throw error;
    ready.push(data);
  });
  for (const [filename, bytes] of Object.entries(parts)) {
    const entry = new ZipDeflate(filename);
    zip.add(entry);
    entry.push(bytes, true);
  }
  for (const { filename, chunks } of streamed) {
    const entry: ZipInputFile = {
      filename,
      size: 0,
      crc: 0,
      compression: DEFLATE,
    };
    zip.add(entry);
    const deflate = createDeflateRaw();
    const compressing = pipeline(Readable.from(counted(entry, chunks)), deflate);
    // A failure also ends the iteration below, which throws it.
    compressing.catch(() => undefined);
    for await (const part of deflate) {
      entry.ondata?.(null, part, false);
      yield* take();
    }
    await compressing;
    entry.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* take();
}

/** The rows of a sheet as XML, by pages; at the end, the position of the last one. */
type SheetRows = (styles: readonly string[]) => AsyncGenerator<string, number>;

export const rowsOf = <Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): SheetRows =>
  async function* (styles) {
    const write = rowWriter(columns, styles);
    let last = 1;
    for await (const rows of pages) {
      let xml = '';
      for (const row of rows) {
        last += 1;
        xml += write(row, last);
      }
      if (xml !== '') yield xml;
    }
    return last;
  };

/** Yields the sheet XML in chunks; the filter covers the rows written. */
async function* sheetXml(
  { before, after, styles }: SheetFrame,
  rows: SheetRows,
): AsyncGenerator<string> {
  yield before;
  const last = yield* rows(styles);
  const filter = `<autoFilter ref="A1:${columnName(styles.length - 1)}${last}"/>`;
  yield after.replace('</sheetData>', `</sheetData>${filter}`);
}

/**
 * A workbook whose rows are read while it is being sent: frozen headers, a filter on every column, and at most one
 * page of rows in memory. Its sheets are read one after the other.
 *
 * @returns a function that streams the workbook from the rows of each sheet; a failure of theirs destroys the stream
 */
export function workbookOf(
  sheets: readonly Sheet[],
): (rows: readonly SheetRows[]) => Promise<Readable> {
  // Built once, since building it blocks the event loop.
  let frame: Promise<WorkbookFrame> | undefined;
  return async (rows) => {
    frame ??= frameOf(sheets);
    const { parts, sheets: frames } = await frame;
    const streamed = frames.flatMap((own, index) => {
      const ownRows = rows[index];
      return ownRows ? [{ filename: own.filename, chunks: sheetXml(own, ownRows) }] : [];
    });
    return Readable.from(zipped(parts, streamed), { objectMode: false });
  };
}
