/**
 * Dashboard panels of deploy/, queried on a Prometheus that scrapes a server with a WAL archive and a standby, and one
 * with the embedded database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '#tests/architecture/source-graph.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld } from '#tests/process/company.ts';
import { findPostgresBinaries } from '#tests/setup/find-postgres.mjs';
import { startPrivatePostgres, startPrivateStandby } from '#tests/setup/private-postgres.mjs';
import { thisMachine } from '#tests/setup/this-machine.mjs';

const SOON = { timeout: 60_000, interval: 100 };
const LIMIT = 120_000;

const { panels } = JSON.parse(textOf('deploy/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

let place: string;
let folder: DataFolder;
let embedded: DataFolder;
let prometheus: ChildProcess;
let address: string;
const stops: (() => Promise<void>)[] = [];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a Prometheus that scrapes servers several times a second. */
async function watch(targets: string[]): Promise<void> {
  const config = join(place, 'prometheus.yml');
  const job = {
    job_name: 'caja-menor',
    metrics_path: '/metricas',
    static_configs: [{ targets }],
  };
  const global = { scrape_interval: '300ms', scrape_timeout: '300ms' };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ global, scrape_configs: [job] }));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  prometheus = spawn(
    process.env.PROMETHEUS ?? '',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(place, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'caja-menor-tablero-'));
  const binaries = findPostgresBinaries(thisMachine, ['pg_basebackup']) ?? '';
  const primary = await startPrivatePostgres(binaries, [
    'archive_mode = on',
    "archive_command = 'true'",
  ]);
  stops.push(primary.stop);
  const standby = await startPrivateStandby(binaries, primary.url);
  stops.unshift(standby.stop);
  folder = openDataFolder();
  const world = await seedWorld(folder, { databaseUrl: primary.url, stores: 1 });
  const { url } = await folder.serve('main', {
    DATABASE_URL: primary.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const person = new WebClient(url, programToken);
  await person.signIn({ email: world.people[1].email, password: testPassword });
  await person.must('/configGeneral', { monto_maximo: 500_000, dias_supervision: 2 });
  const database = new pg.Client(primary.url);
  await database.connect();
  await database.query(
    'insert into verificacion (hallazgos, derivados, instante) values (0, 0, $1)',
    [Date.now()],
  );
  await database.end();
  embedded = openDataFolder();
  const other = await embedded.serve('main');
  await watch([new URL(url).host, new URL(other.url).host]);
}, LIMIT);
afterAll(async () => {
  prometheus?.kill('SIGKILL');
  await folder?.close();
  await embedded?.close();
  for (const stop of stops) await stop();
  rmSync(place, { recursive: true, force: true });
}, LIMIT);

/** Runs the query of a panel with the variables of Grafana. @returns the number of series, or the error */
async function asked(expression: string): Promise<number | string> {
  const query = expression
    .replaceAll('$trabajo', 'caja-menor')
    .replaceAll('$__rate_interval', '10s');
  const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query })}`).catch(
    () => null,
  );
  if (answer === null) return 'nobody answers';
  const body = (await answer.json()) as { error?: string; data?: { result: unknown[] } };
  return body.error ?? body.data?.result.length ?? 0;
}

test.each(
  panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
)(
  '%s has data: %s',
  async (_title, expression) => {
    await expect.poll(() => asked(expression), SOON).toBeGreaterThan(0);
  },
  LIMIT,
);

test('an invalid query returns its error, a query without data 0', async () => {
  expect(await asked('sum by (')).toContain('parse error');
  expect(await asked('caja_menor_no_hay{job="$trabajo"}')).toBe(0);
});
