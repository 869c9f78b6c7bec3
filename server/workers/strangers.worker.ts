/** The room for strangers' files: threads that see neither the database nor a secret. */
import { measurePicture } from './picture.ts';
import { answerTasks } from './tasks.ts';

export const tasks = { measurePicture };

export default answerTasks(tasks);
