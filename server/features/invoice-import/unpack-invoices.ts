/** Untrusted electronic invoices: unpacked, read and checked away from whoever answers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import { invoicesOfFile, type ReadInvoice, type UnreadFile } from '../invoices/xml/read-file.ts';
import { pdfIsWhole } from '../../platform/files/receipt-type.ts';

export interface InvoiceFile {
  /** Name of the file, for people. */
  archivo: string;
  file: string;
  /** Where the files of the invoices are put. */
  folder: string;
}

/** An invoice whose files are on the disk. */
export interface UnpackedInvoice extends Omit<ReadInvoice, 'xml' | 'pdf'> {
  xml: string;
  /** Only one that can be shown. */
  pdf: string | null;
  hasBadPdf: boolean;
}

const isUsable = (pdf: Buffer): boolean => pdf.length <= maximumReceiptBytes && pdfIsWhole(pdf);

/** Task: the invoices of a file. */
export async function readInvoices({
  archivo,
  file,
  folder,
}: InvoiceFile): Promise<(UnpackedInvoice | UnreadFile)[]> {
  const written = async (name: string, bytes: Buffer): Promise<string> => {
    const place = join(folder, name);
    await writeFile(place, bytes, { flush: true });
    return place;
  };
  const unpacked: (UnpackedInvoice | UnreadFile)[] = [];
  for (const [index, found] of (await invoicesOfFile(archivo, await readFile(file))).entries()) {
    if (!found.ok) {
      unpacked.push(found);
      continue;
    }
    const { xml, pdf } = found;
    unpacked.push({
      ...found,
      xml: await written(`${index}.xml`, xml),
      pdf: pdf && isUsable(pdf) ? await written(`${index}.pdf`, pdf) : null,
      hasBadPdf: pdf !== null && !isUsable(pdf),
    });
  }
  return unpacked;
}
