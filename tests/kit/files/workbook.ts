/** Parses a workbook: its files, and the cells of one sheet. */
import { strFromU8, unzipSync } from 'fflate';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A cell as a spreadsheet reads it: a text is never a formula or a number, an empty cell is null. */
type CellValue =
  | { type: 'text'; value: string }
  | { type: 'number'; value: number; format: string }
  | null;

interface ReadWorkbook {
  files: Record<string, string>;
  /** XML of the sheet. */
  sheet: string;
  /** Names of the columns. */
  head: string[];
  /** Rows below the head, by column name. */
  rows: Record<string, CellValue>[];
}

interface XmlCell {
  '@r': string;
  '@s': string;
  '@t'?: string;
  v?: string;
  is?: { t: string | { '#text': string } };
  f?: string;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Otherwise '000123' becomes a number, and spaces are trimmed.
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si', 'xf', 'numFmt'].includes(name),
});

const columnIndex = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce(
    (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

function parsed(name: string, xml: string | undefined) {
  if (xml === undefined) throw new Error(`the workbook has no ${name}`);
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(`${name}: ${valid.err.msg}`);
  return parser.parse(xml);
}

const textOf = (text: string | { '#text': string }): string =>
  typeof text === 'string' ? text : (text['#text'] ?? '');

/** @param place of the sheet, from 1 @throws Error when a part is not well-formed */
export function readWorkbook(bytes: Uint8Array, place = 1): ReadWorkbook {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  );
  for (const [name, xml] of Object.entries(files)) parsed(name, xml);
  const strings = (parsed('strings', files['xl/sharedStrings.xml']).sst.si ?? []).map(
    ({ t }: { t: string | { '#text': string } }) => textOf(t),
  );
  const styles = parsed('styles', files['xl/styles.xml']).styleSheet;
  const formats = new Map<string, string>(
    (styles.numFmts?.numFmt ?? []).map((format: Record<string, string>) => [
      format['@numFmtId'],
      format['@formatCode'],
    ]),
  );
  const sheet = files[`xl/worksheets/sheet${place}.xml`] ?? '';
  const cellOf = (cell: XmlCell): CellValue => {
    if (cell.f !== undefined) throw new Error(`${cell['@r']} is a formula`);
    if (cell['@t'] === 'inlineStr') return { type: 'text', value: textOf(cell.is?.t ?? '') };
    if (cell['@t'] === 's') return { type: 'text', value: strings[Number(cell.v)] };
    const style = styles.cellXfs.xf[Number(cell['@s'])];
    return {
      type: 'number',
      value: Number(cell.v),
      format: formats.get(style['@numFmtId']) ?? '',
    };
  };
  const [first, ...others]: { c?: XmlCell[] }[] = parsed('sheet', sheet).worksheet.sheetData.row;
  const head = (first?.c ?? []).map((cell) => {
    const value = cellOf(cell);
    return value?.type === 'text' ? value.value : '';
  });
  const rows = others.map(({ c = [] }) => {
    const row: Record<string, CellValue> = Object.fromEntries(head.map((name) => [name, null]));
    for (const cell of c) row[head[columnIndex(cell['@r'])] ?? ''] = cellOf(cell);
    return row;
  });
  return { files, sheet, head, rows };
}

const EPOCH = 25_569;

/** `yyyy-MM-dd HH:mm` of a date cell. */
export const momentOf = (cell: CellValue | undefined): string =>
  cell?.type === 'number'
    ? new Date(Math.round((cell.value - EPOCH) * 86_400_000))
        .toISOString()
        .replace('T', ' ')
        .slice(0, 16)
    : '';
