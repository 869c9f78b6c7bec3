/** Rows of the first sheet of an XLSX file, as texts. What is calculated is not read. */
import { RefusedFile } from '../../invoices/xml/refused-file.ts';
import { readZip } from '../../invoices/xml/read-zip.ts';
import {
  childrenOf,
  elementsAt,
  parseXml,
  textOf,
  type XmlElement,
} from '../../invoices/xml/xml-element.ts';
import { type TableRow, TableRows, tooManyRows } from './table-cells.ts';

/** Parts of the workbook that are read, in bytes: a thousand rows of a dozen columns take less than one megabyte. */
const maximumPartBytes = 10_000_000;

/** Rows that a sheet may write out without anything in them. */
const emptyRows = 4_000;

const workbookFile = 'xl/workbook.xml';
const relationsFile = 'xl/_rels/workbook.xml.rels';
const textsFile = 'xl/sharedStrings.xml';

const damaged = (): RefusedFile =>
  new RefusedFile(
    'El libro de Excel está dañado, protegido o es demasiado grande: guárdelo de nuevo como .xlsx, o como CSV.',
  );

type Parts = ReadonlyMap<string, Buffer>;

/** @throws RefusedFile in words about a workbook: those of the reader are about an invoice */
function treeOf(xml: string): XmlElement {
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

/** Where the first sheet is: the workbook names it, its relations say the file. */
function firstSheet(parts: Parts): string {
  const [sheet] = elementsAt(treeOf(partOf(parts, workbookFile)), ['sheets', 'sheet']);
  const [, key] =
    Object.entries(sheet?.attributes ?? {}).find(([name]) => name.endsWith(':id')) ?? [];
  const target = childrenOf(treeOf(partOf(parts, relationsFile)), 'Relationship').find(
    ({ attributes }) => attributes.Id === key,
  )?.attributes.Target;
  if (key === undefined || target === undefined) throw damaged();
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** `_x000D_` is how a workbook writes a character that XML cannot hold (ECMA-376, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A text whole, or in runs of different looks; how it is pronounced stands beside it and is not of it. */
const richText = (element: XmlElement): string =>
  unescaped(
    [...childrenOf(element, 't'), ...elementsAt(element, ['r', 't'])].map(textOf).join('').trim(),
  );

const sharedTexts = (parts: Parts): string[] =>
  parts.has(textsFile)
    ? childrenOf(treeOf(partOf(parts, textsFile)), 'si').map((one) => richText(one))
    : [];

/** As a person here writes a number: with a decimal comma, so that no point can pass for thousands. */
const numberText = (text: string): string =>
  text === '' || Number.isNaN(Number(text)) ? text : String(Number(text)).replace('.', ',');

/** @returns null for a formula */
function cellText(cell: XmlElement, texts: readonly string[]): string | null {
  if (childrenOf(cell, 'f').length > 0) return null;
  const { t: kind } = cell.attributes;
  const value = childrenOf(cell, 'v').map(textOf).join('');
  if (kind === 'inlineStr') return childrenOf(cell, 'is').map(richText).join('');
  if (kind === 's') return texts[Number(value)] ?? '';
  return kind === undefined || kind === 'n' ? numberText(value) : unescaped(value).trim();
}

/** Position of a column by its letters: A is 0. */
const columnIndex = (reference: string): number =>
  [...(/^[A-Z]{0,3}/.exec(reference)?.[0] ?? '')].reduce(
    (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

function cellsOf(row: XmlElement, texts: readonly string[]): (string | null)[] {
  const cells: (string | null)[] = [];
  for (const cell of childrenOf(row, 'c')) {
    const text = cellText(cell, texts);
    if (text === '') continue;
    const index = cell.attributes.r === undefined ? cells.length : columnIndex(cell.attributes.r);
    if (index < 0) throw damaged();
    while (cells.length < index) cells.push('');
    cells[index] = text;
  }
  return cells;
}

function rowsOf(parts: Parts, maximumRows: number): TableRow[] {
  const sheet = partOf(parts, firstSheet(parts));
  // Before it becomes a tree: a sheet can write out a million rows.
  if (sheet.split('<row', maximumRows + emptyRows).length >= maximumRows + emptyRows)
    throw tooManyRows(maximumRows);
  const texts = sharedTexts(parts);
  const table = new TableRows(maximumRows);
  let fila = 0;
  for (const row of elementsAt(treeOf(sheet), ['sheetData', 'row'])) {
    fila = Number(row.attributes.r ?? fila + 1);
    table.add({ fila, celdas: cellsOf(row, texts) });
  }
  return table.rows;
}

/** @throws RefusedFile when it is no workbook, or reaches a limit */
export async function readXlsx(bytes: Buffer, maximumRows: number): Promise<TableRow[]> {
  let parts: Parts;
  try {
    const files = await readZip(bytes, (name) => /^xl\/.*\.(xml|rels)$/.test(name));
    parts = new Map(files.map((file) => [file.name, file.bytes]));
  } catch (error) {
    // Its sentences are about a ZIP, which nobody here has seen.
    throw error instanceof RefusedFile ? damaged() : error;
  }
  if (!parts.has(workbookFile))
    throw new RefusedFile('El archivo no es un libro de Excel (.xlsx) ni un CSV.');
  return rowsOf(parts, maximumRows);
}
