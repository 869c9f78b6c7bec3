/** Folders that are filled as a whole or left empty. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../platform/errors/error-code.ts';
import { folderFailures, StartError } from '../../platform/errors/start-error.ts';

/** The same while much is written, by us and by SQLite. */
const fillingFailures: readonly string[] = [
  ...folderFailures,
  'EDQUOT',
  'EFBIG',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_IOERR_WRITE',
];

/**
 * Fills a folder that is empty or not there yet; when that fails it is empty again.
 *
 * @throws StartError when something is in it, or when it cannot be written
 */
export async function filling<Result>(
  folder: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [found] = await readdir(folder);
    if (found !== undefined)
      throw new StartError(`La carpeta «${folder}» no está vacía: tiene «${found}».`);
  } catch (error) {
    throw failureOf(folder, error);
  }
  try {
    return await fill();
  } catch (error) {
    for (const name of await readdir(folder))
      await rm(join(folder, name), { recursive: true, force: true });
    throw failureOf(folder, error);
  }
}

const failureOf = (folder: string, error: unknown): unknown =>
  fillingFailures.includes(codeOf(error))
    ? new StartError(`No se puede escribir en la carpeta «${folder}» (${codeOf(error)}).`)
    : error;
