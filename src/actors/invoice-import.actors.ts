/** Person implementations of the import of electronic invoices. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type ImportUpload,
  invoiceImportMachine,
} from '#machines/flows/invoices/invoice-import.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { uploadInvoices } from './client.ts';

const importarFacturas = fromPromise<Result<AnswerOf<'/importarFacturas'>>, ImportUpload>(
  ({ input: { archivo, onProgress } }) => uploadInvoices(archivo, onProgress),
);

export const invoiceImport = invoiceImportMachine.provide({ actors: { importarFacturas } });
