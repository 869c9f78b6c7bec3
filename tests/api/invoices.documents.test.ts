/** /documentos/facturas: the files of imported invoices, for users who see an expense with them. */
import { describe, expect, test } from 'vitest';
import { sha256Of } from '#server/platform/access/digests.ts';
import { sweepReceipts } from '#server/features/expenses/receipts.ts';
import { ageFile } from '#tests/kit/stored-files.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { deliveredInvoice, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';
import { factsOf, imported, linkOf, nextNumber } from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const pdf = pdfBytes('Representación gráfica');

/** An imported invoice with its PDF, for an expense of a store of the scene. */
async function invoiceInBox() {
  const numero = nextNumber();
  const facts = factsOf(numero);
  const box = await boxIn(scene, 'supervision', [{ tipo_factura: 1, numero_factura: numero }]);
  await imported(scene, zipOf({ 'fv.xml': deliveredInvoice(facts), 'fv.pdf': pdf }), 'fv.zip');
  return { facts, box, link: linkOf(facts) };
}

describe('the graphic representation', () => {
  test('opens inline under a restrictive policy, and is not cached', async () => {
    const { link, facts } = await invoiceInBox();
    const { statusCode, headers, rawPayload } = await scene.browsers[6].get(link);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(pdf);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename=factura-${facts.numero}.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('is served with its XML, which is downloaded and not shown', async () => {
    const { link, facts } = await invoiceInBox();
    const { headers, payload } = await scene.browsers[6].get(`${link}.xml`);
    expect(payload).toBe(deliveredInvoice(facts));
    expect(headers['content-type']).toMatch(/^text\/xml/);
    expect(headers['content-disposition']).toMatch(/^attachment; filename=factura-SETP\d+\.xml$/);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await scene.browsers[6].get(`${link}.pdf`)).rawPayload).toEqual(pdf);
  });

  test('is replaced by the XML if the invoice has none', async () => {
    const facts = factsOf(nextNumber());
    await imported(scene, invoiceXml(facts));
    const { headers, payload } = await scene.browsers[6].get(linkOf(facts));
    expect(payload).toBe(invoiceXml(facts));
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect((await scene.browsers[6].get(`${linkOf(facts)}.pdf`)).statusCode).toBe(404);
  });
});

describe('access to an invoice', () => {
  test('is given to users who see an expense with it, and to accounting', async () => {
    const { link } = await invoiceInBox();
    const codes = await Promise.all(
      ([1, 2, 3, 4, 5, 6, 7, 8] as const).map(
        async (profile) => (await scene.browsers[profile].get(link)).statusCode,
      ),
    );
    // An administrator opens no expenses, and the box was never in maintenance.
    expect(codes).toEqual([403, 200, 200, 200, 404, 200, 200, 200]);
    expect((await scene.client().get(link)).statusCode).toBe(401);
    const others = ['otra.tienda', 'otro.supervisor', 'otro.gerente'];
    for (const name of others) {
      const browser = await scene.signIn(`${name}@cajamenor.test`);
      expect((await browser.get(link)).statusCode, name).toBe(404);
      expect((await browser.get(`${link}.xml`)).statusCode, name).toBe(404);
    }
  });

  test('is also given while it is one of several to choose from', async () => {
    const { link, facts } = await invoiceInBox();
    const other = factsOf(String(facts.numero), { total: '1.00' });
    await imported(scene, invoiceXml(other));
    for (const url of [link, linkOf(other)])
      expect((await scene.browsers[3].get(url)).statusCode).toBe(200);
  });

  test('is given only to accounting while no expense has it', async () => {
    const facts = factsOf(nextNumber());
    await imported(scene, invoiceXml(facts));
    const codes = await Promise.all(
      ([3, 4, 6] as const).map(
        async (profile) => (await scene.browsers[profile].get(linkOf(facts))).statusCode,
      ),
    );
    expect(codes).toEqual([404, 404, 200]);
  });

  test.each([
    `/documentos/facturas/${'0'.repeat(96)}`,
    '/documentos/facturas/b',
    '/documentos/facturas/%25',
    '/documentos/facturas/..%2Fsoportes',
    `/documentos/facturas/${'0'.repeat(96)}.exe`,
  ])('answers 404 for %s', async (address) => {
    expect((await scene.browsers[6].get(address)).statusCode).toBe(404);
  });
});

describe('the files of an invoice', () => {
  test('are not deleted by the sweep of unreferenced files', async () => {
    const facts = factsOf(nextNumber());
    const xml = deliveredInvoice(facts);
    const own = pdfBytes('solo de esta');
    await imported(scene, zipOf({ 'a.xml': xml, 'a.pdf': own }));
    const lost = await scene.receipts.save(Buffer.from('de nadie'));
    const stored = [sha256Of(Buffer.from(xml)), sha256Of(own)];
    for (const sha256 of [...stored, lost]) await ageFile(scene, sha256, 0);
    await sweepReceipts(scene, Date.now());
    expect(await scene.receipts.exists(lost)).toBe(false);
    for (const sha256 of stored) expect(await scene.receipts.exists(sha256)).toBe(true);
  });

  test('are not deleted with an expense that has the same PDF as its receipt', async () => {
    const numero = nextNumber();
    const id_gasto = await record(
      scene,
      { tipo_factura: 1, numero_factura: numero },
      { receipt: false },
    );
    const same = pdfBytes('la misma');
    const file = { filename: 'factura.pdf', bytes: same };
    await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, file);
    await imported(scene, zipOf({ 'a.xml': invoiceXml(factsOf(numero)), 'a.pdf': same }));
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda: scene.store.id });
    expect(await scene.receipts.exists(sha256Of(same))).toBe(true);
    expect((await scene.browsers[6].get(linkOf(factsOf(numero)))).rawPayload).toEqual(same);
  });
});
