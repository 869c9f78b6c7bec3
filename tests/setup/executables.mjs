import path from 'node:path';

/**
 * The machine that is searched; tests describe another one.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Record<string, string | undefined>} env
 * @property {string} home
 * @property {(file: string) => boolean} isExecutable
 * @property {(folder: string) => string[]} list names in a folder, none when it is missing
 */

/**
 * Paths where the commands may be, by name and then in the order of PATH.
 * @param {Machine} machine
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function onPath(machine, names) {
  const windows = machine.platform === 'win32';
  const folders = (machine.env.PATH ?? machine.env.Path ?? '').split(windows ? ';' : ':');
  const suffix = windows ? '.exe' : '';
  return names.flatMap((name) =>
    folders.filter(Boolean).map((folder) => joinFor(machine, folder, name + suffix)),
  );
}

/**
 * Folders in `parent` whose name matches, the highest number first.
 * @param {Machine} machine
 * @param {string} parent
 * @param {RegExp} pattern
 * @returns {string[]}
 */
export function newestFirst(machine, parent, pattern) {
  return machine
    .list(parent)
    .filter((name) => pattern.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => joinFor(machine, parent, name));
}

/** @type {(machine: Machine, ...parts: string[]) => string} */
export function joinFor(machine, ...parts) {
  return (machine.platform === 'win32' ? path.win32 : path.posix).join(...parts);
}
