/** Electronic invoices of strangers: unpacked, read and checked away from whoever answers. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type FoundInvoice, invoicesOfFile } from '../electronic-invoices/read-file.ts';

export interface InvoiceFile {
  /** Name of the file, for people. */
  archivo: string;
  bytes: Uint8Array;
}

/** Large files are handed over: to copy them would hold the thread that answers. */
const handedOver = (found: readonly FoundInvoice[]): ArrayBuffer[] => [
  ...new Set(
    found
      .flatMap((one) => (one.ok ? [one.xml, ...(one.pdf ? [one.pdf] : [])] : []))
      .filter((bytes) => bytes.byteLength === bytes.buffer.byteLength)
      .map(({ buffer }) => buffer as ArrayBuffer),
  ),
];

export async function readInvoices({ archivo, bytes }: InvoiceFile): Promise<FoundInvoice[]> {
  const { buffer, byteOffset, byteLength } = bytes;
  const file = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  const value = await invoicesOfFile(archivo, file);
  return move({ [transferableSymbol]: handedOver(value), [valueSymbol]: value } as never) as never;
}
