/** Some programs write a little behind the end mark of a PDF. */
const TAIL_BYTES = 4096;

/** False for a PDF that was cut off on its way: a reader would show what came of it. */
export function pdfIsWhole({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.subarray(-TAIL_BYTES).includes('%%EOF') && bytes.includes('startxref');
}
