/** Alert rules and dashboard of deploy/ against the metrics that a running server reports. */
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { anchorsOf, filesIn, textOf } from '#tests/architecture/source-graph.ts';
import { testPassword } from '#tests/kit/people.ts';
import { openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld } from './company.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; action: string; runbook_url: string };
}

const rules = (
  parse(textOf('deploy/prometheus-rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(textOf('deploy/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Names of metrics in an expression. */
const namesIn = (expression: string): string[] =>
  expression
    .replaceAll(/"[^"]*"/g, '')
    .match(/\b(caja_menor|http_request|nodejs|process)_\w+/g)
    ?.map((name) => name) ?? [];

async function metricsAfterWork(): Promise<string> {
  const folder = openDataFolder();
  try {
    await seedWorld(folder);
    const { url } = await folder.serve('main', { SMTP_URL: 'smtp://127.0.0.1:1' });
    const person = new WebClient(url, programToken);
    await person.signIn({ email: 'admin@cajamenor.test', password: testPassword });
    const metrics = async () => (await fetch(`${url}/metricas`)).text();
    // The background work can begin after the first answered request.
    await expect.poll(metrics, { timeout: 30_000 }).toContain('caja_menor_arriendo_propio{');
    return await metrics();
  } finally {
    await folder.close();
  }
}

describe('rules and dashboard', () => {
  test('use only metrics that the server reports, and all of its own', async () => {
    const text = await metricsAfterWork();
    const reported = new Set(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split(/[{ ]/)[0]),
    );
    // Reported only with targets of stages, standbys or a WAL archive.
    const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    const sometimes = ['caja_menor_cajas_demoradas', 'caja_menor_replicas'];
    const ofFollower = ['caja_menor_replica_atraso_segundos', 'caja_menor_replica_atraso_bytes'];
    const ofArchive = ['archivo_fallas', 'sin_archivar_segundos', 'por_archivar'].map(
      (name) => `caja_menor_wal_${name}`,
    );
    const ofAudit = ['edad_segundos', 'hallazgos'].map((name) => `caja_menor_auditoria_${name}`);
    const rare = [...ofAudit, ...sometimes, ...ofFollower, ...ofArchive];
    for (const name of rare) expect(declared).toContain(name);

    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = new Set(expressions.flatMap(namesIn));
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => !reported.has(name) && !rare.includes(name))).toEqual([]);
    // Every metric of ours is used.
    const bases = [...named].map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(
      declared.filter((name) => /^(caja_menor|http)_/.test(name) && !bases.includes(name)),
    ).toEqual([]);
  });

  test('show backup, audit, unsigned events, failed sign-ins and disk in panels of their own', () => {
    const shown = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => namesIn(expr)),
    );
    expect(shown).toEqual(
      expect.arrayContaining([
        'caja_menor_respaldo_edad_segundos',
        'caja_menor_auditoria_edad_segundos',
        'caja_menor_auditoria_hallazgos',
        'caja_menor_sin_firmar_segundos',
        'caja_menor_ingresos_fallidos',
        'caja_menor_disco_bytes',
      ]),
    );
  });

  test('have unique alert names, each with an action and the address of a section that exists', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules) {
      expect(annotations.action).not.toBe('');
      expect(annotations.summary).toMatch(/\.$/);
      const { protocol, pathname, hash } = new URL(annotations.runbook_url);
      expect(protocol).toBe('file:');
      // Where a release is installed.
      const file = pathname.replace('/opt/caja-menor/', '');
      expect(filesIn(['docs'], /\.md$/)).toContain(file);
      expect(anchorsOf(file)).toContain(hash.slice(1));
    }
  });
});
