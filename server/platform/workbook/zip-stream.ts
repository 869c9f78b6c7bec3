/** A ZIP file of which one entry is still being written. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';

/** Method 8 of the ZIP format. */
const DEFLATE = 8;

/** Counts what goes by into the entry, whose size and sum stand behind its data. */
async function* counted(
  entry: ZipInputFile,
  chunks: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/**
 * @param parts small entries, whole
 * @param streamed the large one; it is compressed outside of the event loop and never held whole
 */
export async function* zipped(
  parts: Readonly<Record<string, Uint8Array>>,
  streamed: { filename: string; chunks: AsyncIterable<string> },
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = (): Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, data) => {
    if (error) throw error;
    ready.push(data);
  });
  for (const [filename, bytes] of Object.entries(parts)) {
    const entry = new ZipDeflate(filename);
    zip.add(entry);
    entry.push(bytes, true);
  }
  const entry: ZipInputFile = {
    filename: streamed.filename,
    size: 0,
    crc: 0,
    compression: DEFLATE,
  };
  zip.add(entry);
  const deflate = createDeflateRaw();
  const compressing = pipeline(Readable.from(counted(entry, streamed.chunks)), deflate);
  // Its failure also ends the iteration below, which is where it is thrown.
  compressing.catch(() => undefined);
  for await (const part of deflate) {
    entry.ondata?.(null, part, false);
    yield* take();
  }
  await compressing;
  entry.ondata?.(null, new Uint8Array(), true);
  zip.end();
  yield* take();
}
