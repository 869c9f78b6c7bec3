/** Records expenses with a distinct file each, and reads the files back, as a browser of a server process. */
import { expect } from 'vitest';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { categories, pdf } from './box-scene.ts';
import type { WebClient } from './web-client.ts';

interface Place {
  stores: readonly number[];
  idProveedor: number;
}

/** Larger than one piece in the database. */
export const receiptOf = (name: string): Buffer => pdf(`${name} ${'x'.repeat(600_000)}`);

/** Records an expense of the first store with its receipt number and file. @returns the address of the file */
export async function recordWithReceipt(
  browser: WebClient,
  { stores, idProveedor }: Place,
  name: string,
): Promise<string> {
  const [answer] = await browser.must('/enviarGasto', {
    id_tienda: stores[0] ?? 0,
    id_proveedor: idProveedor,
    fecha_gasto: dateInBogota(Date.now()),
    recibo: name,
    valor: 10_000,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0,
  });
  const { status, body } = await browser.upload(
    '/cargarSoporte',
    { id_gasto: answer?.id_gasto ?? 0 },
    receiptOf(name),
  );
  expect(status).toBe(200);
  return (body as { soporte: string }[])[0]?.soporte ?? '';
}

/** Checks that each expense has its own file. @param soportes address of the file by receipt number */
export async function expectReceipts(
  browser: WebClient,
  soportes: ReadonlyMap<string, string>,
): Promise<void> {
  const headers = browser.headers();
  for (const [name, soporte] of soportes) {
    const answer = await fetch(`${browser.url}/documentos/soportes/${soporte}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(sha256Of(bytes), name).toBe(sha256Of(receiptOf(name)));
  }
}
