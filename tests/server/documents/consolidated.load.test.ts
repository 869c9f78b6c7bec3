/** A download of fifty thousand expenses does not block other requests. */
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';
import { watchTurns } from '#tests/kit/turns.mjs';

const EXPENSES = 50_000;
const BOXES = 500;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await fill(server);
}, 120_000);
afterAll(() => server.close());

/** Closed boxes of one store, with expenses over half a year. */
async function fill({ db, store, people }: TestServer): Promise<void> {
  const numbers = (last: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})`;
  await sql`insert into proveedores (num_doc, digito, nombre, creado)
    values ('800197268', '4', 'Ferretería El Tornillo', 1)`.execute(db);
  await sql`${numbers(BOXES)}
    insert into cajas (id, id_tienda, active, consecutivo, fecha, creada, fecha_movimiento)
    select 1000 + i, ${store.id}, 5, i, '2026-06-01', 1, 1 from n`.execute(db);
  await sql`${numbers(EXPENSES)}
    insert into gastos (id_caja, fecha_gasto, id_proveedor, proveedor_nombre, recibo, valor, concepto, estado,
      id_usuario, creado, obs_supervisor, fecha_supervisor, obs_contabilidad, fecha_contabilidad)
    select 1001 + i % ${BOXES},
      '2026-0' || (1 + i % 6) || '-' || substr('0' || (1 + i % 28), -2),
      (select id from proveedores), 'Ferretería El Tornillo S.A.S.', 'R' || i, 1250000 + i,
      'Compra de bombillos y elementos de aseo para la tienda, n.º ' || i, 15, ${people[2].id}, 1,
      'Revisado contra el soporte físico', 1781708400000, 'Conforme con la factura', 1781708400000
    from n`.execute(db);
  await sql`insert into gasto_categoria (id_gasto, id_categoria, orden)
    select id, 1 + id % 15, 0 from gastos`.execute(db);
}

/** Downloads a URL with cookies over a real connection. */
function download(url: string, cookies: ReadonlyMap<string, string>): Promise<Buffer> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
      response.on('error', reject);
    }).on('error', reject);
  });
}

test(`${EXPENSES} expenses download in turns below 100 ms while calls are answered`, async () => {
  const browser = await server.signIn(6);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${documents.consolidated.path}`;
  // Warm-up, so that statements are prepared and code is compiled.
  await download(`${url}?desde=2026-06-01&hasta=2026-06-01`, browser.cookies);

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const endWatching = watchTurns();
  const before = { clock: performance.now(), computed: process.cpuUsage() };
  let loading = true;
  const downloaded = download(url, browser.cookies).finally(() => {
    loading = false;
  });
  let answered = 0;
  while (loading) {
    expect((await browser.call('/auth/sesion')).status).toBe(200);
    answered += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const bytes = await downloaded;
  const longest = endWatching();
  delay.disable();
  const { user, system } = process.cpuUsage(before.computed);
  const computed = (user + system) / 1_000;

  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const figures = [
    `${EXPENSES} expenses, ${(bytes.length / 1e6).toFixed(1)} MB`,
    `${ms(performance.now() - before.clock)}, computing ${ms(computed)}`,
    `longest turn ${ms(longest)} = ${((100 * longest) / computed).toFixed(1)} % of it`,
    `delays on the clock: median ${ms(delay.percentile(50) / 1e6)}, p99 ${ms(delay.percentile(99) / 1e6)}, longest ${ms(delay.max / 1e6)}`,
    `${answered} other calls answered meanwhile`,
  ];
  process.stdout.write(`${figures.join('; ')}\n`);
  const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(bytes);
  expect(
    Buffer.from(sheet ?? '')
      .toString('latin1')
      .split('<row ').length - 1,
  ).toBe(EXPENSES + 1);
  expect(answered).toBeGreaterThan(10);
  expect(Math.min(longest, delay.max / 1e6)).toBeLessThan(100);
}, 120_000);
