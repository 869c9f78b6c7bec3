/** Worker for untrusted files: its threads have no access to the database or to secrets. */
import { writeFile } from 'node:fs/promises';
import {
  type LegalisationParts,
  drawLegalisation,
} from '../features/legalisation/draw-legalisation.ts';
import { readTable } from '../features/imports/tables/read-table.ts';
import { readInvoices } from '../features/invoices/xml/read-file.ts';
import {
  countSheets,
  drawSheet,
  inspectReceipt,
  readReceipt,
  showReceipt,
} from '../platform/files/receipt-file.ts';
import { thumbnail } from '../platform/files/shown-content.ts';
import { createTaskHandler } from '../platform/workers/tasks.ts';

/** Draws the document into the file `into` and returns its path. */
async function fileLegalisation({
  into,
  ...parts
}: LegalisationParts & { into: string }): Promise<string> {
  await writeFile(into, await drawLegalisation(parts));
  return into;
}

export const tasks = {
  inspectReceipt,
  readReceipt,
  showReceipt,
  countSheets,
  drawSheet,
  fileLegalisation,
  thumbnail,
  readInvoices,
  readTable,
};

export default createTaskHandler(tasks);
