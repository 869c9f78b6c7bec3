/** Alert rules of deploy/, evaluated by promtool: each fires when it should, and not before. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { textOf } from '#tests/architecture/source-graph.ts';

interface Rule {
  alert: string;
  annotations: { summary: string; action: string; runbook_url: string };
}

interface Case {
  /** Values of each series, one a minute, in the notation of promtool. */
  series: Record<string, string>;
  /** Minutes at which the alert does not fire yet, and at which it fires. */
  calm: number;
  at: number;
  labels: Record<string, string>;
  summary: string;
}

const file = join(projectRoot, 'deploy', 'prometheus-rules.yml');
const rules = (
  parse(textOf('deploy/prometheus-rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

const counted = (status: string, route: string) =>
  `http_request_duration_seconds_count{status_code="${status}",route="${route}"}`;
const bucket = (le: string) =>
  `http_request_duration_seconds_bucket{route="/api/v1/enviarGasto",le="${le}"}`;

const cases: Record<string, Case> = {
  CajaMenorNoResponde: {
    series: { 'up{job="caja-menor",instance="web1"}': '1x5 0x10' },
    calm: 6,
    at: 8,
    labels: { severity: 'critical', job: 'caja-menor', instance: 'web1' },
    summary: 'El proceso web1 no entrega sus métricas.',
  },
  CajaMenorSinMetricas: {
    series: { 'up{job="caja-menor",instance="web1"}': '1x5 stale' },
    calm: 9,
    at: 15,
    labels: { severity: 'critical', job: 'caja-menor' },
    summary: 'Prometheus no conoce ningún proceso de Caja menor.',
  },
  CajaMenorRespaldoViejo: {
    series: { 'caja_menor_respaldo_edad_segundos{instance="web1"}': '129000+60x20' },
    calm: 12,
    at: 18,
    labels: { severity: 'critical' },
    summary: 'El último respaldo completo tiene más de día y medio, o no hay ninguno.',
  },
  CajaMenorSinRevisar: {
    series: { 'caja_menor_auditoria_edad_segundos{instance="web1"}': '129540+60x2400' },
    calm: 2160,
    at: 2170,
    labels: { severity: 'warning' },
    summary: 'La revisión nocturna del registro no se hace.',
  },
  CajaMenorRegistroDistinto: {
    series: { 'caja_menor_auditoria_hallazgos{clase="registro",instance="web1"}': '0x5 3x10' },
    calm: 6,
    at: 8,
    labels: { severity: 'critical', clase: 'registro' },
    summary: 'La revisión nocturna encontró 3 diferencias de la clase «registro».',
  },
  CajaMenorSinFirmar: {
    series: { 'caja_menor_sin_firmar_segundos{instance="web1"}': '7080+60x20' },
    calm: 12,
    at: 14,
    labels: { severity: 'warning' },
    summary: 'Hay eventos sin firmar desde hace 2h 12m 0s.',
  },
  CajaMenorIngresosFallidos: {
    series: { 'caja_menor_ingresos_fallidos{instance="web1"}': '50x5 51x10' },
    calm: 10,
    at: 12,
    labels: { severity: 'warning' },
    summary: 'En una hora se rechazaron 51 ingresos.',
  },
  CajaMenorPocoDisco: {
    series: {
      'caja_menor_disco_bytes{clase="libre",instance="web1"}': '20x5 19x20',
      'caja_menor_disco_bytes{clase="total",instance="web1"}': '100x30',
    },
    calm: 20,
    at: 22,
    labels: { severity: 'warning', instance: 'web1' },
    summary: 'Al disco de DATA_DIR de web1 le queda el 19%.',
  },
  CajaMenorVersionesDistintas: {
    series: {
      'caja_menor_version_info{version="1.1.0",commit="a",instance="web1"}': '1x90',
      'caja_menor_version_info{version="1.2.0",commit="b",instance="web2"}': '_x10 1x80',
    },
    calm: 65,
    at: 75,
    labels: { severity: 'warning' },
    summary: 'Los procesos son de 2 versiones.',
  },
  CajaMenorBaseDeDatosNoResponde: {
    series: { 'caja_menor_base_datos_responde{instance="web1"}': '1x5 0x10' },
    calm: 6,
    at: 8,
    labels: { severity: 'critical', instance: 'web1' },
    summary: 'La base de datos no le responde a web1.',
  },
  CajaMenorFallas: {
    series: {
      [counted('503', '/api/v1/enviarGasto')]: '0x20 3+3x20',
      [counted('200', '/api/v1/enviarGasto')]: '0+97x40',
      [counted('503', '/listo')]: '0+100x40',
    },
    calm: 20,
    at: 35,
    labels: { severity: 'critical' },
    summary: 'Falla el 3% de las solicitudes.',
  },
  CajaMenorDiscoLleno: {
    series: { 'caja_menor_http_respuestas_total{estado="507"}': '0x5 1x20' },
    calm: 5,
    at: 7,
    labels: { severity: 'critical' },
    summary: 'Un disco está lleno o no se puede escribir: no se guardan cambios.',
  },
  CajaMenorLenta: {
    series: {
      [bucket('2.5')]: '0+90x40',
      [bucket('5')]: '0+100x40',
      [bucket('+Inf')]: '0+100x40',
    },
    calm: 8,
    at: 30,
    labels: { severity: 'warning' },
    summary: 'Una de cada veinte llamadas tarda más de 3.75s.',
  },
  CajaMenorHiloOcupado: {
    series: { 'nodejs_eventloop_lag_p99_seconds{job="caja-menor",instance="web1"}': '0.25x20' },
    calm: 4,
    at: 6,
    labels: { severity: 'warning', job: 'caja-menor', instance: 'web1' },
    summary: 'El hilo que responde en web1 se detiene 250ms.',
  },
  CajaMenorTareasEnEspera: {
    series: {
      'caja_menor_tareas{estado="en_espera",proceso="lecturas",instance="web1"}': '0x5 2x20',
      'caja_menor_tareas{estado="en_curso",proceso="archivos",instance="web1"}': '2x30',
    },
    calm: 9,
    at: 14,
    labels: { severity: 'warning', estado: 'en_espera', proceso: 'lecturas', instance: 'web1' },
    summary: 'Siempre hay tareas en espera en el proceso de lecturas de web1.',
  },
  CajaMenorConexionesAgotadas: {
    series: { 'caja_menor_conexiones{estado="en_espera",instance="web1"}': '0x5 1 0 1 1 1 1 1 1' },
    calm: 9,
    at: 13,
    labels: { severity: 'warning', estado: 'en_espera', instance: 'web1' },
    summary: 'Siempre hay quien espera una conexión a la base de datos en web1.',
  },
  CajaMenorCorreosFallidos: {
    series: {
      'caja_menor_correos_sin_enviar{estado="fallido",instance="web1"}': '2x20',
      'caja_menor_correos_sin_enviar{estado="fallido",instance="web2"}': '2x20',
      'caja_menor_correos_sin_enviar{estado="pendiente",instance="web1"}': '9x20',
    },
    calm: 4,
    at: 6,
    labels: { severity: 'warning' },
    summary: 'No se pudieron enviar 2 correos después de todos los intentos.',
  },
  CajaMenorCorreosDetenidos: {
    series: { 'caja_menor_correo_espera_segundos{instance="web1"}': '0+60x60' },
    calm: 33,
    at: 37,
    labels: { severity: 'warning' },
    summary: 'Un correo lleva 37m 0s sin salir.',
  },
  CajaMenorSinTrabajoDeFondo: {
    series: {
      'caja_menor_arriendo_propio{tarea="segundo plano",instance="web1"}': '1x5 0x20',
      'caja_menor_arriendo_propio{tarea="segundo plano",instance="web2"}': '0x30',
    },
    calm: 7,
    at: 9,
    labels: { severity: 'critical', tarea: 'segundo plano' },
    summary:
      'Ningún proceso hace el trabajo «segundo plano»: no salen correos ni se firma el registro.',
  },
  CajaMenorDosTrabajosDeFondo: {
    series: {
      'caja_menor_arriendo_propio{tarea="segundo plano",instance="web1"}': '1x30',
      'caja_menor_arriendo_propio{tarea="segundo plano",instance="web2"}': '0x5 1x20',
    },
    calm: 7,
    at: 9,
    labels: { severity: 'warning', tarea: 'segundo plano' },
    summary: 'Más de un proceso cree tener el trabajo «segundo plano».',
  },
  CajaMenorReplicaAtrasada: {
    series: { 'caja_menor_replica_atraso_segundos{replica="nodo2",instance="web1"}': '1x5 90x20' },
    calm: 10,
    at: 12,
    labels: { severity: 'warning', replica: 'nodo2' },
    summary: 'La réplica nodo2 está 1m 30s atrás.',
  },
  CajaMenorReplicaPerdida: {
    series: { 'caja_menor_replicas{instance="web1"}': '2x5 1x20' },
    calm: 10,
    at: 12,
    labels: { severity: 'warning' },
    summary: 'Quedan 1 réplicas conectadas: hoy hubo más.',
  },
  CajaMenorWalSinArchivar: {
    series: {
      'caja_menor_wal_sin_archivar_segundos{instance="web1"}': '0x5 60+60x20',
      'caja_menor_wal_por_archivar{instance="web1"}': '0x5 1x20',
    },
    calm: 12,
    at: 14,
    labels: { severity: 'critical' },
    summary: 'El registro (WAL) de PostgreSQL no llega a su archivo.',
  },
  CajaMenorCajasDemoradas: {
    series: { 'caja_menor_cajas_demoradas{etapa="En supervisión",instance="web1"}': '0x5 3x80' },
    calm: 65,
    at: 67,
    labels: { severity: 'info', etapa: 'En supervisión' },
    summary: '3 cajas pasaron los días de la etapa «En supervisión».',
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-alertas-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of promtool for the tests: SUCCESS, or the differences. */
function judged(name: string, tests: object[]): string {
  const place = join(folder, `${name}.yml`);
  // JSON is YAML.
  writeFileSync(place, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
  const { stdout, stderr } = spawnSync(process.env.PROMTOOL ?? '', ['test', 'rules', place], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

const seriesOf = (series: Case['series']) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

const SUCCESS = /SUCCESS$/;

test('each alert has a case', () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(cases).toSorted());
});

/** Output of promtool for one alert, before and when it fires. */
const fires = (name: string, { series, calm, at, labels, summary }: Case): string => {
  const { action, runbook_url } = rules.find(({ alert }) => alert === name)?.annotations ?? {};
  const alert = { exp_labels: labels, exp_annotations: { summary, action, runbook_url } };
  return judged(name, [
    {
      interval: '1m',
      input_series: seriesOf(series),
      alert_rule_test: [
        { eval_time: `${calm}m`, alertname: name, exp_alerts: [] },
        { eval_time: `${at}m`, alertname: name, exp_alerts: [alert] },
      ],
    },
  ]);
};

test.each(Object.entries(cases))('%s fires at its time', (name, one) => {
  expect(fires(name, one)).toMatch(SUCCESS);
});

test('waiting WAL files fire the alert although none has failed', () => {
  const name = 'CajaMenorWalSinArchivar';
  const series = { 'caja_menor_wal_por_archivar{instance="web1"}': '0+5x20' };
  const { labels = {}, summary = '' } = cases[name] ?? {};
  expect(fires(name, { series, calm: 6, at: 8, labels, summary })).toMatch(SUCCESS);
});

test('no alert fires while everything works', () => {
  const calm = {
    'up{job="caja-menor",instance="web1"}': '1x200',
    'caja_menor_base_datos_responde{instance="web1"}': '1x200',
    'caja_menor_respaldo_edad_segundos{instance="web1"}': '80000x200',
    'caja_menor_auditoria_edad_segundos{instance="web1"}': '80000x200',
    'caja_menor_auditoria_hallazgos{clase="registro",instance="web1"}': '0x200',
    'caja_menor_sin_firmar_segundos{instance="web1"}': '3000x200',
    'caja_menor_ingresos_fallidos{instance="web1"}': '5x200',
    'caja_menor_disco_bytes{clase="libre",instance="web1"}': '50x200',
    'caja_menor_disco_bytes{clase="total",instance="web1"}': '100x200',
    'caja_menor_version_info{version="1.1.0",commit="a",instance="web1"}': '1x200',
    [counted('503', '/listo')]: '0+100x200',
    [counted('500', '/api/v1/enviarGasto')]: '0+1x200',
    [counted('200', '/api/v1/enviarGasto')]: '0+99x200',
    'caja_menor_http_respuestas_total{estado="507"}': '4x200',
    [bucket('0.1')]: '0+99x200',
    [bucket('2.5')]: '0+100x200',
    [bucket('+Inf')]: '0+100x200',
    'nodejs_eventloop_lag_p99_seconds{job="caja-menor",instance="web1"}': '0.02x200',
    'caja_menor_tareas{estado="en_espera",proceso="lecturas",instance="web1"}': '0x200',
    'caja_menor_conexiones{estado="en_espera",instance="web1"}': '0x200',
    'caja_menor_correos_sin_enviar{estado="fallido",instance="web1"}': '0x200',
    'caja_menor_correo_espera_segundos{instance="web1"}': '5x200',
    'caja_menor_arriendo_propio{tarea="segundo plano",instance="web1"}': '1x200',
    'caja_menor_arriendo_propio{tarea="segundo plano",instance="web2"}': '0x200',
    'caja_menor_replica_atraso_segundos{replica="nodo2",instance="web1"}': '1x200',
    'caja_menor_replicas{instance="web1"}': '2x200',
    'caja_menor_wal_sin_archivar_segundos{instance="web1"}': '0x200',
    'caja_menor_wal_por_archivar{instance="web1"}': '1x200',
    'caja_menor_cajas_demoradas{etapa="En supervisión",instance="web1"}': '0x200',
  };
  const named = new Set(Object.keys(calm).map((series) => series.split('{')[0]));
  for (const { series } of Object.values(cases))
    for (const name of Object.keys(series)) expect(named).toContain(name.split('{')[0]);
  const said = judged('calma', [
    {
      interval: '1m',
      input_series: seriesOf(calm),
      alert_rule_test: rules.map(({ alert }) => ({
        eval_time: '180m',
        alertname: alert,
        exp_alerts: [],
      })),
    },
  ]);
  expect(said).toMatch(SUCCESS);
});
