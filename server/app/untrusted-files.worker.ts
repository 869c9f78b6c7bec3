/** Worker for untrusted files: its threads have no access to the database or to secrets. */
import { fileLegalisation } from '../features/legalisation/draw-legalisation.ts';
import { drawLogo } from '../features/settings/draw-logo.ts';
import { readTable } from '../features/tables/read-table.ts';
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
import type { UntrustedTasks } from '../platform/workers/untrusted-files.ts';

const tasks = {
  inspectReceipt,
  readReceipt,
  showReceipt,
  countSheets,
  drawSheet,
  fileLegalisation,
  drawLogo,
  thumbnail,
  readInvoices,
  readTable,
} satisfies UntrustedTasks;

export default createTaskHandler(tasks);
