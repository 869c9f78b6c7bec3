/** Actor implementations of the import of electronic invoices. */
import { fromPromise } from 'xstate';
import { invoiceImportMachine } from '#machines/flows/invoices/invoice-import.machine.ts';
import { upload } from './client.ts';

export const invoiceImport = invoiceImportMachine.provide({
  actors: {
    importarFacturas: fromPromise(({ input: { archivo, onProgress } }) =>
      upload('/importarFacturas', {}, archivo, { onProgress }),
    ),
  },
});
