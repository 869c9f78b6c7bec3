/**
 * A disk of its own for one process, small enough to be filled: a tmpfs in a mount namespace, which ends
 * with the process. Linux, with util-linux; who is not root needs user namespaces. Without them the program
 * ends at once and says why, and so does the test.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** For `openDataFolder`: each program has its data folder on a new disk of so many KiB. */
export const smallDisk = (kibibytes: number): string[] => [
  'unshare',
  '--mount',
  ...(isRoot ? [] : ['--map-root-user']),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${kibibytes}k,mode=700 tmpfs "$DATA_DIR" && exec "$0" "$@"`,
];

/** The folder of a program as it sees it, from here. */
export const seenBy = (pid: number, folder: string): string => join(`/proc/${pid}/root`, folder);

/** Runs a shell line where the program sees its disk. */
function beside(pid: number, line: string): void {
  const users = isRoot ? [] : ['--user', '--preserve-credentials'];
  execFileSync('nsenter', [`--target=${pid}`, '--mount', ...users, 'sh', '-c', line]);
}

const BLOCK = Buffer.alloc(4096);

/** Takes all the space there is; what is given back makes space again. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'relleno');
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, BLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(descriptor);
  }
  return () => rmSync(file);
}

/** Makes a folder read-only for the program, root or not; what is given back makes it as it was. */
export function protectFolder(pid: number, folder: string): () => void {
  beside(pid, `mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro "${folder}"`);
  return () => beside(pid, `umount "${folder}"`);
}
