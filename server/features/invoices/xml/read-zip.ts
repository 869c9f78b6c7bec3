/** Unpacks what is wanted of a ZIP, in memory and within limits; nothing is ever written under its names. */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { quoted, RefusedFile } from './refused-file.ts';

export interface UnpackedFile {
  name: string;
  bytes: Buffer;
}

/** Files and folders of one ZIP. */
const maximumZipEntries = 200;

/** Largest unpacked file, and all of them together, in bytes. */
const maximumUnpackedBytes = 20_000_000;
const maximumUnpackedTotal = 60_000_000;

/** Text of an invoice shrinks ten to twenty times; what shrinks more is made to fill the memory. */
const maximumRatio = 100;
/** Below this size, in bytes, no ratio does harm. */
const RATIO_FROM_BYTES = 1_000_000;

const nestedArchive = /\.(zip|rar|7z|gz|tar|tgz|jar|iso)$/i;

const indexSignatures: readonly string[] = ['PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06'];
const utf8Flag = 0x800;
const descriptorFlag = 0x8;
/** Bytes that may follow the content of a file whose sizes come behind it. */
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

/** By its first bytes: those of a file in it, or of the end of an empty one. */
export const isZip = (bytes: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(signatureAt(bytes, 0));

interface NamedEntry {
  name: string;
  entry: Entry;
}

/** Never written to a disk under this name; one that leaves its folder is meant for somebody who would. */
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
 * A program that reads a ZIP by its index and one that reads it from its beginning must see the same files, so the
 * files of the index lie one behind the other.
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

/** By what the index says; what unpacks to another size is broken, as soon as that shows. */
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
    // What is no sentence of ours is the library's about bytes that it cannot read.
    throw error instanceof RefusedFile ? error : brokenZip();
  }
}
