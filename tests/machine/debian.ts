/**
 * A Debian with systemd as its first process, in namespaces of its own, on a copy-on-write view of the files of this
 * machine: units, proxies and commands run as an operator runs them, and nothing outside changes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** This end of the network between the machine and its browsers and mail server: neither loopback nor 10.0.0.0/8. */
export const outside = '192.168.213.1';
export const inside = '192.168.213.2';

const hostEnd = 'cajamenor0';

const boot = `set -e
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
rm -rf etc/systemd/system var/log/journal
mkdir etc/systemd/system
printf '[Unit]\\nDescription=An empty machine\\n' > etc/systemd/system/vacia.target
exec chroot . env -i container=caja-menor PATH="$PATH" /lib/systemd/systemd --system --unit=vacia.target`;

interface Ran {
  status: number | null;
  /** Of both streams. */
  output: string;
}

export interface Debian {
  /** The root folder of the machine, as this machine sees it. */
  root: string;
  /** Runs a script with bash as root. @param input its standard input */
  run: (script: string, input?: string) => Ran;
  /** Runs a script that must succeed. @returns its output */
  must: (script: string, input?: string) => string;
  close: () => Promise<void>;
}

const succeed = (command: string, ...args: string[]): void => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')}: ${stderr}`);
};

/** Where this machine has mounted its control groups. */
function controlGroups(): string {
  const [, folder] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/self/mounts', 'utf8')) ?? [];
  if (folder === undefined) throw new Error('no cgroup2 is mounted');
  return folder;
}

async function leftEmpty(group: string): Promise<void> {
  while (!readFileSync(join(group, 'cgroup.events'), 'utf8').includes('populated 0'))
    await wait(20);
}

/** The filters of a unit stay with its group. */
function removeGroup(group: string): void {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(join(group, entry.name));
  rmdirSync(group);
}

/** The first process of the machine, as this machine numbers it. */
async function firstProcessOf(child: ChildProcess): Promise<string> {
  const file = `/proc/${child.pid}/task/${child.pid}/children`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('the machine did not start');
    const [pid] = readFileSync(file, 'utf8').split(' ');
    if (pid && existsSync(`/proc/${pid}/root/run/systemd/private`)) return pid;
    await wait(50);
  }
}

export async function startDebian(): Promise<Debian> {
  const folder = mkdtempSync(join(tmpdir(), 'caja-menor-debian-'));
  const namespaces = ['--pid', '--fork', '--kill-child', '--mount', '--net', '--cgroup'];
  const args = [...namespaces, '--ipc', '--uts', 'sh', '-c', boot, 'sh', folder];
  const group = join(controlGroups(), basename(folder));
  mkdirSync(group);
  const enterGroup = ['-c', 'echo $$ > "$0/cgroup.procs"; exec "$@"', group];
  // The machine ends with this process, however it ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'sh', ...enterGroup, 'unshare', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const pid = await firstProcessOf(child);
  const enter = ['-t', pid, '--pid', '--mount', '--net', '--cgroup', '--ipc', '--uts', '--root'];
  const run: Debian['run'] = (script, input = '') => {
    const { status, stdout } = spawnSync(
      'nsenter',
      [...enter, 'bash', '-c', `exec 2>&1\ncd /root\n${script}`],
      {
        cwd: '/',
        encoding: 'utf8',
        input,
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
      },
    );
    return { status, output: stdout };
  };
  const must: Debian['must'] = (script, input) => {
    const { status, output } = run(script, input);
    if (status !== 0) throw new Error(`${script}\n${output}`);
    return output;
  };
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await leftEmpty(group);
    removeGroup(group);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    succeed('ip', 'link', 'add', hostEnd, 'type', 'veth', 'peer', 'name', 'red', 'netns', pid);
    succeed('ip', 'address', 'add', `${outside}/30`, 'dev', hostEnd);
    succeed('ip', 'link', 'set', hostEnd, 'up');
    must(`ip link set lo up; ip address add ${inside}/30 dev red; ip link set red up`);
    must('systemctl is-system-running --wait');
  } catch (error) {
    await close();
    throw error;
  }
  return { root: `/proc/${pid}/root`, run, must, close };
}
