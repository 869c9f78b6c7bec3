/** The room for strangers' files: threads that see neither the database nor a secret. */
import { drawLegalisation } from '../documents/draw-legalisation.ts';
import { readInvoices } from './invoices.ts';
import { inspectSupport, showSupport } from './support-file.ts';
import { answerTasks } from './tasks.ts';

export const tasks = { inspectSupport, showSupport, drawLegalisation, readInvoices };

export default answerTasks(tasks);
