/**
 * Windows-1252, the code page of Spanish Windows. `TextDecoder` of Node 20 makes control characters of its bytes 0x80 to
 * 0x9F. (WHATWG Encoding, index-windows-1252: five bytes that have no sign stay what they are.)
 */
const signs =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

/** ISO 8859-1 is read as Windows-1252, as browsers do: nobody means its control characters. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (control) => signs.charAt(control.charCodeAt(0) - 0x80));
