import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux stores files of this folder in memory. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Folder for temporary files, in memory when enough of it is free: the product waits for the disk at every change, so
 * that its tests are slow on a disk.
 */
export function scratchFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH) return MEMORY;
  } catch {
    // The folder does not exist on other systems.
  }
  return tmpdir();
}
