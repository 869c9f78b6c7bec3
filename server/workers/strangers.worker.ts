/** The room for strangers' files: threads that see neither the database nor a secret. */
import { readInvoices } from './invoices.ts';
import { measurePicture } from './picture.ts';
import { answerTasks } from './tasks.ts';

export const tasks = { measurePicture, readInvoices };

export default answerTasks(tasks);
