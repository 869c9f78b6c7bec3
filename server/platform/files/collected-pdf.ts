/** The bytes of a document, which this ends. */
export async function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}
