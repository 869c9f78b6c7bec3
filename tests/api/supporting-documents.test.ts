/** «Documentos soporte»: what waits, its export, its numbers by file and by the XML, and what is taken back. */
import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { cufeOf, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { readWorkbook } from '#tests/kit/files/workbook.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { imported } from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { csvOf, importOf } from '#tests/kit/row-import.ts';
import { personSupplier } from '#tests/kit/supporting-documents.ts';

const scene = perFile(startScene);

const listed = () => must(scene.browsers[6], '/documentosSoporte', {});

const exportAll = async (): Promise<number> =>
  (await must(scene.browsers[6], '/exportarDocumentosSoporte', {}))[0]?.exportacion ?? 0;

const fileOf = async (name: string): Promise<Buffer> =>
  (await scene.browsers[6].get(`/documentos/documentos-soporte/${name}`)).rawPayload;

/** Documents of an export, by a statement of this test. */
const storedOf = async (exportacion: number) =>
  (
    await sql<{ id: number; valor: number; numero: string; cuds: string }>`
      select id, valor, numero, cuds from documento_soporte
      where exportacion = ${exportacion} order by id`.execute(scene.db)
  ).rows.map((row) => ({ ...row, id: Number(row.id), valor: Number(row.valor) }));

/** As if the purchases from a supplier had been recorded that many days earlier. */
const earlier = (idProveedor: number, days: number) =>
  sql`update gastos set creado = creado - ${days * millisecondsInDay}
    where id_proveedor = ${idProveedor}`.execute(scene.db);

describe('what waits', () => {
  test('is bought from who does not invoice, without an electronic invoice, and not rejected', async () => {
    const person = await personSupplier(scene);
    const company = await personSupplier(scene, { regimen: 'simple' });
    await record(scene, { id_proveedor: person.id, valor: 31_000 });
    await record(scene, { id_proveedor: person.id, valor: 32_500 });
    await record(scene, { id_proveedor: company.id, valor: 33_000 });
    await record(scene, { valor: 34_000 });
    await record(scene, {
      id_proveedor: person.id,
      valor: 35_000,
      tipo_factura: 1,
      numero_factura: 'FE1',
    });
    const deleted = await record(scene, { id_proveedor: person.id, valor: 36_000 });
    await must(scene.browsers[2], '/eliminarGasto', {
      id_gasto: deleted,
      id_tienda: scene.store.id,
    });
    const { por_exportar } = await listed();
    expect(por_exportar).toMatchObject([
      { documento: expect.stringContaining(person.num_doc), compras: 2, valor: 63_500, semanal: 1 },
    ]);
    // Merged later, it is still one supplier.
    const other = await personSupplier(scene);
    const body = { id_proveedor: person.id, id_destino: other.id };
    await must(scene.browsers[6], '/unirProveedores', body);
    expect((await listed()).por_exportar).toMatchObject([
      { documento: expect.stringContaining(other.num_doc), compras: 2 },
    ]);
    await exportAll();
  });

  test('is one document a week, and one a purchase from the seventh day on', async () => {
    const { id } = await personSupplier(scene);
    await record(scene, { id_proveedor: id, valor: 41_000 });
    await record(scene, { id_proveedor: id, valor: 42_000 });
    await earlier(id, 6);
    expect((await listed()).por_exportar).toMatchObject([{ compras: 2, semanal: 1 }]);
    await earlier(id, 1);
    expect((await listed()).por_exportar).toMatchObject([
      { compras: 1, valor: 41_000, semanal: 0, vence: '' },
      { compras: 1, valor: 42_000, semanal: 0, vence: '' },
    ]);
    const exportacion = await exportAll();
    expect((await storedOf(exportacion)).map(({ valor }) => valor)).toEqual([41_000_00, 42_000_00]);
    await earlier(id, -7);
  });
});

describe('an export', () => {
  test('is made once, as CSV and XLSX in which no text is a formula', async () => {
    const { id, num_doc } = await personSupplier(scene);
    await record(scene, { id_proveedor: id, valor: 51_500, concepto: '=HYPERLINK("x")' });
    const exportacion = await exportAll();
    const again = await scene.browsers[6].call('/exportarDocumentosSoporte', {});
    expect(again.status).toBe(409);
    const [document] = await storedOf(exportacion);
    const csv = (await fileOf(`${exportacion}.csv`)).toString('utf8');
    expect(csv.split('\r\n')[1]).toContain(
      `${document?.id};${today};Acumulado semanal;CC;${num_doc}`,
    );
    expect(csv).toContain(`;"'=HYPERLINK(""x"")";51500`);
    const sheet = readWorkbook(await fileOf(`${exportacion}.xlsx`));
    expect(JSON.stringify(sheet)).toContain('51500');
    for (const name of [`${exportacion}.pdf`, '999999.csv', 'x.csv'])
      expect(
        (await scene.browsers[6].get(`/documentos/documentos-soporte/${name}`)).statusCode,
      ).toBe(404);
  });

  test('is taken back while it has no number, and its purchases wait again', async () => {
    const { id } = await personSupplier(scene);
    await record(scene, { id_proveedor: id, valor: 52_500 });
    const exportacion = await exportAll();
    await must(scene.browsers[6], '/retirarDocumentosSoporte', { exportacion });
    expect((await listed()).por_exportar).toMatchObject([{ valor: 52_500 }]);
    await exportAll();
  });

  test('says which document is no longer what it was', async () => {
    const { id } = await personSupplier(scene);
    const gasto = await record(scene, { id_proveedor: id, valor: 53_500 });
    await exportAll();
    expect((await listed()).exportados[0]).toMatchObject({ valor: 53_500, cambio: 0 });
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto: gasto, id_tienda: scene.store.id });
    expect((await listed()).exportados[0]).toMatchObject({ valor: 53_500, cambio: 1 });
  });
});

describe('the number of a document', () => {
  const cuds = 'a1'.repeat(48);
  const head = ['Referencia', 'Número', 'CUDS'];

  test('comes back by a file, which is reviewed row by row', async () => {
    const { id } = await personSupplier(scene);
    await record(scene, { id_proveedor: id, valor: 61_500 });
    const exportacion = await exportAll();
    const [document] = await storedOf(exportacion);
    const rows = [
      head,
      [`${document?.id}`, 'SEDS12', cuds],
      ['999999', 'SEDS13', 'b2'.repeat(48)],
      [`${document?.id}`, 'SEDS14', 'corto'],
    ];
    const review = await importOf(scene.browsers[6], 'documentos_soporte', csvOf(rows)).review();
    expect(review.answer.filas.map(({ resultado }) => resultado)).toEqual([
      'cambia',
      'error',
      'error',
    ]);
    const file = importOf(scene.browsers[6], 'documentos_soporte', csvOf(rows.slice(0, 2)));
    const { huella } = (await file.review()).answer;
    expect((await file.write(huella)).answer).toMatchObject([{ cambiadas: 1 }]);
    expect(await storedOf(exportacion)).toMatchObject([{ numero: 'SEDS12', cuds }]);
    expect((await file.review()).answer.filas[0]?.resultado).toBe('igual');
    const { status } = await scene.browsers[6].call('/retirarDocumentosSoporte', { exportacion });
    expect(status).toBe(409);
    expect(
      (await importOf(scene.browsers[1], 'documentos_soporte', csvOf(rows)).review()).status,
    ).toBe(403);
  });

  test('has a template that the import reads, with an example below the same titles', async () => {
    const address = '/documentos/plantillas?tabla=documentos_soporte';
    const { rawPayload } = await scene.browsers[6].get(address);
    const { status, body } = await importOf(
      scene.browsers[6],
      'documentos_soporte',
      rawPayload,
    ).review();
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('no tiene filas debajo de los títulos'),
    ]);
    const [example = {}] = readWorkbook(rawPayload, 2).rows;
    const cells = Object.entries(example).map(([title, cell]) => [title, cell?.value ?? '']);
    expect(cells.map(([title]) => title)).toEqual(head);
    const file = csvOf([head, cells.map(([, value]) => String(value))]);
    const { filas } = (await importOf(scene.browsers[6], 'documentos_soporte', file).review())
      .answer;
    // The example is well formed: only its reference is unknown.
    expect(filas.map(({ mensajes }) => mensajes)).toEqual([[expect.stringMatching(/^Referencia/)]]);
    expect((await scene.browsers[1].get(address)).statusCode).toBe(403);
  });

  test('comes back by the XML of kind 05 of its supplier, value and day', async () => {
    const { id, num_doc } = await personSupplier(scene);
    await record(scene, { id_proveedor: id, valor: 62_500 });
    const exportacion = await exportAll();
    const facts = { nit: num_doc, digito: '', tipo: '05', total: '62500.00', fecha: today };
    const given = async (numero: string, changes: object) => {
      const xml = invoiceXml({ ...facts, numero, cufe: cufeOf(numero), ...changes });
      await imported(scene, xml);
      return (await storedOf(exportacion))[0]?.numero;
    };
    expect(await given('SEDS21', { tipo: '01' })).toBe('');
    expect(await given('SEDS22', { total: '62501.00' })).toBe('');
    expect(await given('SEDS23', { fecha: '2026-06-15' })).toBe('');
    expect(await given('SEDS24', { nit: '800197268', digito: '4' })).toBe('');
    expect(await given('SEDS25', {})).toBe('SEDS25');
    expect(await storedOf(exportacion)).toMatchObject([{ cuds: cufeOf('SEDS25') }]);
    // Another document of the same value and day is another one's.
    expect(await given('SEDS26', {})).toBe('SEDS25');
    expect(await auditSentences(scene)).toEqual([]);
  });
});
