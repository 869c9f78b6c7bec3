/** Imports electronic invoices through the API, for the supplier and the amount of the expenses of a scene. */
import type { ImportedInvoice } from '#contract/calls/imports.calls.ts';
import { type ExpenseForm, record, type Scene } from './box-scene.ts';
import { cufeOf, type InvoiceFacts, invoiceXml } from './files/invoice-xml.ts';

let numbers = 0;
/** A number of no other invoice in the test file, as a store writes it. */
export const nextNumber = (): string => {
  numbers += 1;
  return `SETP${7000 + numbers}`;
};

/** An invoice that matches an expense of `record` unless overridden; other data have another CUFE. */
export const factsOf = (
  numero: string,
  changes: Partial<InvoiceFacts> = {},
): Partial<InvoiceFacts> => ({
  numero,
  cufe: cufeOf(`${numero} ${JSON.stringify(changes)}`),
  nit: '800197268',
  digito: '4',
  total: '12500.00',
  ...changes,
});

/** Invoice link of an expense. */
export const linkOf = (facts: Partial<InvoiceFacts>): string =>
  `/documentos/facturas/${facts.cufe}`;

export const uploadInvoices = (
  scene: Scene,
  bytes: Buffer | string,
  filename = 'factura.xml',
  by = scene.browsers[6],
) => by.upload('/importarFacturas', {}, { filename, bytes: Buffer.from(bytes as string) });

/** Results of an import by accounting. */
export async function imported(
  scene: Scene,
  bytes: Buffer | string,
  filename?: string,
): Promise<ImportedInvoice[]> {
  return (await uploadInvoices(scene, bytes, filename)).answer[0]?.resultados ?? [];
}

export const importInvoice = (scene: Scene, numero: string, changes?: Partial<InvoiceFacts>) =>
  imported(scene, invoiceXml(factsOf(numero, changes)));

/** Records an expense that names the invoice. */
export const waiting = (scene: Scene, numero: string, form: ExpenseForm = {}): Promise<number> =>
  record(scene, { tipo_factura: 1, numero_factura: numero, ...form });
