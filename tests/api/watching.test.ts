/** The metrics of the server, and the trace of a request in the log. */
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { queueMail } from '#server/features/outbox/outbox.repository.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { testNow } from '#tests/kit/server.ts';

const DAY = 24 * 60 * 60_000;

const scene = perFile(() =>
  startScene({ oneProcess: true, config: { smtpUrl: 'smtp://127.0.0.1:1' } }),
);
beforeEach(() => scene.clock.set(testNow));

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('a trace', () => {
  const linesOf = async (traceparent: string | string[] | undefined) => {
    scene.logged.length = 0;
    await scene.app.inject({
      method: 'POST',
      url: '/api/v1/auth/user',
      headers: { ...(traceparent !== undefined && { traceparent }) },
      payload: {
        token: scene.config.apiToken,
        email: 'nadie@cajamenor.test',
        password: 'Clave-de-nadie-1',
      },
    });
    return scene.logged.map(({ traza, codigo_soporte }) => ({ traza, codigo_soporte }));
  };

  test('of the caller is in every log line of the request, with the support code', async () => {
    const lines = await linesOf(`00-${traceId}-00f067aa0ba902b7-01`);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      expect(line).toEqual({
        traza: traceId,
        codigo_soporte: expect.stringMatching(/^[\da-f]{10}$/),
      });
  });

  test.each([undefined, 'roto', `00-${traceId}-0000000000000000-01`])(
    '%s: the request gets a new trace',
    async (traceparent) => {
      const [first, ...others] = await linesOf(traceparent);
      expect(first?.traza).toMatch(/^[\da-f]{32}$/);
      expect(first?.traza).not.toBe(traceId);
      expect(others.length).toBeGreaterThan(0);
      for (const line of others) expect(line).toEqual(first);
    },
  );
});

const metrics = async (): Promise<string> =>
  (await scene.app.inject({ method: 'GET', url: '/metricas' })).body;

/** The value of one row of the metrics. */
const figureOf = (text: string, row: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${row} `))
      ?.slice(row.length + 1),
  );

describe('the metrics', () => {
  test('count answers by method, route and status', async () => {
    const ok = 'http_request_duration_seconds_count{method="GET",route="/salud",status_code="200"}';
    const before = figureOf(await metrics(), ok) || 0;
    await scene.app.inject({ method: 'GET', url: '/salud' });
    await scene.app.inject({ method: 'GET', url: '/api/v1/no-hay' });
    const text = await metrics();
    expect(figureOf(text, ok)).toBe(before + 1);
    expect(figureOf(text, 'caja_menor_http_respuestas_total{estado="404"}')).toBeGreaterThan(0);
    expect(text).not.toContain('no-hay');
  });

  test('count boxes that are late at a stage by its own target', async () => {
    const row = 'caja_menor_cajas_demoradas{etapa="En supervisión"}';
    await must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 500_000,
      dias_supervision: null,
    });
    // Late boxes are counted once a minute.
    scene.clock.advance(60_000);
    expect(await metrics()).not.toContain(row);
    await must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 500_000,
      dias_supervision: 2,
    });
    scene.clock.advance(60_000);
    await boxIn(scene, 'supervision');
    scene.clock.advance(DAY);
    expect(figureOf(await metrics(), row)).toBe(0);
    scene.clock.advance(DAY + 1);
    expect(figureOf(await metrics(), row)).toBe(1);
  });

  test('report refused sign-ins, unsigned events, the nightly audit and the disk', async () => {
    await scene.db.deleteFrom('intento').execute();
    const body = {
      token: scene.config.apiToken,
      email: 'nadie@cajamenor.test',
      password: 'Otra-1',
    };
    for (let time = 0; time < 2; time += 1)
      await scene.app.inject({ method: 'POST', url: '/api/v1/auth/user', payload: body });
    scene.clock.advance(90_000);
    const row = { hallazgos: 3, derivados: 1, instante: testNow - 7_200_000 };
    await scene.db.insertInto('verificacion').values(row).execute();
    const text = await metrics();
    expect(figureOf(text, 'caja_menor_ingresos_fallidos')).toBe(2);
    expect(figureOf(text, 'caja_menor_auditoria_edad_segundos')).toBe(7_290);
    expect(figureOf(text, 'caja_menor_auditoria_hallazgos{clase="registro"}')).toBe(3);
    expect(figureOf(text, 'caja_menor_auditoria_hallazgos{clase="derivado"}')).toBe(1);
    const free = figureOf(text, 'caja_menor_disco_bytes{clase="libre"}');
    expect(free).toBeGreaterThan(0);
    expect(figureOf(text, 'caja_menor_disco_bytes{clase="total"}')).toBeGreaterThan(free);
    // No head of this log is signed, and the scene recorded its first event at `testNow`.
    expect(figureOf(text, 'caja_menor_sin_firmar_segundos')).toBe(90);
  });

  test('report how long the oldest unexpired mail waits', async () => {
    const waiting = 'caja_menor_correo_espera_segundos';
    await scene.db.deleteFrom('correo').execute();
    expect(figureOf(await metrics(), waiting)).toBe(0);
    const mail = { para: 'a@cajamenor.test', asunto: 'Uno', texto: 'Uno' };
    await inTransaction(scene.db, (trx) => queueMail(trx, mail, testNow - 90_000));
    await inTransaction(scene.db, (trx) =>
      queueMail(trx, { ...mail, vence: testNow - 1 }, testNow - 900_000),
    );
    expect(figureOf(await metrics(), waiting)).toBe(90);
  });

  test('are served while the database does not respond, and report it', async () => {
    const connections = scene.database.engine === 'sqlite' ? 1 : 10;
    let free = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    let held = 0;
    const holders = Array.from({ length: connections }, () =>
      inTransaction(scene.db, () => {
        held += 1;
        return freed;
      }),
    );
    await expect.poll(() => held, { timeout: 30_000, interval: 10 }).toBe(connections);
    const text = await metrics();
    expect(figureOf(text, 'caja_menor_base_datos_responde')).toBe(0);
    expect(figureOf(text, 'caja_menor_conexiones{estado="en_uso"}')).toBe(connections);
    expect(figureOf(text, 'caja_menor_conexiones{estado="en_espera"}')).toBe(1);
    expect(text).not.toContain('caja_menor_correos_sin_enviar{');
    free();
    await Promise.all(holders);
    await expect
      .poll(async () => figureOf(await metrics(), 'caja_menor_base_datos_responde'), {
        timeout: 30_000,
      })
      .toBe(1);
    expect(figureOf(await metrics(), 'caja_menor_conexiones{estado="en_espera"}')).toBe(0);
  });

  test('report memory and descriptors of each process', async () => {
    await must(scene.browsers[7], '/flujoActual', {});
    const text = await metrics();
    for (const proceso of ['principal', 'lecturas']) {
      expect(
        figureOf(text, `caja_menor_proceso_memoria_bytes{proceso="${proceso}"}`),
      ).toBeGreaterThan(20_000_000);
      expect(
        figureOf(text, `caja_menor_proceso_descriptores{proceso="${proceso}"}`),
      ).toBeGreaterThan(10);
    }
  });

  test('count a request as under way until its caller aborts', async () => {
    const url = await scene.app.listen({ port: 0, host: '127.0.0.1' });
    const underWay = async () =>
      figureOf(await (await fetch(`${url}/metricas`)).text(), 'caja_menor_http_en_curso');
    const before = await underWay();
    const caller = new AbortController();
    const asked = fetch(`${url}/api/v1/auth/user`, {
      method: 'POST',
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) }),
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
      signal: caller.signal,
    } as RequestInit).catch(() => 'gone');
    await expect.poll(underWay, { timeout: 30_000, interval: 20 }).toBe(before + 1);
    caller.abort();
    expect(await asked).toBe('gone');
    await expect.poll(underWay, { timeout: 30_000, interval: 20 }).toBe(before);
  });
});
