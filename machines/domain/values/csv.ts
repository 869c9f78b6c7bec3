/** A table as CSV (RFC 4180), for spreadsheets. */

export type CsvCell = string | number | null;

/** Byte order mark at the start of a file, so that spreadsheets read it as UTF-8. */
export const csvMark = '\ufeff';

/** Characters that XML 1.0 does not allow, including lone surrogates. */
const unspeakable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Substitutes the replacement character for each character that is not allowed in a file. */
export const speakable = (text: string): string => text.replace(unspeakable, '\ufffd');

/** First characters of a cell that a spreadsheet interprets as a formula. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The same after a semicolon, a tab or a line break: spreadsheets that separate cells by these, such as those set to
 * Spanish, ignore our quotes and start another cell there.
 */
const formulaInside = /([;\t\r\n])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: CsvCell, separator: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = speakable(value).replace(formulaInside, "$1'").replace(formula, "'$&");
  return /["\r\n]/.test(text) || text.includes(separator)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Lines with another separator than a comma. */
export const csvLineOf =
  (separator: string) =>
  (cells: readonly CsvCell[]): string =>
    `${cells.map((value) => cell(value, separator)).join(separator)}\r\n`;

export const csvLine = csvLineOf(',');
