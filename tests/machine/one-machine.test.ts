/** The commands of `docs/operations/one-machine.md`, as printed, on an empty machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';
import { type Debian, inside, outside, startDebian } from './debian.ts';
import { type Browser, deliverRelease, openBrowser } from './operator.ts';
import { printedPage } from './printed-page.ts';

const { block: printed, unused } = printedPage('one-machine.md');

let debian: Debian;
let smtp: TestSmtp;
let release: string;
let call: Browser;
beforeAll(async () => {
  release = mkdtempSync(join(tmpdir(), 'caja-menor-version-'));
  debian = await startDebian();
  smtp = await startSmtp(outside);
  deliverRelease(debian, release, '0123456789abcdef0123456789abcdef01234567');
  call = openBrowser(release);
  debian.must(`echo '${inside} caja.empresa.co' >> /etc/hosts; systemctl start dbus`);
});
afterAll(async () => {
  await smtp?.close();
  await debian?.close();
  if (release !== undefined) rmSync(release, { recursive: true });
});

const ada = { email: 'ada@empresa.test', password: 'Fresno4821' };

test('installs, signs in over https with Caddy and with nginx, mails, backs up and restores', async () => {
  const { must, run } = debian;
  must(printed('sha256sum'));
  must(printed('PUBLIC_URL').replace('smtp://usuario:clave@correo.empresa.co:587', smtp.url));
  expect(must(printed('systemctl enable'))).toContain('"estado":"listo"');
  const person = ['Ada Rojas', ada.email, '1018464851', ada.password, ada.password];
  expect(must(printed('orden admin-create'), `${person.join('\n')}\n`)).toContain(
    'Se creó el administrador ada@empresa.test.',
  );

  // No authority issues a certificate here.
  must(
    printed('install -y caddy').replace(
      'systemctl',
      "sed -i '1i {\\n\\tlocal_certs\\n\\tskip_install_trust\\n}' /etc/caddy/Caddyfile\nsystemctl",
    ),
  );
  expect(call('/auth/user', ada)).toContain('"Bienvenido"');
  expect(call('/auth/sesion', {})).toContain('"email":"ada@empresa.test"');
  expect(call('/recoverPassword', { email: ada.email })).toContain('"status":"200"');
  const mail = await smtp.receives(({ to }) => to.includes(ada.email));
  expect(mail.raw).toContain('Caja menor');

  must('systemctl stop caddy');
  must(`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -subj /CN=caja.empresa.co \\
    -keyout /etc/caja-menor/certificado.key -out /etc/caja-menor/certificado.pem`);
  must(printed('install -y nginx'));
  expect(call('/auth/sesion', {})).toContain('"email":"ada@empresa.test"');
  // More than nginx lets through by default; the server itself refuses this body.
  const large = call('/auth/sesion', { relleno: 'x'.repeat(2_000_000) });
  expect(large).toContain('"status":"413"');
  expect(must('curl -s http://127.0.0.1:3000/listo')).not.toContain('aviso');

  expect(must(printed('start caja-menor-respaldo'))).toMatch(/^\d{4}-\d\d-\d\d-\d{6}\n$/m);
  expect(must(printed('restore.js'))).toContain(' Diferencias: 0.');
  const watched = must(printed('list-timers'));
  expect(watched).toContain('caja-menor-respaldo.timer');
  expect(Number(/^caja_menor_respaldo_edad_segundos (\S+)$/m.exec(watched)?.[1])).toBeLessThan(600);
  expect(run('systemctl --failed --quiet').output).not.toContain('caja-menor');
});

test('every block of the page was run', () => {
  expect(unused()).toEqual([]);
});
