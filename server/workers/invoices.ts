/** Electronic invoices of strangers: unpacked, read and checked away from whoever answers. */
import { type FoundInvoice, invoicesOfFile } from '../electronic-invoices/read-file.ts';

export interface InvoiceFile {
  /** Name of the file, for people. */
  archivo: string;
  bytes: Uint8Array;
}

export function readInvoices({ archivo, bytes }: InvoiceFile): Promise<FoundInvoice[]> {
  const { buffer, byteOffset, byteLength } = bytes;
  return invoicesOfFile(archivo, Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
}
