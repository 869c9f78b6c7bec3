/** Files of rows that are none: workbooks and CSV files that are made to stop their reader. */
import { workbookAround } from '#tests/kit/row-import.ts';

const MEGABYTE = 1_000_000;

const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const textCell = '<row><c t="s"><v>0</v></c></row>';

/** Small in the file, far too much in all: each part is within the limits of one. */
export const fatParts = (parts = 8): Buffer =>
  workbookAround(
    sheetOf(textCell),
    Object.fromEntries(
      Array.from({ length: parts }, (_, index) => [`xl/${index}.xml`, ' '.repeat(9 * MEGABYTE)]),
    ),
  );

export const fatSheet = (): Buffer => workbookAround(sheetOf(' '.repeat(40 * MEGABYTE)));

/** As many rows as the limit of one part holds. */
export const emptyRows = (): Buffer => workbookAround(sheetOf('<row/>'.repeat(1_600_000)));

/** One row of as many cells. */
export const wideRow = (): Buffer =>
  workbookAround(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(600_000)}</row>`));

/** Each row says that its only cell stands in the last column there can be. */
export const farCells = (rows = 1_000): Buffer =>
  workbookAround(
    sheetOf(Array.from({ length: rows }, () => '<row><c r="ZZZ1"><v>1</v></c></row>').join('')),
  );

/** One text of a million runs, which every row shows. */
export const sharedRuns = (): Buffer =>
  workbookAround(sheetOf(textCell.repeat(900)), {
    'xl/sharedStrings.xml': `<sst><si>${'<r><t>x</t></r>'.repeat(600_000)}</si></sst>`,
  });

export const deepSheet = (depth = 800_000): Buffer =>
  workbookAround(sheetOf('<row>'.repeat(depth)));

export const entitySheet = (): Buffer =>
  workbookAround(
    `<!DOCTYPE a [<!ENTITY b "${'ja'.repeat(1_000)}">]><a>${'&b;'.repeat(900_000)}</a>`,
  );

/** The first sheet is what names the sheets. */
export const workbookCircle = (): Buffer =>
  workbookAround('', {
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="workbook.xml"/></Relationships>',
  });

const LARGEST_CSV = 1_990_000;

const csv = (text: string): Buffer => Buffer.from(text.repeat(LARGEST_CSV / text.length));

export const separatorsOnly = (): Buffer => csv(';');
export const quotesOnly = (): Buffer => csv('"');
export const quotedQuotes = (): Buffer => csv('"";');
export const openQuote = (): Buffer => Buffer.from(`Nombre;"${'a""'.repeat(LARGEST_CSV / 3 - 9)}`);
export const lineBreaksOnly = (): Buffer => csv('\r\n');
