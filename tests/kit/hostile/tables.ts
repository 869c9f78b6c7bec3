/** Malicious workbooks and CSV files in place of tables, made to exhaust their reader. */
import { workbookAround } from '#tests/kit/row-import.ts';

const MEGABYTE = 1_000_000;

const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const textCell = '<row><c t="s"><v>0</v></c></row>';

/** Each part is within the limit of one part, and together they exceed the limit of all. */
export const fatParts = (parts = 8): Buffer =>
  workbookAround(
    sheetOf(textCell),
    Object.fromEntries(
      Array.from({ length: parts }, (_, index) => [`xl/${index}.xml`, ' '.repeat(9 * MEGABYTE)]),
    ),
  );

export const fatSheet = (): Buffer => workbookAround(sheetOf(' '.repeat(40 * MEGABYTE)));

/** As many rows as fit within the limit of one part. */
export const emptyRows = (): Buffer => workbookAround(sheetOf('<row/>'.repeat(1_600_000)));

/** One row with as many cells as fit. */
export const wideRow = (): Buffer =>
  workbookAround(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(600_000)}</row>`));

/** Each row has its only cell in the last possible column. */
export const farCells = (rows = 1_000): Buffer =>
  workbookAround(
    sheetOf(Array.from({ length: rows }, () => '<row><c r="ZZZ1"><v>1</v></c></row>').join('')),
  );

/** One shared text of 600,000 runs, shown in every row. */
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

/** The first sheet is the part that lists the sheets. */
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
