/** The unit of a server under systemd, with `deploy/servidor.env`. */
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { programToken } from '#tests/kit/program.ts';
import { type Debian, inside, outside, startDebian } from './debian.ts';

let debian: Debian;
let smtp: TestSmtp;
beforeAll(async () => {
  debian = await startDebian();
  smtp = await startSmtp(outside);
});
afterAll(async () => {
  await smtp?.close();
  await debian?.close();
});

const person = ['Ada Rojas', 'ada@empresa.test', '1018464851', 'Fresno4821', 'Fresno4821'];

/** Sets variables of the environment file as an operator does, each on its own line. */
const set = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `sed -i 's|^${name}=.*|${name}=${value}|' /etc/caja-menor/servidor.env`)
    .join('\n');

test('a server of another network answers its browsers and reaches its mail server', async () => {
  const { root, must } = debian;
  const deployed = (name: string) => join(projectRoot, 'deploy', name);
  symlinkSync(projectRoot, join(root, 'opt/caja-menor'));
  mkdirSync(join(root, 'etc/caja-menor'));
  copyFileSync(deployed('servidor.env'), join(root, 'etc/caja-menor/servidor.env'));
  copyFileSync(deployed('caja-menor.service'), join(root, 'etc/systemd/system/caja-menor.service'));
  must(set({ HOST: inside, SMTP_URL: smtp.url, API_TOKEN: programToken }));
  must(
    'cd /opt/caja-menor && DATA_DIR=/var/lib/caja-menor node dist/server/admin-create.js',
    `${person.join('\n')}\n`,
  );
  must('systemctl daemon-reload && systemctl start caja-menor');
  const listo = `curl -fsS --max-time 5 --retry 30 --retry-max-time 30 --retry-connrefused http://${inside}:3000/listo`;
  expect(must(listo)).toContain('"estado":"listo"');
  const browser = new WebClient(`http://${inside}:3000`, programToken);
  await browser.signIn({ email: 'ada@empresa.test', password: 'Fresno4821' });
  await browser.must('/recoverPassword', { email: 'ada@empresa.test' });
  const mail = await smtp.receives(({ to }) => to.includes('ada@empresa.test'));
  expect(mail.raw).toContain('Caja menor');
});
