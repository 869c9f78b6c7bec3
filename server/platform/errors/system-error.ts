/** The code of a failure as Node, the databases and the framework name it: 'ENOENT', '40001', 'SQLITE_BUSY'; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The result of a look at a file; null when there is no such file. */
export const ifThere = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

/** A disk that takes no more. */
export const fullDisk: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** A failure whose message is all that whoever operates the program needs: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Failures of a folder that an operator can mend: no space, no right, no folder. */
export const folderFailures: readonly string[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOSPC',
];
