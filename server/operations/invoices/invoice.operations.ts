import type { invoiceCalls } from '#contract/calls/invoice.calls.ts';
import type { Operation } from '../operation.ts';
import { importInvoices } from './keep-invoices.ts';

export const invoiceOperations = {
  '/importarFacturas': importInvoices,
} satisfies { [Path in keyof typeof invoiceCalls]: Operation<Path> };
