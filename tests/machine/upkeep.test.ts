/** The commands of `docs/operations.md`, `upgrade.md` and `failures.md`, as printed, on a machine with a release. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Debian, startDebian } from './debian.ts';
import { deliverRelease } from './operator.ts';
import { printedPage } from './printed-page.ts';

const installation = printedPage('one-machine.md');
const upgrade = printedPage('upgrade.md');
const failures = printedPage('failures.md');
const operations = printedPage('../operations.md');

const ada = { email: 'ada@empresa.test', password: 'Fresno4821' };
const beto = { email: 'beto@empresa.test', password: 'Fresno4822' };

let debian: Debian;
let folder: string;
/** Names of the installed release and of the next one, which differ in their commit. */
let [first, next] = ['', ''];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-versiones-'));
  debian = await startDebian();
  first = deliverRelease(debian, folder, '1111111111111111111111111111111111111111');
  debian.must('systemctl start dbus');
  debian.must(installation.block('install -m 600'));
  debian.must(installation.block('systemctl enable'));
  addAdministrator('Ada Rojas', '1018464851', ada);
});
afterAll(async () => {
  await debian?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

function addAdministrator(name: string, document: string, { email, password }: typeof ada): void {
  const answers = [name, email, document, password, password];
  debian.must(installation.block('orden admin-create'), `${answers.join('\n')}\n`);
}

/** The answer to a sign-in, from the machine itself. */
const signIn = (person: typeof ada): string =>
  debian.must(`token=$(curl -s --retry 20 --retry-connrefused http://127.0.0.1:3000/ | sed -n 's/.*name="api-token" content="\\([^"]*\\)".*/\\1/p')
curl -s -H 'content-type: application/json' -H 'origin: http://127.0.0.1:3000' http://127.0.0.1:3000/api/v1/auth/user \\
  -d "{\\"token\\":\\"$token\\",\\"email\\":\\"${person.email}\\",\\"password\\":\\"${person.password}\\"}"`);

test('upgrades, audits, and goes back to the release before', () => {
  const { must } = debian;
  expect(must('curl -s http://127.0.0.1:3000/listo')).toContain('+111111111111"');
  next = deliverRelease(debian, folder, '2222222222222222222222222222222222222222');
  expect(must(upgrade.block('systemctl start caja-menor-respaldo'))).toMatch(
    /"estado":"listo","version":"[\d.]+\+222222222222"/,
  );
  expect(must('ls /var/lib/caja-menor-respaldos')).toMatch(/^\d{4}-\d\d-\d\d-\d{6}$/m);
  expect(must(upgrade.block('audit-verify'))).toContain('Cabeza del registro:');
  expect(signIn(ada)).toContain('"Bienvenido"');
  const back = upgrade
    .block('before=')
    .replace('/opt/caja-menor-1.1.0-0123456789ab-linux-x64', `/opt/${first}`);
  expect(must(back)).toContain('+111111111111"');
  expect(must('ls -d /opt/caja-menor-*')).toContain(`/opt/${first}\n/opt/${next}\n`);
  expect(signIn(ada)).toContain('"Bienvenido"');
});

test('shows failures and the line of a support code, and rebuilds', () => {
  const { must } = debian;
  const look = failures.block('list-units --failed');
  expect(must(look)).toContain('"estado":"listo"');
  must('mv /var/lib/caja-menor/caja-menor.db /root/');
  const refused = signIn(ada);
  expect(refused).toContain('la base de datos no está en su sitio');
  const [, code = ''] = /"codigo_soporte":"([\da-f]+)"/.exec(refused) ?? [];
  expect(must(look)).toContain('fue borrado o reemplazado');
  expect(must(failures.block('0123456789').replace('0123456789', code))).toContain('"err"');
  must('mv /root/caja-menor.db /var/lib/caja-menor/');
  expect(must(failures.block('orden audit-verify'))).toContain('Cabeza del registro:');
  must(failures.block('derived-rebuild'));
  expect(must('systemctl is-active caja-menor')).toMatch(/^active$/m);
});

test('goes back to a backup with the key of now, and keeps the data of now beside it', () => {
  const { must } = debian;
  addAdministrator('Beto Rojas', '1018464852', beto);
  expect(signIn(beto)).toContain('"Bienvenido"');
  expect(must(failures.block('orden restore'))).toContain('"estado":"listo"');
  expect(signIn(beto)).not.toContain('"Bienvenido"');
  expect(signIn(ada)).toContain('"Bienvenido"');
  expect(must('ls /var/lib/caja-menor-antes')).toContain('caja-menor.db\n');
  expect(must(failures.block('orden audit-verify'))).toContain('Cabeza del registro:');
});

test('verifies the head that was signed last without the database', () => {
  const { must } = debian;
  const verified = must(`LINEA=$(cat /var/lib/caja-menor/registro.key.ultima-firma)
CLAVE_PUBLICA=$(journalctl -u caja-menor --output=cat | sed -n 's/.*"clave_publica":"\\([^"]*\\)".*/\\1/p' | tail -n 1)
${operations.block('openssl pkeyutl')}`);
  expect(verified).toContain('Signature Verified Successfully');
});

/** PostgreSQL at the printed address, for an administrator with `PGHOST` and `PGUSER`. */
const provider = `set -e
ip address add 10.0.0.31/32 dev lo
bin=$(echo /usr/lib/postgresql/*/bin)
install -d -o postgres -m 700 /tmp/proveedor
cd /tmp/proveedor
runuser -u postgres -- "$bin/initdb" --pgdata=/tmp/proveedor --auth=trust --encoding=UTF8 --locale=C.UTF-8
echo 'host all all 10.0.0.31/32 scram-sha-256' >> pg_hba.conf
runuser -u postgres -- "$bin/pg_ctl" --pgdata=/tmp/proveedor --log=/tmp/proveedor/log --wait start \\
  -o '-c listen_addresses=10.0.0.31 -c unix_socket_directories=/tmp'`;

test('moves to PostgreSQL, and back before the first change there', () => {
  const { must, run } = debian;
  must(provider);
  must(`export PGHOST=/tmp PGUSER=postgres\n${operations.block('create role caja_menor')}`);
  must(operations.block('disable --now caja-menor-respaldo.timer'));
  const moved = must(operations.block('orden database-move'));
  expect(moved).toContain('Listo: desde ahora inicie con DATABASE_URL');
  expect(moved.match(/Diferencias: 0\./g)).toHaveLength(2);
  expect(must(operations.block('systemctl start caja-menor\ncurl'))).toContain('"estado":"listo"');
  const inUse = `psql -At postgres://caja_menor:clave@10.0.0.31:5432/caja_menor -c 'select count(*) from sesion'`;
  expect(signIn(ada)).toContain('"Bienvenido"');
  expect(Number(/^\d+$/m.exec(must(inUse))?.[0])).toBeGreaterThan(0);
  expect(must('systemctl list-timers')).not.toContain('caja-menor-respaldo');
  expect(must(failures.block('orden audit-verify'))).toContain('Diferencias: 0.');
  must(operations.block('caja-menor.db.mudada'));
  must('runuser -u postgres -- /usr/lib/postgresql/*/bin/pg_ctl --pgdata=/tmp/proveedor stop');
  expect(signIn(ada)).toContain('"Bienvenido"');
  expect(run('systemctl list-timers').output).toContain('caja-menor-respaldo');
  expect(must(failures.block('orden audit-verify'))).toContain('Diferencias: 0.');
});

test('every block of the pages was run', () => {
  // Those of a cluster: tests/cluster/restore-to-instant.test.ts, and the replacement in tests/drill.
  const ofCluster = ['/respaldos/base/', 'patronictl remove', 'cp -a /srv/restaurada'];
  const rest = operations
    .unused()
    .filter((block) => ofCluster.every((words) => !block.includes(words)));
  expect([...upgrade.unused(), ...failures.unused(), ...rest]).toEqual([]);
});
