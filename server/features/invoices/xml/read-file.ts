import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import { pdfIsWhole } from '../../../platform/files/receipt-type.ts';
import { type CheckedInvoice, parseInvoice } from './parse-invoice.ts';
import { decodeXml } from './parse-xml.ts';
import { type UnpackedFile, isZip, maximumZipEntries, readZip } from './read-zip.ts';
import { DianAnswer, RefusedFile } from './refused-file.ts';

/** Reads the invoices of an uploaded file: an XML, a ZIP with XML and PDF, or a mail (.eml) with either attached. */

interface ReadInvoice {
  /** Name of its file, preceded by the name of the ZIP. */
  archivo: string;
  /** Name of its file without the ZIP. */
  entrada: string;
  ok: true;
  invoice: CheckedInvoice;
  xml: Buffer;
  /** Its graphic representation, when one came in the same ZIP. */
  pdf: Buffer | null;
}

export interface UnreadFile {
  archivo: string;
  ok: false;
  /** Reason, as a sentence for the user. */
  motivo: string;
  /** True for a file that accompanies an invoice but is not one. */
  isCompanion: boolean;
}

type FoundInvoice = ReadInvoice | UnreadFile;

/** Milliseconds for checking the signatures of one file; later invoices are read without a check. */
const CHECKING_TIME = 6_000;

const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-';

/** Metadata entries that archive programs add. */
const isNoise = (name: string): boolean => /(^|\/)(__MACOSX\/|\._)/.test(name);

const stemOf = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? '').replace(/\.[^.]*$/, '').toLowerCase();

/** @throws any error that is not a RefusedFile: it is a bug */
function unread(archivo: string, error: unknown): UnreadFile {
  if (!(error instanceof RefusedFile)) throw error;
  const isCompanion = error instanceof DianAnswer;
  return { archivo, ok: false, motivo: error.message, isCompanion };
}

function readXml(archivo: string, xml: Buffer, until: number, entrada = archivo): FoundInvoice {
  try {
    return {
      archivo,
      entrada,
      ok: true,
      invoice: parseInvoice(decodeXml(xml), until),
      xml,
      pdf: null,
    };
  } catch (error) {
    return unread(archivo, error);
  }
}

/** Groups the files by invoice, which may come both bare and in its container. */
function groupedByCufe(read: readonly ReadInvoice[]): ReadInvoice[][] {
  const groups = new Map<string, ReadInvoice[]>();
  for (const one of read)
    groups.set(one.invoice.cufe, [...(groups.get(one.invoice.cufe) ?? []), one]);
  return [...groups.values()];
}

/** The file of an invoice to store: one with a verified signature if there is one, else the first. */
const bestOf = (group: readonly ReadInvoice[]): ReadInvoice | undefined =>
  group.find(({ invoice }) => invoice.firma === 'verificada') ?? group[0];

/** Each invoice once, with the PDF of the same name, or with the only PDF when there is a single invoice. */
function withPdfs(read: readonly ReadInvoice[], pdfs: readonly UnpackedFile[]): ReadInvoice[] {
  const groups = groupedByCufe(read);
  const only = groups.length === 1 && pdfs.length === 1 ? pdfs[0] : undefined;
  return groups.flatMap((group) => {
    const first = bestOf(group);
    const stems = group.map(({ entrada }) => stemOf(entrada));
    const named = pdfs.find(({ name }) => stems.includes(stemOf(name)));
    return first === undefined ? [] : [{ ...first, pdf: (named ?? only)?.bytes ?? null }];
  });
}

const isWanted = (name: string): boolean => /\.(xml|pdf)$/i.test(name) && !isNoise(name);

/** The invoices of files that came together; none without an XML. */
function invoicesOfFiles(
  archivo: string,
  files: readonly UnpackedFile[],
  until: number,
): FoundInvoice[] {
  const found = files
    .filter(({ name }) => /\.xml$/i.test(name))
    .map(({ name, bytes }) => readXml(`${archivo} › ${name}`, bytes, until, name));
  const read = found.filter((one) => one.ok);
  const refused = found.filter((one) => !one.ok);
  const pdfs = files.filter(({ bytes }) => isPdf(bytes));
  return [
    ...withPdfs(read, pdfs),
    ...refused.filter(({ isCompanion }) => read.length === 0 || !isCompanion),
  ];
}

async function invoicesOfZip(archivo: string, zip: Buffer, until: number): Promise<FoundInvoice[]> {
  const found = invoicesOfFiles(archivo, await readZip(zip, isWanted), until);
  if (found.length === 0) throw new RefusedFile('El ZIP no trae ningún XML.');
  return found;
}

/** True when the file begins with a header field of RFC 5322. */
const isMail = (bytes: Buffer): boolean =>
  /^(From |[!-9;-~]{1,70}:[ \t])/.test(bytes.toString('latin1', 0, 100));

async function attachmentsOf(mail: Buffer): Promise<UnpackedFile[]> {
  try {
    const { attachments } = await PostalMime.parse(mail, {
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 20,
    });
    return attachments.flatMap(({ filename, content }, index) => {
      const bytes = Buffer.from(typeof content === 'string' ? content : new Uint8Array(content));
      return [{ name: filename ?? `archivo ${index + 1}`, bytes }];
    });
  } catch {
    throw new RefusedFile('El correo está incompleto o dañado.');
  }
}

/** The invoices of the ZIP and XML files that are attached to a mail. */
async function invoicesOfMail(
  archivo: string,
  mail: Buffer,
  until: number,
): Promise<FoundInvoice[]> {
  const files = await attachmentsOf(mail);
  if (files.length > maximumZipEntries)
    throw new RefusedFile(`El correo trae demasiados archivos: el máximo es ${maximumZipEntries}.`);
  const found = invoicesOfFiles(
    archivo,
    files.filter(({ name }) => isWanted(name)),
    until,
  );
  for (const { name, bytes } of files.filter((file) => isZip(file.bytes)))
    found.push(
      ...(await orRefused(`${archivo} › ${name}`, (own) => invoicesOfZip(own, bytes, until))),
    );
  if (found.length === 0) throw new RefusedFile('El correo no trae ningún XML ni ZIP.');
  return found;
}

/** A file that is refused is a result. */
async function orRefused(
  archivo: string,
  read: (archivo: string) => Promise<FoundInvoice[]>,
): Promise<FoundInvoice[]> {
  try {
    return await read(archivo);
  } catch (error) {
    return [unread(archivo, error)];
  }
}

function requireReadable(bytes: Buffer): void {
  if (bytes.length === 0) throw new RefusedFile('El archivo está vacío.');
  if (isPdf(bytes))
    throw new RefusedFile(
      'Un PDF solo no trae los datos de la factura: cargue el XML, o el ZIP que trae los dos.',
    );
}

/**
 * Every invoice of a file, or at least one element with the reason why there is none. Invalid content never causes an
 * exception.
 *
 * @param archivo display name of the file
 */
export const invoicesOfFile = (archivo: string, bytes: Buffer): Promise<FoundInvoice[]> =>
  orRefused(archivo, async () => {
    requireReadable(bytes);
    const until = Date.now() + CHECKING_TIME;
    if (isZip(bytes)) return invoicesOfZip(archivo, bytes, until);
    return isMail(bytes) ? invoicesOfMail(archivo, bytes, until) : [readXml(archivo, bytes, until)];
  });

/** Worker task for untrusted electronic invoices: unpacks, parses and checks them outside the main thread. */

export interface InvoiceFile {
  /** Display name of the file. */
  archivo: string;
  file: string;
  /** Output folder for the files of the invoices. */
  folder: string;
}

/** An invoice with the paths of its files on disk. */
export interface UnpackedInvoice extends Omit<ReadInvoice, 'xml' | 'pdf'> {
  xml: string;
  /** Null without a PDF that can be shown. */
  pdf: string | null;
  hasBadPdf: boolean;
}

const isUsable = (pdf: Buffer): boolean => pdf.length <= maximumReceiptBytes && pdfIsWhole(pdf);

/** Task: reads the invoices of a file. */
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
