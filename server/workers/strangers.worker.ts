/** The room for strangers' files: threads that see neither the database nor a secret. */
import { drawLegalisation } from '../documents/draw-legalisation.ts';
import { readInvoices } from './invoices.ts';
import { shownContent } from '../engines/shown-content.ts';
import { countSheets, drawSheet, inspectSupport, showSupport } from '../engines/support-file.ts';
import { answerTasks } from './tasks.ts';

export const tasks = {
  inspectSupport,
  showSupport,
  countSheets,
  drawSheet,
  drawLegalisation,
  shownContent,
  readInvoices,
};

export default answerTasks(tasks);
