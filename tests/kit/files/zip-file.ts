/** Valid and invalid ZIP files. */
import { strToU8, zipSync } from 'fflate';

type ZipContent = Record<string, string | Uint8Array>;

export const zipOf = (files: ZipContent): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
      // The default is the current time, which would make every file different.
      { mtime: '2026-03-14T12:00:00' },
    ),
  );

/** A file with the first and last bytes of a PDF. */
export const pdfBytes = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${text}\nstartxref\n0\n%%EOF\n`);

/** The ZIP with one byte of its central directory changed. */
export function withIndexByte(zip: Buffer, offset: number, change: (byte: number) => number) {
  const changed = Buffer.from(zip);
  const index = changed.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  changed[index + offset] = change(changed[index + offset] ?? 0);
  return changed;
}
