/** Rows of a CSV file (RFC 4180) as spreadsheets write it here: semicolons or commas, UTF-8 or Windows-1252. */
import { CsvError, parse } from 'csv-parse/sync';
import { RefusedFile } from '../../invoices/xml/refused-file.ts';
import { decodeWindows1252 } from '../../invoices/xml/windows-1252.ts';
import { type TableRow, TableRows } from './table-cells.ts';

const startsWith = (bytes: Buffer, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** Spreadsheets say UTF-16 by a mark; without one it is UTF-8, or else the Windows code page of Latin letters. */
function decoded(bytes: Buffer): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** First line of a file for Excel, which names the sign that separates its cells. */
const namedSeparator = /^sep=([;,\t])(?:\r\n|[\r\n]|$)/i;

/** The sign that separates the head most often, outside of quotes. */
function separatorOf(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/\r\n|[\r\n]/, 1);
  const counts = [';', ',', '\t'].map((sign) => [sign, head.split(sign).length] as const);
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ';';
}

/** @throws RefusedFile when it is no text, its quotes do not close, or it has too many rows */
export function readCsv(bytes: Buffer, maximumRows: number): TableRow[] {
  const text = decoded(bytes);
  if (text.includes('\u0000'))
    throw new RefusedFile('El archivo no es un libro de Excel (.xlsx) ni un CSV.');
  const [namingLine = '', named] = namedSeparator.exec(text) ?? [];
  const table = new TableRows(maximumRows);
  // As a spreadsheet counts: a cell with line breaks takes one row.
  let fila = namingLine === '' ? 1 : 2;
  try {
    parse(text.slice(namingLine.length), {
      delimiter: named ?? separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Inches: quotes in the middle of a cell are letters of it.
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
  return table.rows;
}
