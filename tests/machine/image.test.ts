/** The image and the commands of `docs/operations/container.md`, as printed, on an empty machine. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { sumsOf, unpackBackup } from '#tests/kit/release-backups.ts';
import { startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';
import { packRelease } from '../../scripts/release-archive.mjs';
import { type Debian, inside, outside, startDebian } from './debian.ts';
import { type Browser, download, host, openBrowser } from './operator.ts';
import { printedPage } from './printed-page.ts';

const { block: printed, unused } = printedPage('container.md');

/**
 * The images that the Dockerfile begins with, under their names, from the packages that they are made of. They differ in
 * size from those of the registry: Node of this machine may be smaller.
 */
const baseImages = `set -e
export STORAGE_DRIVER=vfs
buildah() { command buildah --root /tmp/imagenes --runroot /run/imagenes --storage-driver vfs "$@"; }
mkdir -p /tmp/base/{busybox,etc,tmp,usr/lib,usr/lib64,usr/bin,usr/sbin}
dpkg -L libc6 libgcc-s1 libstdc++6 tzdata base-files | grep -Ev '^/usr/share/(doc|man|lintian|base-files|bug)|^/etc' |
  tar -C / --no-recursion --files-from=- -cf - 2>/dev/null | tar -C /tmp/base -xf -
cp "$(command -v busybox)" /tmp/base/busybox/busybox
for name in $(busybox --list); do ln -s busybox "/tmp/base/busybox/$name" 2>/dev/null || true; done
printf 'root:x:0:0:root:/root:/sbin/nologin\\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\\n' > /tmp/base/etc/passwd
printf 'root:x:0:\\nnonroot:x:65532:\\n' > /tmp/base/etc/group
echo 'hosts: files dns' > /tmp/base/etc/nsswitch.conf
mkdir -p /tmp/node/usr/local/bin
cp "$(readlink -f "$(command -v node)")" /tmp/node/usr/local/bin/node
commit() {
  made=$(buildah from scratch)
  buildah add --quiet "$made" "$1" / >/dev/null
  buildah commit --quiet --format docker --rm "$made" "$2" >/dev/null
}
commit /tmp/base gcr.io/distroless/cc-debian12:debug-nonroot
commit /tmp/node docker.io/library/node:24-bookworm-slim
rm -rf /tmp/base /tmp/node`;

const ada = { email: 'ada@empresa.test', password: 'Fresno4821' };
const person = ['Ada Rojas', ada.email, '1018464851', ada.password, ada.password];
const created = 'Se creó el administrador ada@empresa.test.';
const commits = ['0123456789abcdef0123456789abcdef01234567', `fedcba${'9876543210'.repeat(4)}`];

let debian: Debian;
let smtp: TestSmtp;
let scratch: string;
let archives: string[];
let call: Browser;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'caja-menor-imagen-'));
  archives = commits.map((commit, index) =>
    packRelease(scratch, { commit: commit.slice(0, 40), time: 1_700_000_000 + index }, 1),
  );
  debian = await startDebian();
  smtp = await startSmtp(outside);
  call = openBrowser(scratch);
  download(debian, archives[0] ?? '');
  const program = join(projectRoot, 'tests/machine/docker.mjs');
  writeFileSync(join(debian.root, 'usr/bin/docker'), `#!/bin/sh\nexec node ${program} "$@"\n`, {
    mode: 0o755,
  });
  debian.must(`echo '${inside} ${host}' >> /etc/hosts; systemctl start dbus`);
  debian.must(baseImages);
});
afterAll(async () => {
  await smtp?.close();
  await debian?.close();
  if (scratch !== undefined) rmSync(scratch, { recursive: true });
});

/** What `/listo` says of the version. */
const version = (): string =>
  debian.must('docker compose exec caja-menor wget -q -O - http://127.0.0.1:3000/listo');

test('installs, signs in over https, mails, backs up, restores, restarts and upgrades', async () => {
  const { must } = debian;
  must(printed('sha256sum'));
  must(printed('install -d -m 700 -o 65532'));
  // No authority issues a certificate here.
  must(`sed -i 's|caddy reverse-proxy|& --internal-certs|' compose.yaml`);
  must(printed('secretos/smtp').replace('smtp://usuario:clave@correo.empresa.co:587', smtp.url));
  const started = must(`${printed('--build --wait\ndocker compose ps')}`);
  expect(started.match(/^(caja-menor|caddy|respaldo) healthy$/gm)).toHaveLength(3);
  expect(must(printed('admin-create'), `${person.join('\n')}\n`)).toContain(created);
  expect(call('/auth/user', ada)).toContain('"Bienvenido"');
  expect(call('/auth/sesion', {})).toContain('"email":"ada@empresa.test"');
  expect(version()).not.toContain('aviso');
  expect(call('/recoverPassword', { email: ada.email })).toContain('"status":"200"');
  await smtp.receives(({ to }) => to.includes(ada.email));

  expect(must(printed('node dist/server/backup.js'))).toContain(' Diferencias: 0.');
  const watched = must(printed('grep caja_menor_respaldo_edad_segundos'));
  expect(Number(/^caja_menor_respaldo_edad_segundos (\S+)$/m.exec(watched)?.[1])).toBeLessThan(600);

  must('docker compose restart caja-menor && docker compose ps');
  expect(call('/auth/sesion', {})).toContain('"email":"ada@empresa.test"');

  expect(version()).toContain('0123456789ab');
  must(printed('mv caja-menor-*.tar.gz'));
  download(debian, archives[1] ?? '');
  must(printed('sha256sum'));
  must(`sed -i 's|caddy reverse-proxy|& --internal-certs|' compose.yaml`);
  expect(must(printed('audit-verify.js'))).toContain(' Diferencias: 0.');
  expect(version()).toContain('fedcba987654');
  expect(call('/auth/sesion', {})).toContain('"email":"ada@empresa.test"');
});

test('the container cannot be changed, and runs with the least rights', () => {
  const { must, run } = debian;
  const inContainer = (command: string) =>
    run(`docker compose exec caja-menor sh -c '${command}'`).output;
  expect(inContainer('id -u; id -g')).toMatch(/^65532\n65532$/m);
  expect(inContainer('echo x > /opt/caja-menor/x')).toContain('Read-only file system');
  expect(inContainer('echo x > /run/secretos/x')).toContain('Read-only file system');
  expect(inContainer('echo x > /tmp/x && cat /tmp/x')).toMatch(/^x$/m);
  const process = must(
    'cat /proc/$(systemctl show --value --property MainPID caja-menor-caja-menor)/status',
  );
  expect(process).toMatch(/^CapBnd:\s+0+$/m);
  expect(process).toMatch(/^NoNewPrivs:\s+1$/m);
  const tools = ['npm', 'npx', 'apt-get', 'dpkg', 'gcc', 'make', 'python3', 'bash'];
  expect(inContainer(`${tools.map((name) => `command -v ${name}`).join(';')}; echo`)).not.toMatch(
    /^\//m,
  );
});

/** Megabytes of the images on which the Dockerfile builds: Node 24, and distroless with BusyBox. */
const bases = 127 + 26;

test('the image has at most 250 MB', () => {
  const store = 'buildah --root /tmp/imagenes --runroot /run/imagenes --storage-driver vfs';
  const megabytes = (folder: string): number => {
    const root = `$(${store} mount caja-menor | tail -n 1)`;
    const sizes = debian.must(`du --summarize --bytes "${root}"${folder}`);
    return Number(/^(\d+)\t/m.exec(sizes)?.[1]) / 1e6;
  };
  const [all, product] = [megabytes(''), megabytes('/opt/caja-menor')];
  expect(product).toBeGreaterThan(50);
  expect(all).toBeLessThan(250);
  expect(product + bases).toBeLessThan(250);
});

test('PostgreSQL is one line, and its nightly backup a complete dump', () => {
  const { must } = debian;
  must('docker compose down; rm -rf /var/lib/docker/volumes');
  must(printed('COMPOSE_FILE=compose.yaml:compose.postgres.yaml'));
  must(printed('--build --wait\ndocker compose ps').replace('--build ', ''));
  expect(must(printed('admin-create'), `${person.join('\n')}\n`)).toContain(created);
  expect(call('/auth/user', ada)).toContain('"Bienvenido"');
  expect(must(printed('pg_restore --list'))).toContain('TABLE DATA public usuarios');
  expect(must('docker compose logs caja-menor')).toContain('"motor":"postgres"');
});

test('the image starts on the data of 1.0.0', () => {
  const { must, root } = debian;
  must('docker compose down; rm -rf /var/lib/docker/volumes; mkdir -p /var/lib/docker/volumes');
  must(`sed -i 's|^COMPOSE_FILE=.*|COMPOSE_FILE=compose.yaml:demostracion.yaml|' .env`);
  const demonstration = 'services: { caja-menor: { command: [dist/server/demo.js] } }\n';
  writeFileSync(join(root, 'root/demostracion.yaml'), demonstration);
  const volume = join(root, 'var/lib/docker/volumes/caja-menor_datos');
  mkdirSync(volume);
  unpackBackup('1.0.0', volume);
  // The key of that installation is in no backup.
  const { claves } = JSON.parse(readFileSync(join(volume, 'manifiesto.json'), 'utf8')) as {
    claves: string[];
  };
  writeFileSync(join(volume, 'claves-publicas.txt'), claves.join('\n'));
  must(`chown -R 65532:65532 /var/lib/docker/volumes/caja-menor_datos`);
  must('docker compose up --detach --wait');
  const store = { email: 'tienda@cajamenor.test', password: 'Caja2026' };
  expect(call('/auth/user', store)).toContain('"Bienvenido"');
  const audited = must('docker compose exec caja-menor node dist/server/audit-verify.js');
  expect(audited).toContain(`Cajas revisadas: ${sumsOf['1.0.0']?.cajas}. `);
  expect(audited).toContain(' Diferencias: 0.');
});

test('every block of the page was run', () => {
  expect(unused()).toEqual([]);
});
