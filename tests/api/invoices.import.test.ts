/** /importarFacturas: from a file to the stored invoices, and who may import. */
import { describe, expect, test } from 'vitest';
import { maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { startScene } from '#tests/kit/box-scene.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { deliveredInvoice, type InvoiceFacts, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';
import {
  factsOf,
  imported as importedFile,
  importInvoice as importOne,
  linkOf,
  nextNumber,
  uploadInvoices,
} from '#tests/kit/invoice-import.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const upload = (bytes: Buffer | string, filename?: string, by?: TestClient) =>
  uploadInvoices(scene, bytes, filename, by);
const imported = (bytes: Buffer | string, filename?: string) =>
  importedFile(scene, bytes, filename);
const importInvoice = (numero: string, changes?: Partial<InvoiceFacts>) =>
  importOne(scene, numero, changes);

const invoiceRow = (cufe: string | undefined) =>
  scene.db
    .selectFrom('factura_electronica')
    .selectAll()
    .where('cufe', '=', cufe ?? '')
    .executeTakeFirstOrThrow();

describe('a new invoice', () => {
  test('is stored with its facts and its file', async () => {
    const facts = factsOf('SETP-0001', { proveedor: 'Papelería Ñandú & Hijos' });
    const xml = deliveredInvoice(facts);
    expect(await imported(xml, 'C:\\Correo\\ad0800.xml')).toEqual([
      {
        archivo: 'ad0800.xml',
        resultado: 'nueva',
        numero: 'SETP-0001',
        proveedor: 'Papelería Ñandú & Hijos',
        total: 12_500,
        cufe: facts.cufe,
        gastos: 0,
        mensaje: 'Factura importada. Ningún gasto la esperaba.',
        aviso: 'La firma de esta factura no se pudo verificar: el XML no trae ninguna.',
      },
    ]);
    const sha256 = sha256Of(Buffer.from(xml));
    expect(await invoiceRow(facts.cufe)).toMatchObject({
      nit: '800197268',
      razon_social: 'Papelería Ñandú & Hijos',
      numero: 'SETP-0001',
      numero_normalizado: 'SETP0001',
      total: 1_250_000,
      fecha: '2026-03-14',
      url: linkOf(facts),
      nit_comprador: '900373923',
      creado: scene.clock.now(),
      xml_sha256: sha256,
      pdf_sha256: null,
      id_usuario: scene.people[6].id,
    });
    expect((await scene.receipts.read(sha256)).toString()).toBe(xml);
  });

  test('in a ZIP is stored with its graphic representation', async () => {
    const facts = factsOf(nextNumber());
    const pdf = pdfBytes('gráfica');
    const zip = zipOf({ 'fv.xml': deliveredInvoice(facts), 'fv.pdf': pdf });
    expect(await imported(zip, 'fv.zip')).toMatchObject([
      { archivo: 'fv.zip › fv.xml', resultado: 'nueva' },
    ]);
    expect((await invoiceRow(facts.cufe)).pdf_sha256).toBe(sha256Of(pdf));
  });

  test('with a damaged PDF is imported without it, with a message', async () => {
    const facts = factsOf(nextNumber());
    const zip = zipOf({ 'fv.xml': invoiceXml(facts), 'fv.pdf': '%PDF-1.4\nnada' });
    const [result] = await imported(zip, 'fv.zip');
    expect(result).toMatchObject({
      resultado: 'nueva',
      mensaje:
        'Factura importada. Ningún gasto la esperaba. El PDF no se guardó: está dañado o es demasiado grande.',
    });
    expect((await invoiceRow(facts.cufe)).pdf_sha256).toBeNull();
  });

  test('that is imported again is reported as repeated, and changes nothing', async () => {
    const numero = nextNumber();
    await importInvoice(numero);
    const before = await invoiceRow(factsOf(numero).cufe);
    expect(await importInvoice(numero)).toMatchObject([
      { resultado: 'repetida', gastos: 0, mensaje: 'La factura ya estaba importada.' },
    ]);
    expect(await invoiceRow(before.cufe)).toEqual(before);
  });

  test('that is imported again with its PDF gets the PDF', async () => {
    const facts = factsOf(nextNumber());
    await imported(invoiceXml(facts));
    const pdf = pdfBytes('después');
    const zip = zipOf({ 'a.xml': deliveredInvoice(facts), 'a.pdf': pdf });
    expect(await imported(zip)).toMatchObject([
      {
        resultado: 'repetida',
        mensaje: 'La factura ya estaba importada; se agregó su representación gráfica.',
      },
    ]);
    const row = await invoiceRow(facts.cufe);
    expect(row.pdf_sha256).toBe(sha256Of(pdf));
    expect(row.xml_sha256).toBe(sha256Of(Buffer.from(invoiceXml(facts))));
    // The second XML is not stored: the first file remains the one of the invoice.
    expect(await scene.receipts.exists(sha256Of(Buffer.from(deliveredInvoice(facts))))).toBe(false);
  });

  test('with the CUFE of an invoice with other data is rejected', async () => {
    const facts = factsOf(nextNumber());
    await imported(invoiceXml(facts));
    for (const other of [{ total: '1.00' }, { numero: 'X1' }, { fecha: '2026-03-15' }]) {
      const xml = invoiceXml({ ...facts, ...other });
      expect(await imported(xml)).toMatchObject([
        {
          resultado: 'rechazada',
          gastos: 0,
          mensaje: 'El CUFE ya está importado con otros datos: revise el archivo.',
        },
      ]);
      expect(await scene.receipts.exists(sha256Of(Buffer.from(xml)))).toBe(false);
    }
  });

  test('that is imported twice simultaneously is new only once', async () => {
    const xml = invoiceXml(factsOf(nextNumber()));
    const both = await Promise.all([imported(xml), imported(xml)]);
    expect(
      both
        .flat()
        .map(({ resultado }) => resultado)
        .toSorted(),
    ).toEqual(['nueva', 'repetida']);
  });
});

describe('the result of a file', () => {
  test('has one entry per document of a ZIP', async () => {
    const [one, two] = [nextNumber(), nextNumber()];
    await importInvoice(two);
    const zip = zipOf({
      'a.xml': invoiceXml(factsOf(one)),
      'b.xml': deliveredInvoice(factsOf(two)),
      'c.xml': invoiceXml({}, { root: 'CreditNote' }),
      'd.xml': '<!DOCTYPE x><x/>',
    });
    expect((await imported(zip, 'mes.zip')).map((one_) => [one_.archivo, one_.resultado])).toEqual([
      ['mes.zip › a.xml', 'nueva'],
      ['mes.zip › b.xml', 'repetida'],
      ['mes.zip › c.xml', 'rechazada'],
      ['mes.zip › d.xml', 'rechazada'],
    ]);
  });

  test('has the reason if there is no invoice', async () => {
    expect(await imported('hola', '')).toEqual([
      {
        archivo: 'archivo sin nombre',
        resultado: 'rechazada',
        numero: null,
        proveedor: null,
        total: null,
        cufe: null,
        gastos: 0,
        mensaje: 'El archivo no es un XML.',
        aviso: '',
      },
    ]);
  });
});

describe('/importarFacturas', () => {
  test.each([1, 2, 3, 4, 5, 7, 8] as const)('answers 403 to profile %i', async (profile) => {
    const facts = factsOf(nextNumber());
    const { status } = await upload(invoiceXml(facts), 'f.xml', scene.browsers[profile]);
    expect(status).toBe(403);
    await expect(invoiceRow(facts.cufe)).rejects.toThrow();
  });

  test('refuses another profile that has the permission', async () => {
    await addPerson(scene.db, {
      profile: 7,
      email: 'prestado@cajamenor.test',
      permisos: ['cajasPendientes'],
    });
    const browser = await scene.signIn('prestado@cajamenor.test');
    const { status, refusal } = await upload(invoiceXml(), 'f.xml', browser);
    expect([status, refusal.msg]).toEqual([
      403,
      'Solo contabilidad importa facturas electrónicas.',
    ]);
  });

  test('requires a file within the size limits', async () => {
    const { status, refusal } = await scene.browsers[6].upload('/importarFacturas', {}, null);
    expect([status, refusal.msg]).toEqual([
      422,
      'Adjunte el archivo de la factura electrónica (xml o zip).',
    ]);
    const large = await upload(Buffer.alloc(maximumInvoiceFileBytes + 1, '<'));
    expect([large.status, large.refusal.msg]).toEqual([413, 'El archivo es demasiado grande.']);
    expect(await imported(Buffer.alloc(11_000_000, '<'))).toMatchObject([
      { resultado: 'rechazada', mensaje: 'El XML es demasiado grande: el máximo es 5 MB.' },
    ]);
    expect((await scene.browsers[6].upload('/importarFacturas', { x: 1 }, null)).status).toBe(400);
  });
});
