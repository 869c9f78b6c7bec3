/** `deploy/haproxy.cfg` with `deploy/balanceador.env`, which end TLS in front of a server. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { xsrfHeader } from '#contract/wire.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { seedWorld } from '#tests/process/company.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';

const address = '127.0.0.1:18443';
const deploy = join(projectRoot, 'deploy');

let folder: DataFolder;
let balancer: ChildProcess;
beforeAll(async () => {
  folder = openDataFolder();
  await seedWorld(folder);
  const { url } = await folder.serve('main', {
    TRUST_PROXY: 'loopback',
    PUBLIC_URL: `https://${address}`,
  });
  const pem = join(folder.dataDir, 'certificado.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-keyout', pem, '-out', pem], {
    stdio: 'ignore',
  });
  const shipped = readFileSync(join(deploy, 'balanceador.env'), 'utf8')
    .replace('10.0.0.31:443', address)
    .replace('/etc/caja-menor/certificado.pem', pem)
    .replace('10.0.0.31:5432', '127.0.0.1:18444')
    .replaceAll(/=10\.0\.0\.2\d:3000/g, `=${new URL(url).host}`);
  const settings = Object.fromEntries(
    [...shipped.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  balancer = spawn('haproxy', ['-W', '-db', '-f', join(deploy, 'haproxy.cfg')], {
    env: { PATH: process.env.PATH, RUNTIME_DIRECTORY: folder.dataDir, ...settings },
    stdio: 'ignore',
  });
});
afterAll(async () => {
  // Also when it ended by itself.
  const ended = balancer?.exitCode === null ? once(balancer, 'exit') : null;
  balancer?.kill('SIGKILL');
  await ended;
  await folder?.close();
});

/** A call as a browser makes it: it keeps the cookies that the answer lets it keep. */
function call(scheme: string, path: string, body: object): string {
  const jar = join(folder.dataDir, 'cookies');
  const args = [
    '-sS',
    '--insecure',
    '--retry',
    '20',
    '--retry-max-time',
    '20',
    '--retry-connrefused',
    '-b',
    jar,
    '-c',
    jar,
  ];
  const [, xsrf = ''] =
    /\tXSRF-TOKEN\t(\S+)/.exec(existsSync(jar) ? readFileSync(jar, 'utf8') : '') ?? [];
  const headers = [
    '-H',
    `${xsrfHeader}: ${xsrf}`,
    '-H',
    'content-type: application/json',
    '-H',
    `origin: ${scheme}://${address}`,
  ];
  const { stdout } = spawnSync(
    'curl',
    [
      ...args,
      ...headers,
      '-d',
      JSON.stringify({ token: programToken, ...body }),
      `${scheme}://${address}/api/v1${path}`,
    ],
    { encoding: 'utf8' },
  );
  return stdout;
}

test('a browser signs in over https and stays signed in; nothing answers plain http', () => {
  const person = { email: 'admin@cajamenor.test', password: testPassword };
  expect(call('https', '/auth/user', person)).toContain('"Bienvenido"');
  expect(call('https', '/auth/sesion', {})).toContain('"email":"admin@cajamenor.test"');
  expect(call('http', '/auth/user', person)).not.toContain('Bienvenido');
});
