/** An imported invoice that could not be verified has a warning at the import and in the details of an expense. */
import { describe, expect, test, vi } from 'vitest';
import { untrustedFiles } from '#server/platform/workers/untrusted-files.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { signed } from '#tests/kit/files/signed-invoice.ts';
import {
  factsOf,
  imported,
  linkOf,
  nextNumber,
  uploadInvoices,
} from '#tests/kit/invoice-import.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(() => startScene({ oneProcess: true }));

const unsigned = 'La firma de esta factura no se pudo verificar: el XML no trae ninguna.';
const forged =
  'La firma de esta factura no se pudo verificar: no corresponde al contenido o al certificado que trae. Pida el XML original al proveedor.';

const rowOf = (cufe: string | undefined) =>
  scene.db
    .selectFrom('factura_electronica')
    .select(['firma', 'cufe_comprobado', 'xml_sha256'])
    .where('cufe', '=', cufe ?? '')
    .executeTakeFirst();

const warningsOf = async (id_gasto: number) =>
  (await must(scene.browsers[3], '/detalleGasto', { id_gasto }))[0]?.avisos_facturas;

test('a linked invoice has a warning for the reviewer until its signed XML is imported', async () => {
  const numero = nextNumber();
  const facts = factsOf(numero);
  const { expenses } = await boxIn(scene, 'supervision', [
    { tipo_factura: 1, numero_factura: numero },
  ]);
  const [id = 0] = expenses;
  expect(await imported(scene, invoiceXml(facts))).toMatchObject([{ gastos: 1, aviso: unsigned }]);
  expect(await warningsOf(id)).toEqual([{ url: linkOf(facts), aviso: unsigned }]);
  expect(await imported(scene, signed(invoiceXml(facts)))).toMatchObject([
    { resultado: 'repetida', aviso: '' },
  ]);
  expect(await rowOf(facts.cufe)).toMatchObject({ firma: 'verificada' });
  expect(await warningsOf(id)).toEqual([]);
  // A later unsigned import does not undo the verification.
  expect(await imported(scene, invoiceXml(facts))).toMatchObject([{ aviso: '' }]);
  expect(await rowOf(facts.cufe)).toMatchObject({ firma: 'verificada' });
});

test('a signature that does not match the content gives a warning', async () => {
  const facts = factsOf(nextNumber());
  const xml = signed(invoiceXml(facts)).replace('Compañía de Tiendas', 'Compañía de Nadie');
  expect(await imported(scene, xml)).toMatchObject([{ resultado: 'nueva', aviso: forged }]);
});

describe('a file that reaches a limit', () => {
  test.each([
    [
      'timeout',
      'El archivo tardó demasiado en leerse: puede ser un archivo dañino. No se importó nada de él.',
    ],
    [
      'memory',
      'El archivo necesita demasiada memoria: puede ser un archivo dañino. No se importó nada de él.',
    ],
  ] as const)('of %s gives one message, and nothing is imported', async (failure, mensaje) => {
    vi.spyOn(untrustedFiles, 'run').mockRejectedValueOnce(new WorkerError(failure));
    const facts = factsOf(nextNumber());
    expect(await imported(scene, invoiceXml(facts), 'a.xml')).toMatchObject([
      { archivo: 'a.xml', resultado: 'rechazada', mensaje },
    ]);
    expect(await rowOf(facts.cufe)).toBeUndefined();
  });

  test('of the queue answers 503, with the time after which to try again', async () => {
    vi.spyOn(untrustedFiles, 'run').mockRejectedValueOnce(new WorkerError('busy'));
    const { status, headers } = await uploadInvoices(scene, invoiceXml(factsOf(nextNumber())));
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
