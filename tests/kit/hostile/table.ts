/** Every malicious file, by its description. */
import { jpegOfSize, polyglots } from '#tests/kit/files/hostile-files.ts';
import * as invoices from './invoices.ts';
import * as pdf from './pdf.ts';
import * as pictures from './pictures.ts';
import * as tables from './tables.ts';

type Make = () => Buffer | Promise<Buffer>;

/** Uploaded as receipts of expenses. */
export const hostileReceipts: Readonly<Record<string, Make>> = {
  'a PDF whose stream ends before it begins': pdf.negativeLength,
  'a PDF that leads back to its beginning': pdf.endlessLoop,
  'the same behind a damaged object': pdf.damagedThenNegativeLength,
  '16,384 pages behind a damaged object': pdf.damagedThenPages,
  '60 MB behind a damaged object': pdf.damagedThenBomb,
  'a page tree of 28 levels': pdf.pageTree,
  'a page tree that is its own branch': pdf.pageCircle,
  '30 pages with one fat stream': pdf.fatSharedStream,
  'a form of 40,000 fields': pdf.manyFields,
  'a blank page': pdf.blankPage,
  'a drawing of drawings': pdf.drawingOfDrawings,
  'a page of tiny tiles': pdf.tinyTiles,
  'a giant page': pdf.giantPage,
  'a giant picture in a PDF': pdf.giantPicture,
  'brackets in brackets': pdf.deepArrays,
  'a PDF that is packed twice': pdf.bombInBomb,
  'a PNG of 50,000 empty chunks': pictures.manyChunks,
  'a PNG of 24 million pixels with transparency': pictures.widePng,
  'an interlaced PNG of 24 million pixels of 16 bits': pictures.interlacedPng,
  'a JPEG of 10,000 scans': pictures.manyScans,
  'a JPEG of 4,000 million pixels': () => jpegOfSize(65_000, 65_000),
  ...Object.fromEntries(Object.entries(polyglots).map(([name, { make }]) => [name, make])),
};

/** Imported as electronic invoices. */
export const hostileInvoices: Readonly<Record<string, Make>> = {
  'a ZIP of twelve busy invoices': invoices.busyZip,
  'a ZIP of 65,535 names': invoices.manyEntries,
  'a ZIP of 200 names for one file': invoices.overlappingEntries,
  'a ZIP that lies about its size': invoices.lyingSize,
  'a ZIP in a ZIP': invoices.nestedZip,
  'entities of entities': invoices.entityBomb,
  'a deep XML': invoices.deepXml,
  'an XML that never closes': invoices.unclosedXml,
  'a giant attribute': invoices.giantAttribute,
  'many attributes': invoices.manyAttributes,
  'many brackets': invoices.manyBrackets,
  'containers in containers': invoices.containers,
};

/** Imported as tables of users. */
export const hostileTables: Readonly<Record<string, Make>> = {
  'a workbook of fat parts': tables.fatParts,
  'a sheet of 40 MB': tables.fatSheet,
  'a sheet of empty rows': tables.emptyRows,
  'a row of 600,000 cells': tables.wideRow,
  'cells in the last column': tables.farCells,
  'a text of 600,000 runs': tables.sharedRuns,
  'a sheet that never closes': tables.deepSheet,
  'a sheet with entities': tables.entitySheet,
  'a workbook that is its own sheet': tables.workbookCircle,
  'a CSV of separators': tables.separatorsOnly,
  'a CSV of quotes': tables.quotesOnly,
  'a CSV of quoted quotes': tables.quotedQuotes,
  'a CSV of a quote that never closes': tables.openQuote,
  'a CSV of line breaks': tables.lineBreaksOnly,
};
