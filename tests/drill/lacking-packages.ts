/** Programs that the drill needs on this machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { postgresFolders } from '../setup/find-postgres.mjs';
import { thisMachine } from '../setup/this-machine.mjs';

const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' } as const;
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
export const programFile = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

/** The folder of PostgreSQL itself, not that of its wrappers. */
export const binaries = postgresFolders(thisMachine).find((folder) =>
  ['initdb', 'postgres', 'pg_rewind', 'pg_basebackup'].every((name) =>
    existsSync(join(folder, name)),
  ),
);

/** Debian packages that this machine lacks for the drill; null when it lacks none. */
export function lackingPackages(): string | null {
  const lacking: string[] = Object.entries(programs).flatMap(([name, debian]) =>
    programFile(name) === undefined ? debian : [],
  );
  if (binaries === undefined) lacking.push('postgresql');
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'root on a Linux, which lends PostgreSQL the account postgres';
  return lacking.length === 0 ? null : `apt-get install ${lacking.join(' ')}`;
}
