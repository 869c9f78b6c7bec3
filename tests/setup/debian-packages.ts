/** Installs what a machine of its own and the proxies of `deploy/` need, where root on a Debian can. */
import type { TestProject } from 'vitest/node';
import { onPath } from './executables.mjs';
import { installDebianPackages } from './install.mjs';
import { leaveOut } from './lacking.ts';
import { thisMachine } from './this-machine.mjs';

/** Programs and the Debian packages that have them. */
const programs = {
  unshare: 'util-linux',
  ip: 'iproute2',
  curl: 'curl',
  systemctl: 'systemd',
  haproxy: 'haproxy',
  nginx: 'nginx',
  caddy: 'caddy',
  'dbus-daemon': 'dbus',
  openssl: 'openssl',
} as const;

const lacking = (): string[] =>
  Object.entries(programs).flatMap(([program, name]) =>
    onPath(thisMachine, [program]).some((file) => thisMachine.isExecutable(file)) ? [] : name,
  );

export default function setup(project: TestProject): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    leaveOut(project, 'root on a Debian, for namespaces');
  else if (lacking().length > 0 && !installDebianPackages(thisMachine, lacking()))
    leaveOut(project, `apt-get install ${lacking().join(' ')}`);
}
