/** The room for strangers' files: threads that see neither the database nor a secret. */
import { drawLegalisation } from '../documents/draw-legalisation.ts';
import { readInvoices } from './invoices.ts';
import { shownContent } from '../engines/shown-content.ts';
import { inspectSupport, showSupport } from '../engines/support-file.ts';
import { thumbnail } from '../engines/thumbnail.ts';
import { answerTasks } from './tasks.ts';

export const tasks = {
  inspectSupport,
  showSupport,
  drawLegalisation,
  shownContent,
  thumbnail,
  readInvoices,
};

export default answerTasks(tasks);
