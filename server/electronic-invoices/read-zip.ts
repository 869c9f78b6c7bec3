/** Unpacks what is wanted of a ZIP, in memory and within limits; nothing is ever written under its names. */
import { crc32 } from 'node:zlib';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { RefusedFile, quoted } from './refused-file.ts';
import { brokenZip, type ZipEntry, zipIndex } from './zip-index.ts';

export interface UnpackedFile {
  name: string;
  bytes: Buffer;
}

/** Largest unpacked file, and all of them together, in bytes. */
export const maximumUnpackedBytes = 20_000_000;
export const maximumUnpackedTotal = 60_000_000;

/** Text of an invoice shrinks ten to twenty times; what shrinks more is made to fill the memory. */
export const maximumRatio = 100;
/** Below this size, in bytes, no ratio does harm. */
const RATIO_FROM_BYTES = 1_000_000;

/** Packed bytes that are unpacked before the limits are looked at again. */
const STEP_BYTES = 16 * 1024;

const nestedArchive = /\.(zip|rar|7z|gz|tar|tgz|jar|iso)$/i;

const nested = (name: string): RefusedFile =>
  new RefusedFile(
    `El ZIP trae otro archivo comprimido adentro (${quoted(name)}): extráigalo y cargue su contenido.`,
  );

/** By its first bytes: those of a file in it, or of the end of an empty one. */
export const isZip = (bytes: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.toString('latin1', 0, 4));

const tooLarge = (): RefusedFile =>
  new RefusedFile('El ZIP es demasiado grande al descomprimirlo: puede ser un archivo dañino.');

/** One file of the ZIP while it is unpacked. */
class Unpacking {
  private readonly entry: ZipEntry;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private isWhole = false;

  constructor(entry: ZipEntry) {
    this.entry = entry;
  }

  take(chunk: Uint8Array, isLast: boolean): void {
    this.chunks.push(Buffer.from(chunk));
    this.size += chunk.length;
    const isSuspicious =
      this.size > RATIO_FROM_BYTES &&
      this.size > maximumRatio * Math.max(1, this.entry.compressedBytes);
    if (this.size > maximumUnpackedBytes || isSuspicious) throw tooLarge();
    this.isWhole = isLast;
  }

  file(): UnpackedFile {
    const bytes = Buffer.concat(this.chunks);
    if (!this.isWhole || crc32(bytes) !== this.entry.crc32) throw brokenZip();
    return { name: this.entry.name, bytes };
  }
}

/**
 * The files of a ZIP whose names are wanted.
 *
 * @throws RefusedFile when it is broken, too large, or holds another archive
 */
export function readZip(zip: Buffer, isWanted: (name: string) => boolean): UnpackedFile[] {
  const index = zipIndex(zip);
  for (const { name } of index) if (nestedArchive.test(name)) throw nested(name);
  const unpacking: Unpacking[] = [];
  let seen = 0;
  let total = 0;
  const onFile = (file: UnzipFile) => {
    const entry = index[seen];
    seen += 1;
    // Whoever reads the one and whoever reads the other must see the same files.
    if (entry === undefined) throw brokenZip();
    if (!isWanted(entry.name)) return;
    const one = new Unpacking(entry);
    unpacking.push(one);
    file.ondata = (error, chunk, isLast) => {
      // The library catches what was thrown below and hands it back here.
      if (error) throw error instanceof RefusedFile ? error : brokenZip();
      total += chunk.length;
      if (total > maximumUnpackedTotal) throw tooLarge();
      one.take(chunk, isLast);
    };
    file.start();
  };
  unpack(zip, onFile);
  if (seen !== index.length) throw brokenZip();
  const files = unpacking.map((one) => one.file());
  for (const { name, bytes } of files) if (isZip(bytes)) throw nested(name);
  return files;
}

function unpack(zip: Buffer, onFile: (file: UnzipFile) => void): void {
  const unzip = new Unzip(onFile);
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < zip.length; start += STEP_BYTES)
      unzip.push(zip.subarray(start, start + STEP_BYTES), start + STEP_BYTES >= zip.length);
  } catch (error) {
    // What is no sentence of ours is the library's about bytes that it cannot read.
    throw error instanceof RefusedFile ? error : brokenZip();
  }
}
