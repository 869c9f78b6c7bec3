/** The code of a failure as Node, the databases and the framework name it: 'ENOENT', '40001', 'SQLITE_BUSY'; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A disk that takes no more. */
export const fullDisk: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];
