/** ZIP files, whole ones and such as no program should write. */
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
      // Times are those of the build otherwise, and the same file would never be the same twice.
      { mtime: '2026-03-14T12:00:00' },
    ),
  );

/** A PDF as far as its first and last bytes tell. */
export const pdfBytes = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${text}\nstartxref\n0\n%%EOF\n`);

/** The ZIP with one byte of its index changed. */
export function withIndexByte(zip: Buffer, offset: number, change: (byte: number) => number) {
  const changed = Buffer.from(zip);
  const index = changed.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  changed[index + offset] = change(changed[index + offset] ?? 0);
  return changed;
}
