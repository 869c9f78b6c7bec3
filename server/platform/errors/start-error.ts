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
