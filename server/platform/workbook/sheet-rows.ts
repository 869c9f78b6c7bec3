/**
 * Rows of a sheet as SpreadsheetML. Texts are inline strings: a spreadsheet never reads one as a formula,
 * whatever it begins with.
 */
import { differenceInCalendarDays, parseISO } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import { bogotaBehindUtc } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';

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

const firstDay = parseISO('1970-01-01');
/** Days between 1899-12-30, the zero of spreadsheets, and the first one. */
const EPOCH = 25_569;

/** Longest text of a cell. */
const MAXIMUM_TEXT = 32_767;

/** Texts that need a closer look: letters of XML, control characters, and what reads like an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
const special = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[0-9a-fA-F]{4}_/;

/** Characters that XML 1.0 cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `_x0041_` would be read as the letter A (ECMA-376, 22.9.2.19). */
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

/** A, B, … Z, AA, AB, … */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/**
 * Writes rows of a sheet.
 *
 * @param styles of each column, in the workbook's own numbers
 */
export function rowWriter<Row>(columns: readonly Column<Row>[], styles: readonly string[]) {
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
