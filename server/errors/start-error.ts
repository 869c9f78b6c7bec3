/** A failure whose message is all that whoever operates the program needs: one line, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What whoever operates the machine can mend of a folder: no room, no right, no folder. */
export const folderFailures: readonly string[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOSPC',
];
