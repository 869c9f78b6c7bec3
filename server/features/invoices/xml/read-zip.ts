/** Unpacks selected entries of a ZIP in memory, within limits; entry names are never used as paths on disk. */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { quoted, RefusedFile } from './refused-file.ts';

export interface UnpackedFile {
  name: string;
  bytes: Buffer;
}

/** Maximum number of files and folders of one ZIP. */
export const maximumZipEntries = 200;

/** Maximum unpacked size of one file, and of all files together, in bytes. */
const maximumUnpackedBytes = 20_000_000;
const maximumUnpackedTotal = 60_000_000;

/** A file with a higher compression ratio counts as a ZIP bomb; invoices have a ratio of 10 to 20. */
const maximumRatio = 100;
/** Unpacked size, in bytes, up to which the ratio is not checked. */
const RATIO_FROM_BYTES = 1_000_000;

const nestedArchive = /\.(zip|rar|7z|gz|tar|tgz|jar|iso)$/i;

const indexSignatures: readonly string[] = ['PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06'];
const utf8Flag = 0x800;
const descriptorFlag = 0x8;
/** Possible sizes, in bytes, of the data descriptor that follows the content of a file. */
const descriptorSizes: readonly number[] = [12, 16, 20, 24];

const brokenZip = (): RefusedFile =>
  new RefusedFile('El ZIP está incompleto o dañado. Descárguelo de nuevo.');

const tooLarge = (): RefusedFile =>
  new RefusedFile('El ZIP es demasiado grande al descomprimirlo: puede ser un archivo dañino.');

const nested = (name: string): RefusedFile =>
  new RefusedFile(
    `El ZIP trae otro archivo comprimido adentro (${quoted(name)}): extráigalo y cargue su contenido.`,
  );

const signatureAt = (bytes: Buffer, offset: number): string =>
  bytes.toString('latin1', offset, offset + 4);

/** Checks the first bytes: a local file header, or the end record of an empty ZIP. */
export const isZip = (bytes: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(signatureAt(bytes, 0));

interface NamedEntry {
  name: string;
  entry: Entry;
}

/** Name of an entry. @throws RefusedFile for an absolute path, `..` (path traversal) or control characters */
function harmlessName({ fileNameRaw, generalPurposeBitFlag: flags }: Entry): string {
  const name = fileNameRaw.toString(flags & utf8Flag ? 'utf8' : 'latin1');
  const isHarmless =
    !/^([\\/]|[A-Za-z]:)/.test(name) &&
    !name.split(/[\\/]/).includes('..') &&
    !/[\p{Cc}\p{Cs}]/u.test(name);
  if (isHarmless) return name;
  throw new RefusedFile(`El ZIP trae un archivo con un nombre no permitido: ${quoted(name)}.`);
}

async function indexOf(zip: ZipFile): Promise<NamedEntry[]> {
  if (zip.entryCount > maximumZipEntries)
    throw new RefusedFile(`El ZIP trae demasiados archivos: el máximo es ${maximumZipEntries}.`);
  const index: NamedEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = harmlessName(entry);
    if (entry.isEncrypted())
      throw new RefusedFile('El ZIP está protegido con contraseña: cárguelo sin ella.');
    index.push({ name, entry });
  }
  for (const { name } of index) if (nestedArchive.test(name)) throw nested(name);
  return index;
}

/**
 * Requires the files of the index to be contiguous, so that programs that read a ZIP by its index and programs that
 * read it from its beginning see the same files.
 */
async function requireNothingHidden(zip: ZipFile, bytes: Buffer, index: readonly NamedEntry[]) {
  let ends = [0];
  const byPlace = index
    .map(({ entry }) => entry)
    .sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
  for (const entry of byPlace) {
    if (!ends.includes(entry.relativeOffsetOfLocalHeader)) throw brokenZip();
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const end = fileDataStart + entry.compressedSize;
    const hasDescriptor = (entry.generalPurposeBitFlag & descriptorFlag) !== 0;
    ends = hasDescriptor ? descriptorSizes.map((size) => end + size) : [end];
  }
  if (!ends.some((end) => indexSignatures.includes(signatureAt(bytes, end)))) throw brokenZip();
}

/** Checks the sizes in the index; the library throws while unpacking a file of another size. */
function requireSmall(wanted: readonly NamedEntry[]): void {
  let total = 0;
  for (const { uncompressedSize: size, compressedSize } of wanted.map(({ entry }) => entry)) {
    total += size;
    const isSuspicious = size > RATIO_FROM_BYTES && size > maximumRatio * compressedSize;
    if (size > maximumUnpackedBytes || total > maximumUnpackedTotal || isSuspicious)
      throw tooLarge();
  }
}

async function unpacked(zip: ZipFile, { name, entry }: NamedEntry): Promise<UnpackedFile> {
  const bytes = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
  if (crc32(bytes) !== entry.crc32) throw brokenZip();
  if (isZip(bytes)) throw nested(name);
  return { name, bytes };
}

/**
 * The files of a ZIP whose names are wanted.
 *
 * @throws RefusedFile when it is broken, too large, or holds another archive
 */
export async function readZip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
): Promise<UnpackedFile[]> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false });
    const index = await indexOf(zip);
    await requireNothingHidden(zip, bytes, index);
    const wanted = index.filter(({ name }) => isWanted(name));
    requireSmall(wanted);
    const files: UnpackedFile[] = [];
    for (const one of wanted) files.push(await unpacked(zip, one));
    return files;
  } catch (error) {
    // Any other error is from the library, for bytes that it cannot read.
    throw error instanceof RefusedFile ? error : brokenZip();
  }
}
