/**
 * A separate small disk for one process: a tmpfs in a mount namespace, which ends with the process. Requires Linux with
 * util-linux, and user namespaces unless run as root. Without them, the program ends at once with an error, and so does
 * the test.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** For `openDataFolder`: runs each program after a shell command in a mount namespace of its own. */
const inNamespace = (command: string): string[] => [
  'unshare',
  '--mount',
  ...(isRoot ? [] : ['--map-root-user']),
  'sh',
  '-c',
  command,
];

/** For `openDataFolder`: what is mounted for a program, no other one sees. */
export const ownNamespace = inNamespace('exec "$0" "$@"');

const newDisk = (kibibytes: number): string =>
  `mount -t tmpfs -o size=${kibibytes}k,mode=700 tmpfs "$DATA_DIR"`;

/** For `openDataFolder`: gives each program a data folder on a new disk of `kibibytes` KiB. */
export const smallDisk = (kibibytes: number): string[] =>
  inNamespace(`${newDisk(kibibytes)} && exec "$0" "$@"`);

/** For `openDataFolder`: makes a path of the data folder, or all of it, read-only for each program, even for root. */
export const readOnly = (path = ''): string[] => {
  const target = `"$DATA_DIR/${path}"`;
  return inNamespace(
    `mount --bind ${target} ${target} && mount -o remount,bind,ro ${target} && exec "$0" "$@"`,
  );
};

/**
 * For `openDataFolder`: gives each program a copy of the data folder on a full disk. Writes what is below its `soportes`
 * after the program into a file of the folder.
 */
export const fullDiskCopy = (kibibytes: number, list: string): string[] =>
  inNamespace(
    `copy=$(mktemp -d) && cp -a "$DATA_DIR/." "$copy" && exec 3> "$DATA_DIR/${list}" && ${newDisk(kibibytes)} &&
    cp -a "$copy/." "$DATA_DIR" && rm -r "$copy" && { cat /dev/zero > "$DATA_DIR/relleno" 2> "$DATA_DIR/.nada"
    "$0" "$@"; code=$?; cd "$DATA_DIR/soportes" && find . -type f >&3; exit $code; }`,
  );

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
