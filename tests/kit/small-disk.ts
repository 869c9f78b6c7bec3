/**
 * A separate small disk for one process: a tmpfs in a mount namespace, which ends with the process. Requires Linux with
 * util-linux, and user namespaces unless run as root. Without them, the program ends at once with an error, and so does
 * the test.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** For `openDataFolder`: gives each program a data folder on a new disk of `kibibytes` KiB. */
export const smallDisk = (kibibytes: number): string[] => [
  'unshare',
  '--mount',
  ...(isRoot ? [] : ['--map-root-user']),
  'sh',
  '-c',
  `mount -t tmpfs -o size=${kibibytes}k,mode=700 tmpfs "$DATA_DIR" && exec "$0" "$@"`,
];

/** Path from here to a folder as the program sees it. */
export const seenBy = (pid: number, folder: string): string => join(`/proc/${pid}/root`, folder);

/** Runs a shell command in the mount namespace of the program. */
function beside(pid: number, line: string): void {
  const users = isRoot ? [] : ['--user', '--preserve-credentials'];
  execFileSync('nsenter', [`--target=${pid}`, '--mount', ...users, 'sh', '-c', line]);
}

const BLOCK = Buffer.alloc(4096);

/** Fills the disk. @returns a function that frees the space */
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

/** Makes a folder read-only for the program, even for root. @returns a function that reverts it */
export function protectFolder(pid: number, folder: string): () => void {
  beside(pid, `mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro "${folder}"`);
  return () => beside(pid, `umount "${folder}"`);
}
