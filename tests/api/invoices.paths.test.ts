/** The import of files and folders from the command line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import { inTransaction, type Trx } from '#server/platform/database/transactions.ts';
import { importPaths } from '#server/features/invoice-import/import-paths.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import { must, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { deliveredInvoice, invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { pdfBytes, zipOf } from '#tests/kit/files/zip-file.ts';
import { addPerson } from '#tests/kit/people.ts';
import { factsOf, linkOf, nextNumber, waiting } from '#tests/kit/invoice-import.ts';

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await startScene();
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-facturas-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scene.close();
});

function write(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function run(...paths: string[]) {
  const lines: string[] = [];
  const inTrx = <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(scene.db, work);
  const { db, receipts, clock, people } = scene;
  const access = { db, receipts, now: clock.now, read: inTrx, write: inTrx };
  const actor = { id: people[6].id, profile: 6 as const };
  const summary = await importPaths(access, actor, paths, (line) =>
    lines.push(line.replaceAll(folder, '.').replaceAll('\\', '/')),
  );
  return { lines, summary };
}

/** The warning of each invoice, since none is signed. */
const unsigned = 'La firma de esta factura no se pudo verificar: el XML no trae ninguna.';

describe('files and folders', () => {
  test('have one line per invoice, in order, and a summary', async () => {
    const [one, two, three] = [nextNumber(), nextNumber(), nextNumber()];
    const id = await waiting(scene, one);
    write('mes/b/fv.xml', invoiceXml(factsOf(one)));
    const mail = { 'ad.xml': deliveredInvoice(factsOf(two)), 'ad.pdf': pdfBytes('gráfica') };
    write('mes/a.zip', zipOf(mail));
    write('mes/c.XML', invoiceXml({}, { root: 'DebitNote' }));
    write('mes/leame.txt', 'no se lee');
    const single = write('una.dat', invoiceXml(factsOf(three)));
    const { lines, summary } = await run(join(folder, 'mes'), single);
    const name = 'Ferretería El Tornillo & Cía. S.A.S. · $ 12.500';
    expect(lines).toEqual([
      `nueva      ./mes/a.zip › ad.xml  ${two} · ${name}  Factura importada. Ningún gasto la esperaba.  ${unsigned}`,
      `nueva      ./mes/b/fv.xml  ${one} · ${name}  Factura importada. Se enlazó con 1 gasto.  ${unsigned}`,
      'rechazada  ./mes/c.XML  Es una nota débito: solo se importan facturas.',
      `nueva      ./una.dat  ${three} · ${name}  Factura importada. Ningún gasto la esperaba.  ${unsigned}`,
    ]);
    expect(summary).toEqual({ archivos: 4, nueva: 3, repetida: 0, rechazada: 1, gastos: 1 });
    expect((await expenseRow(scene, id)).enlace_factura).toBe(linkOf(factsOf(one)));
    const again = await run(join(folder, 'mes'));
    expect(again.summary).toEqual({ archivos: 3, nueva: 0, repetida: 2, rechazada: 1, gastos: 0 });
  });

  test('that cannot be read are rejected, and the others are imported', async () => {
    mkdirSync(join(folder, 'vacia'));
    const large = write('grande.xml', Buffer.alloc(maximumInvoiceFileBytes + 1));
    const good = write('buena.xml', invoiceXml(factsOf(nextNumber())));
    const { lines, summary } = await run(
      join(folder, 'no-esta.xml'),
      join(folder, 'vacia'),
      large,
      good,
    );
    expect(lines.slice(0, 3)).toEqual([
      'rechazada  ./no-esta.xml  No existe.',
      'rechazada  ./vacia  La carpeta no tiene archivos XML, ZIP ni EML.',
      'rechazada  ./grande.xml  El archivo es demasiado grande.',
    ]);
    expect(summary).toMatchObject({ archivos: 4, nueva: 1, rechazada: 3 });
  });
});

test('a deleted user who imported an invoice is hidden, not erased', async () => {
  const id_elemento = scene.people[6].id;
  // The last user of accounting cannot be deleted.
  await addPerson(scene.db, { profile: 6, email: 'otra.contabilidad@cajamenor.test' });
  await must(scene.browsers[1], '/eliminarElemento', { id_elemento, tabla: 'usuarios' });
  const row = await scene.db
    .selectFrom('usuarios')
    .select('eliminado')
    .where('id', '=', id_elemento)
    .executeTakeFirstOrThrow();
  expect(row.eliminado).toBe(1);
});
