/** The index at the end of a ZIP: what it says that it holds, before anything is unpacked. */
import { quoted, RefusedFile } from './refused-file.ts';

export interface ZipEntry {
  name: string;
  compressedBytes: number;
  crc32: number;
}

/** Files and folders of one ZIP. */
export const maximumZipEntries = 200;

const endSignature = 0x06054b50;
const END_BYTES = 22;
const MAXIMUM_COMMENT_BYTES = 0xffff;
const entrySignature = 0x02014b50;
const ENTRY_BYTES = 46;
const encryptedFlag = 0x1;
const utf8Flag = 0x800;

export const brokenZip = (): RefusedFile =>
  new RefusedFile('El ZIP está incompleto o dañado. Descárguelo de nuevo.');

/** Where the end record begins: the last signature whose comment reaches the end of the file. */
function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAXIMUM_COMMENT_BYTES);
  for (let offset = zip.length - END_BYTES; offset >= first; offset -= 1) {
    if (zip.readUInt32LE(offset) !== endSignature) continue;
    if (offset + END_BYTES + zip.readUInt16LE(offset + 20) === zip.length) return offset;
  }
  throw brokenZip();
}

/** Never written to a disk under this name; one that leaves its folder is meant for somebody who would. */
function requireHarmlessName(name: string): void {
  const isHarmless =
    !/^([\\/]|[A-Za-z]:)/.test(name) &&
    !name.split(/[\\/]/).includes('..') &&
    !/[\p{Cc}\p{Cs}]/u.test(name);
  if (!isHarmless)
    throw new RefusedFile(`El ZIP trae un archivo con un nombre no permitido: ${quoted(name)}.`);
}

function entryAt(zip: Buffer, offset: number): { entry: ZipEntry; next: number } {
  if (offset + ENTRY_BYTES > zip.length || zip.readUInt32LE(offset) !== entrySignature)
    throw brokenZip();
  const flags = zip.readUInt16LE(offset + 8);
  const nameEnd = offset + ENTRY_BYTES + zip.readUInt16LE(offset + 28);
  const next = nameEnd + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  if (next > zip.length) throw brokenZip();
  const name = zip.toString(flags & utf8Flag ? 'utf8' : 'latin1', offset + ENTRY_BYTES, nameEnd);
  requireHarmlessName(name);
  if (flags & encryptedFlag)
    throw new RefusedFile('El ZIP está protegido con contraseña: cárguelo sin ella.');
  return {
    entry: {
      name,
      crc32: zip.readUInt32LE(offset + 16),
      compressedBytes: zip.readUInt32LE(offset + 20),
    },
    next,
  };
}

/**
 * @throws RefusedFile when it is broken, split, protected, too full, or names what it must not
 */
export function zipIndex(zip: Buffer): ZipEntry[] {
  const end = endOf(zip);
  const [here, total] = [zip.readUInt16LE(end + 8), zip.readUInt16LE(end + 10)];
  if (here !== total) throw brokenZip();
  if (total > maximumZipEntries)
    throw new RefusedFile(`El ZIP trae demasiados archivos: el máximo es ${maximumZipEntries}.`);
  const entries: ZipEntry[] = [];
  let offset = zip.readUInt32LE(end + 16);
  for (let index = 0; index < total; index += 1) {
    const { entry, next } = entryAt(zip, offset);
    entries.push(entry);
    offset = next;
  }
  if (offset > end) throw brokenZip();
  return entries;
}
