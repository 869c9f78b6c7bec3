/** Installs what a machine of its own and the proxies of `deploy/` need, where root on a Debian can. */
import { spawnSync } from 'node:child_process';
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
  buildah: 'buildah',
  busybox: 'busybox-static',
  pg_isready: 'postgresql',
} as const;

const lacking = (): string[] =>
  Object.entries(programs).flatMap(([program, name]) =>
    onPath(thisMachine, [program]).some((file) => thisMachine.isExecutable(file)) ? [] : name,
  );

/** Tries what `tests/machine/debian.ts` needs of the kernel, in mounts of its own. */
const trial = `mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work /mnt/root &&
  mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root &&
  grep -q ' cgroup2 ' /proc/self/mounts && ip link add caja-prueba type veth peer name caja-otra &&
  ip link delete caja-prueba`;

const hasNamespaces = (): boolean =>
  spawnSync('unshare', ['--mount', '--net', 'bash', '-c', trial]).status === 0;

export default function setup(project: TestProject): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    leaveOut(project, 'root on a Debian, for namespaces');
  else if (lacking().length > 0 && !installDebianPackages(thisMachine, lacking()))
    leaveOut(project, `apt-get install ${lacking().join(' ')}`);
  else if (!hasNamespaces()) leaveOut(project, 'a kernel with overlay, cgroup2 and veth');
}
