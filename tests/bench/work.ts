/** The work of a company, as fast as its server allows: what the benches count. */
import { expect } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { approval } from '#tests/kit/box-stages.ts';
import { testPassword } from '#tests/kit/people.ts';
import { programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import type { World } from '#tests/process/company.ts';

export const EXPENSES_OF_A_BOX = 5;

export async function signIn(url: string, email: string): Promise<WebClient> {
  const browser = new WebClient(url, programToken);
  await browser.signIn({ email, password: testPassword });
  return browser;
}

let receipts = 0;

/** Records and decides the expenses of a box, up to its send by the supervisor. */
export async function fillAndDecide(
  store: WebClient,
  supervisor: WebClient,
  id_tienda: number,
  { idProveedor }: Pick<World, 'idProveedor'>,
) {
  const expenses: number[] = [];
  for (let count = 0; count < EXPENSES_OF_A_BOX; count += 1) {
    receipts += 1;
    const receipt = receipts;
    const [recorded] = await store.must('/enviarGasto', {
      id_tienda,
      id_proveedor: idProveedor,
      fecha_gasto: dateInBogota(Date.now()),
      recibo: `J${receipt}`,
      valor: 12_500,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0,
    });
    const id_gasto = recorded?.id_gasto ?? 0;
    const file = pdf(`${receipt} `.padEnd(12_000, 'x'));
    const { status } = await store.upload('/cargarSoporte', { id_gasto }, file);
    expect(status).toBe(200);
    expenses.push(id_gasto);
  }
  const { id: id_caja, version } = await store.must('/obtenerCajaActual', { id_tienda });
  await store.must('/enviarCaja', { id_tienda, id_caja, version });
  for (const id_gasto of expenses)
    await supervisor.must('/guardarSupervisor', { id_caja, id_gasto, estado: 3, ...approval });
  await supervisor.must('/enviarCajaSupervisor', { id_caja });
}

export type Works = readonly (() => Promise<unknown>)[];

/** Runs the works in parallel for some seconds; each run counts as `each` pieces. */
export async function counted(
  works: Works,
  lasting: number,
  each = 1,
): Promise<{ done: number; seconds: number }> {
  const begun = performance.now();
  const until = begun + lasting * 1_000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < until) {
        await work();
        done += each;
      }
    }),
  );
  return { done, seconds: (performance.now() - begun) / 1_000 };
}
