/** A table as CSV (RFC 4180), for spreadsheets. */

export type CsvCell = string | number | null;

/** Before the first line of a file in UTF-8, so that spreadsheets read its accents. */
export const csvMark = '\ufeff';

/** Characters that XML 1.0 cannot hold, halves of surrogate pairs among them. */
const unspeakable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text with a replacement character for each one that no file should carry. */
export const speakable = (text: string): string => text.replace(unspeakable, '\ufffd');

/** Beginnings of a cell that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The same behind a semicolon, a tab or the end of a line: spreadsheets that separate by these, as those set to
 * Spanish do, see no quotes around our cells and begin another cell there.
 */
const formulaInside = /([;\t\r\n])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = speakable(value).replace(formulaInside, "$1'").replace(formula, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of the file. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`;
