import { joinFor, newestFirst, onPath } from './executables.mjs';

/** @import { Machine } from './executables.mjs' */

/**
 * The first folder with `initdb` and `postgres`; newer versions come first.
 * @param {Machine} machine
 * @param {readonly string[]} others programs that the folder must contain too
 * @returns {string | undefined}
 */
export function findPostgresBinaries(machine, others = []) {
  const suffix = machine.platform === 'win32' ? '.exe' : '';
  return postgresFolders(machine).find((folder) =>
    ['initdb', 'postgres', ...others].every((name) =>
      machine.isExecutable(joinFor(machine, folder, name + suffix)),
    ),
  );
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
export function postgresFolders(machine) {
  return [...onPath(machine, ['initdb']).map((file) => parentOf(file)), ...usualPlaces(machine)];
}

/**
 * @param {Machine} machine
 * @returns {string[]}
 */
function usualPlaces(machine) {
  /** @type {Array<[string, RegExp]>} */
  const versioned = [
    // Debian and Ubuntu install them outside PATH; then Red Hat, Homebrew on both architectures, Postgres.app.
    ['/usr/lib/postgresql', /^\d+$/],
    ['/usr', /^pgsql-\d+$/],
    ['/opt/homebrew/opt', /^postgresql(@\d+)?$/],
    ['/usr/local/opt', /^postgresql(@\d+)?$/],
    ['/Applications/Postgres.app/Contents/Versions', /^\d+$/],
    ['C:\\Program Files\\PostgreSQL', /^\d+$/],
  ];
  const folders = versioned.flatMap(([parent, name]) => newestFirst(machine, parent, name));
  return [
    ...folders.map((folder) => joinFor(machine, folder, 'bin')),
    '/usr/local/pgsql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ];
}

/** @param {string} file */
function parentOf(file) {
  return file.replace(/[\\/][^\\/]*$/, '');
}
