/** Actor implementations of the import of electronic invoices. */
import { fromPromise } from 'xstate';
import { invoiceImportMachine } from '#machines/flows/invoice-import/invoice-import.machine.ts';
import { upload } from '../../wire/client.ts';

export const invoiceImport = invoiceImportMachine.provide({
  actors: {
    importarFacturas: fromPromise(({ input: { archivo, onProgress } }) =>
      upload('/importarFacturas', {}, archivo, { onProgress }),
    ),
  },
});
