/** The commands of `docs/operations/upgrade.md` and `failures.md`, as printed, on a machine with a release. */
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

test('every block of the pages was run', () => {
  expect([...upgrade.unused(), ...failures.unused()]).toEqual([]);
});
