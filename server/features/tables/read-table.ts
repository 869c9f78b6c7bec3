import { countOf, sameText } from '#machines/domain/values/texts.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import {
  childrenOf,
  decodeWindows1252,
  elementsAt,
  parseXml,
  textOf,
} from '../invoices/xml/parse-xml.ts';
import { isZip, readZip } from '../invoices/xml/read-zip.ts';
import { RefusedFile } from '../invoices/xml/refused-file.ts';

/** The rows of an XLSX or CSV file as texts. */

/** A row that is not empty; null for a cell with a formula. */
export interface TableRow {
  /** Number of the row in the spreadsheet, from 1. */
  fila: number;
  celdas: readonly (string | null)[];
  /** Present for a row that the spreadsheet hides. */
  oculta?: true;
}

/** The rows that are read, and what the user should know of how the file was read. */
interface TableSheet {
  filas: TableRow[];
  /** Name of a sheet other than the first; '' for the first one, and for a CSV. */
  hoja: string;
  avisos: string[];
}

/** Maximum columns of a file: far more than any imported table has. */
const maximumColumns = 50;

/**
 * Collects the rows that are not empty, within the limits.
 *
 * @throws RefusedFile with more rows or columns than a file may have
 */
class TableRows {
  readonly rows: TableRow[] = [];
  readonly #maximum: number;

  /** @param maximum rows besides that of the titles */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add(row: TableRow): void {
    const { fila, celdas } = row;
    if (!celdas.some((cell) => cell !== '')) return;
    if (celdas.length > maximumColumns)
      throw new RefusedFile(
        `La fila ${fila} tiene más de ${maximumColumns} columnas: use la plantilla.`,
      );
    if (this.rows.length > this.#maximum) throw tooManyRows(this.#maximum);
    this.rows.push(row);
  }
}

const tooManyRows = (maximum: number): RefusedFile =>
  new RefusedFile(`El archivo tiene más de ${countOf(maximum)} filas: divídalo en varios.`);

/** Rows of a CSV file (RFC 4180): semicolons, commas, tabs or vertical bars; UTF-8, UTF-16 or Windows-1252. */

const startsWith = (bytes: Buffer, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** The letters of Spanish in CP850, which «CSV (MS-DOS)» of Excel writes, by their Latin-1 sign. */
const cp850: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'\xa0á\x82é\xa1í\xa2ó\xa3ú\x81ü\xa4ñ\xb5Á\x90É\xd6Í\xe0Ó\xe9Ú\x9aÜ\xa5Ñ\xad¡\xa8¿\xa7º\xa6ª'.matchAll(
      /(.)(.)/gsu,
    ),
  ].map(([, sign = '', letter = '']) => [sign, letter]),
);

/** A letter before a sign that Windows-1252 has no letter for, and CP850 does: `Mar¡a`. */
const isCp850 = /[a-z][\x81\x82\xa1-\xa5]/i;

interface Decoded {
  text: string;
  avisos: string[];
}

/** UTF-16 when there is a byte order mark of it, else UTF-8 when the bytes are valid, else CP850 or Windows-1252. */
function decoded(bytes: Buffer): Decoded {
  const plain = (text: string): Decoded => ({ text, avisos: [] });
  if (startsWith(bytes, 0xff, 0xfe)) return plain(new TextDecoder('utf-16le').decode(bytes));
  if (startsWith(bytes, 0xfe, 0xff)) return plain(new TextDecoder('utf-16be').decode(bytes));
  try {
    return plain(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const latin = bytes.toString('latin1');
    if (!isCp850.test(latin)) return plain(decodeWindows1252(bytes));
    return {
      text: latin.replace(/[\x80-\xff]/g, (sign) => cp850[sign] ?? sign),
      avisos: ['El archivo es de MS-DOS (CP850): revise las tildes y las eñes.'],
    };
  }
}

/** First line of a file for Excel, which names the separator of the cells. */
const namedSeparator = /^sep=([;,|\t])(?:\r\n|[\r\n]|$)/i;

/** Lines by which the separator is found. */
const sampledLines = 60;

/** Longest run of lines with the same number of a sign, and that number; a line without the sign ends a run. */
function evenRunOf(lines: readonly string[], sign: string): { lines: number; signs: number } {
  let longest = { lines: 0, signs: 0 };
  let run = longest;
  for (const line of lines) {
    const signs = line.split(sign).length - 1;
    run = { lines: signs === run.signs ? run.lines + 1 : 1, signs };
    const isLonger = run.lines > longest.lines;
    if (signs > 0 && (isLonger || (run.lines === longest.lines && signs > longest.signs)))
      longest = run;
  }
  return longest;
}

/**
 * The sign that separates the most consecutive lines into the same number of cells, outside quotes. Lines of a title
 * above the table and decimal commas within it do not count: the row of titles has none.
 */
function separatorOf(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|[\r\n]/, sampledLines)
    .filter((line) => line.trim() !== '');
  const [best] = [';', ',', '\t', '|']
    .map((sign) => ({ sign, run: evenRunOf(lines, sign) }))
    .toSorted(({ run: one }, { run: other }) => other.lines - one.lines || other.signs - one.signs);
  return best === undefined || best.run.lines === 0 ? ';' : best.sign;
}

/** @throws RefusedFile when it is not text, its quotes do not close, or it has too many rows or columns */
function readCsv(bytes: Buffer, maximumRows: number): TableSheet {
  const { text, avisos } = decoded(bytes);
  if (text.includes('\u0000'))
    throw new RefusedFile('El archivo no es un libro de Excel (.xlsx) ni un CSV.');
  const [namingLine = '', named] = namedSeparator.exec(text) ?? [];
  const table = new TableRows(maximumRows);
  // Number of the row in the spreadsheet: a cell with line breaks takes one row.
  let fila = namingLine === '' ? 1 : 2;
  try {
    parse(text.slice(namingLine.length), {
      delimiter: named ?? separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Quotes within a cell are text, as in inches.
      relax_quotes: true,
      on_record: (cells: string[]) => {
        table.add({ fila, celdas: cells.map((cell) => cell.trim()) });
        fila += 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RefusedFile(`La fila ${fila} tiene unas comillas (") que no se cierran bien.`);
  }
  return { filas: table.rows, hoja: '', avisos };
}

/** Rows of one sheet of an XLSX file, as texts. Formulas are not read. */

/** Maximum bytes of a part of the workbook: far more than an import needs. */
const maximumPartBytes = 10_000_000;

/** Empty rows that a sheet may contain. */
const emptyRows = 4_000;

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';
const textsFile = 'xl/sharedStrings.xml';
const stylesFile = 'xl/styles.xml';

const damaged = (): RefusedFile =>
  new RefusedFile(
    'El libro de Excel está dañado, protegido o es demasiado grande: guárdelo de nuevo como .xlsx, o como CSV.',
  );

type Parts = ReadonlyMap<string, Buffer>;

/** @throws RefusedFile with a message about a workbook; the parser's own messages are about an invoice */
function treeOf(xml: string): Element {
  try {
    return parseXml(xml);
  } catch (error) {
    throw error instanceof RefusedFile ? damaged() : error;
  }
}

function partOf(parts: Parts, name: string): string {
  const bytes = parts.get(name);
  if (bytes === undefined || bytes.length > maximumPartBytes) throw damaged();
  return bytes.toString('utf8');
}

/** Sheets of a workbook in which the titles are looked for. */
const searchedSheets = 20;

/** Names and paths of the first sheets: the workbook has their keys, and the relationships have the file of each key. */
function sheetsOf(parts: Parts): { hoja: string; path: string }[] {
  const relations = childrenOf(treeOf(partOf(parts, relationsFile)), 'Relationship');
  const sheets = elementsAt(treeOf(partOf(parts, workbookFile)), ['sheets', 'sheet']);
  if (sheets.length === 0) throw damaged();
  return sheets.slice(0, searchedSheets).map((sheet) => {
    const key = Array.from(sheet.attributes).find(({ name }) => name.endsWith(':id'))?.value;
    const target = relations.find((one) => one.getAttribute('Id') === key)?.getAttribute('Target');
    if (key === undefined || !target) throw damaged();
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { hoja: sheet.getAttribute('name') ?? '', path };
  });
}

/** `_x000D_` is how a workbook writes a character that XML cannot hold (ECMA-376, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The text of a plain or a formatted string, without its phonetic hints. */
const richText = (element: Element): string =>
  unescaped(
    [...childrenOf(element, 't'), ...elementsAt(element, ['r', 't'])].map(textOf).join('').trim(),
  );

const sharedTexts = (parts: Parts): string[] =>
  parts.has(textsFile)
    ? childrenOf(treeOf(partOf(parts, textsFile)), 'si').map((one) => richText(one))
    : [];

/** A number with a decimal comma, so that its point is not read as a thousands separator. */
const numberText = (text: string): string =>
  text === '' || Number.isNaN(Number(text)) ? text : String(Number(text)).replace('.', ',');

/** What the cells of a workbook refer to. */
interface Book {
  texts: readonly string[];
  /** Digits that a number shows, by style: 5 for the format `00000`, 0 for any other. */
  digits: readonly number[];
}

function digitsByStyle(parts: Parts): number[] {
  if (!parts.has(stylesFile)) return [];
  const styles = treeOf(partOf(parts, stylesFile));
  const formats = new Map(
    elementsAt(styles, ['numFmts', 'numFmt']).map((format) => [
      format.getAttribute('numFmtId'),
      format.getAttribute('formatCode') ?? '',
    ]),
  );
  return elementsAt(styles, ['cellXfs', 'xf']).map((style) => {
    const code = formats.get(style.getAttribute('numFmtId')) ?? '';
    return /^0+$/.test(code) ? code.length : 0;
  });
}

/** @returns null for a formula */
function cellText(cell: Element, { texts, digits }: Book): string | null {
  if (childrenOf(cell, 'f').length > 0) return null;
  const kind = cell.getAttribute('t') || 'n';
  const value = childrenOf(cell, 'v').map(textOf).join('');
  if (kind === 'inlineStr') return childrenOf(cell, 'is').map(richText).join('');
  if (kind === 's') return texts[Number(value)] ?? '';
  if (kind !== 'n') return unescaped(value).trim();
  const number = numberText(value);
  const shown = digits[Number(cell.getAttribute('s') || 0)] ?? 0;
  return /^\d+$/.test(number) ? number.padStart(shown, '0') : number;
}

/** Position of a column by its letters: A is 0. */
const columnIndex = (reference: string): number =>
  [...(/^[A-Z]{0,3}/.exec(reference)?.[0] ?? '')].reduce(
    (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

function cellsOf(row: Element, book: Book): (string | null)[] {
  const cells: (string | null)[] = [];
  // A cell without a reference follows the cell before it, which may be empty.
  let index = -1;
  for (const cell of childrenOf(row, 'c')) {
    const reference = cell.getAttribute('r');
    index = reference ? columnIndex(reference) : index + 1;
    if (index < 0) throw damaged();
    const text = cellText(cell, book);
    if (text === '') continue;
    while (cells.length < index) cells.push('');
    cells[index] = text;
  }
  return cells;
}

function rowsOfSheet(parts: Parts, path: string, book: Book, maximumRows: number): TableRow[] {
  const sheet = partOf(parts, path);
  // Before the sheet is parsed, since it can contain a million rows.
  if (sheet.split('<row', maximumRows + emptyRows).length >= maximumRows + emptyRows)
    throw tooManyRows(maximumRows);
  const table = new TableRows(maximumRows);
  let fila = 0;
  for (const row of elementsAt(treeOf(sheet), ['sheetData', 'row'])) {
    fila = Number(row.getAttribute('r') || fila + 1);
    const hidden = ['1', 'true'].includes(row.getAttribute('hidden') ?? '');
    table.add({ fila, celdas: cellsOf(row, book), ...(hidden && { oculta: true }) });
  }
  return table.rows;
}

/** Rows of a sheet in which the titles of a table are looked for. */
const searchedRows = 20;

/**
 * Position of the row that has the most of the titles, among the first rows; the first of several. Other rows above
 * the table, such as the name of the company, have none.
 */
export function headIn(rows: readonly TableRow[], titles: readonly string[]): number {
  const counts = rows.slice(0, searchedRows).map(({ celdas }) => {
    const words = new Set(celdas.map((cell) => sameText(cell ?? '')));
    return titles.filter((title) => words.has(sameText(title))).length;
  });
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)));
}

/** Most of the titles are in one row. */
function hasTitles(rows: readonly TableRow[], titles: readonly string[]): boolean {
  const words = new Set(rows[headIn(rows, titles)]?.celdas.map((cell) => sameText(cell ?? '')));
  return titles.filter((title) => words.has(sameText(title))).length * 2 > titles.length;
}

/** The first sheet with most of the titles; without titles, or without such a sheet, the first one. */
function sheetWith(parts: Parts, titles: readonly string[], maximumRows: number): TableSheet {
  const [first, ...others] = sheetsOf(parts);
  if (first === undefined) throw damaged();
  const book = {
    texts: sharedTexts(parts),
    digits: digitsByStyle(parts),
  };
  const filas = rowsOfSheet(parts, first.path, book, maximumRows);
  if (titles.length > 0 && !hasTitles(filas, titles))
    for (const { hoja, path } of others.filter((sheet) => parts.has(sheet.path))) {
      const rows = rowsOfSheet(parts, path, book, maximumRows);
      if (hasTitles(rows, titles)) return { filas: rows, hoja, avisos: [] };
    }
  return { filas, hoja: '', avisos: [] };
}

/** @throws RefusedFile when it is not a workbook, or exceeds a limit */
async function readXlsx(bytes: Buffer, titles: readonly string[], maximumRows: number) {
  let parts: Parts;
  try {
    const files = await readZip(bytes, (name) => /^xl\/.*\.(xml|rels)$/.test(name));
    parts = new Map(files.map((file) => [file.name, file.bytes]));
  } catch (error) {
    // The reader's messages are about a ZIP, which the user does not know of.
    throw error instanceof RefusedFile ? damaged() : error;
  }
  if (!parts.has(workbookFile))
    throw new RefusedFile('El archivo no es un libro de Excel (.xlsx) ni un CSV.');
  return sheetWith(parts, titles, maximumRows);
}

export interface TableFile {
  file: string;
  maximumRows: number;
  /** Titles by which the sheet of a workbook is chosen; absent: the first sheet. */
  titles?: readonly string[];
}

export type ReadTable = ({ ok: true } & TableSheet) | { ok: false; motivo: string };

/** Messages for types of file that users choose by mistake, by their first bytes. */
const otherKinds: readonly (readonly [signature: string, sentence: string])[] = [
  ['%PDF-', 'El archivo es un PDF: cargue el libro de Excel (.xlsx) o el CSV.'],
  [
    '\xd0\xcf\x11\xe0',
    'El libro es de una versión antigua de Excel (.xls) o tiene contraseña: guárdelo como .xlsx sin contraseña.',
  ],
];

function requireReadable(bytes: Buffer): void {
  const other = otherKinds.find(([signature]) =>
    bytes.toString('latin1', 0, 8).startsWith(signature),
  );
  if (other !== undefined) throw new RefusedFile(other[1]);
}

/** Worker task: the rows of a file. A refused file is a result, not an exception. */
export async function readTable({ file, maximumRows, titles = [] }: TableFile): Promise<ReadTable> {
  try {
    const bytes = await readFile(file);
    requireReadable(bytes);
    const sheet = isZip(bytes)
      ? await readXlsx(bytes, titles, maximumRows)
      : readCsv(bytes, maximumRows);
    return { ok: true, ...sheet };
  } catch (error) {
    if (error instanceof RefusedFile) return { ok: false, motivo: error.message };
    throw error;
  }
}
