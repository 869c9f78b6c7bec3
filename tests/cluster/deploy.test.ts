/** Units and settings of deploy/, checked with the programs that read them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { loadConfig } from '#server/platform/config/config.ts';

const deploy = join(projectRoot, 'deploy');
const units = readdirSync(deploy).filter((name) => name.endsWith('.service'));
const textOf = (name: string): string => readFileSync(join(deploy, name), 'utf8');

/** Highest allowed exposure of a unit by `systemd-analyze security`, from 0 to 10. */
const MOST_EXPOSED = 2;

const analyzer = '/usr/bin/systemd-analyze';
/** Empty on machines without systemd. */
const analyzed = existsSync(analyzer) ? units : [];

describe('the units', () => {
  test('cover the services, and the backup, the audit and the invoices of the timers', () => {
    expect(units).toEqual([
      'caja-menor-auditoria.service',
      'caja-menor-balanceador.service',
      'caja-menor-etcd.service',
      'caja-menor-facturas.service',
      'caja-menor-patroni.service',
      'caja-menor-respaldo.service',
      'caja-menor.service',
    ]);
  });

  test.each(analyzed)('%s is hardened', (unit) => {
    const args = ['security', '--offline=true', '--no-pager', join(deploy, unit)];
    const { stdout } = spawnSync(analyzer, args, { encoding: 'utf8' });
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(MOST_EXPOSED);
  });

  test.each(units)('%s always restarts, or has a timer, and has resource limits', (unit) => {
    const text = textOf(unit);
    if (text.includes('Type=oneshot'))
      expect(readdirSync(deploy)).toContain(unit.replace('.service', '.timer'));
    else expect(text).toContain('Restart=always');
    for (const line of ['MemoryMax=', 'TasksMax=', 'LimitNOFILE=']) expect(text).toContain(line);
  });

  test.each(units)('%s reads an environment file of deploy/', (unit) => {
    const [, file = ''] = /EnvironmentFile=\/etc\/caja-menor\/(\S+)/.exec(textOf(unit)) ?? [];
    expect(readdirSync(deploy)).toContain(file);
  });
});

test('only the optional drop-in restricts the networks that a unit reaches', () => {
  for (const unit of units) expect(textOf(unit)).not.toMatch(/^IPAddress/m);
  expect(textOf('solo-red-propia.conf')).toMatch(/^IPAddressDeny=any$/m);
});

/** The settings of a file, as systemd reads them. */
const settingsOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    textOf(name)
      .split('\n')
      .flatMap((line) => {
        const [, key, value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
  );

test('servidor.env with its secrets is a valid configuration', () => {
  const settings = { ...settingsOf('servidor.env'), API_TOKEN: 'una clave de la aplicación' };
  expect(Object.keys(settings)).toEqual(
    expect.arrayContaining(['SMTP_URL', 'PUBLIC_URL', 'METRICS_TOKEN', 'LOG_LEVEL']),
  );
  expect(loadConfig(settings)).toMatchObject({
    publicUrl: 'https://caja.empresa.co',
    trustProxy: ['loopback'],
  });
});

test('balanceador.env sets exactly the variables of haproxy.cfg', () => {
  const read = [...textOf('haproxy.cfg').matchAll(/\$\{(\w+)(?:\[\*\])?\}/g)].map(
    ([, name]) => name,
  );
  const given = [...Object.keys(settingsOf('balanceador.env')), 'RUNTIME_DIRECTORY'];
  expect([...new Set(read)].toSorted()).toEqual(given.toSorted());
});

test('the folder of the invoices is the one that the unit may write, and is read only with something in it', () => {
  const unit = textOf('caja-menor-facturas.service');
  const [, folder = ''] = /--mover (\S+)$/m.exec(unit) ?? [];
  expect(folder).toMatch(/^\/srv\//);
  expect(unit).toContain(`\nReadWritePaths=${folder}\n`);
  expect(unit).toContain(`\nConditionPathExistsGlob=${folder}/*.*\n`);
  expect(readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')).toContain(folder);
});

test('the Patroni unit allows writing to the WAL archive of nodo.env', () => {
  const [, paths = ''] = /^ReadWritePaths=(.*)$/m.exec(textOf('caja-menor-patroni.service')) ?? [];
  expect(paths.split(' ')).toContain(`-${settingsOf('nodo.env').WAL_ARCHIVE}`);
});
