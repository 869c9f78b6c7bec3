/** Several pictures as one PDF, which needs nothing of it but a page for each JPEG as it is. */

export interface JpegPage {
  bytes: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

/** Width of a page in points: that of an A4 sheet, whatever the height of its picture. */
const PAGE_WIDTH = 595;

const encoder = new TextEncoder();

/** The three objects of a page: where it is, what it shows, and how it is drawn. `first` is the number of the first. */
function objectsOfPage({ bytes, width, height }: JpegPage, first: number): Uint8Array[][] {
  const pageHeight = Math.round((PAGE_WIDTH * height) / width);
  const drawing = `q ${PAGE_WIDTH} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
  return [
    [
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${pageHeight}] /Resources << /XObject << /P ${first + 1} 0 R >> >> /Contents ${first + 2} 0 R >>`,
      ),
    ],
    [
      encoder.encode(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      ),
      bytes,
      encoder.encode('\nendstream'),
    ],
    [encoder.encode(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)],
  ];
}

/** A PDF with a page for each picture, in their order. */
export function pdfOfPictures(pages: readonly JpegPage[]): Uint8Array[] {
  const kids = pages.map((_, index) => `${3 + 3 * index} 0 R`).join(' ');
  const objects = [
    [encoder.encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encoder.encode(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)],
    ...pages.flatMap((page, index) => objectsOfPage(page, 3 + 3 * index)),
  ];
  const parts: Uint8Array[] = [];
  let written = 0;
  const write = (part: Uint8Array) => {
    parts.push(part);
    written += part.length;
  };
  write(encoder.encode('%PDF-1.4\n'));
  const places = objects.map((object, index) => {
    const place = written;
    write(encoder.encode(`${index + 1} 0 obj\n`));
    for (const part of object) write(part);
    write(encoder.encode('\nendobj\n'));
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(
    encoder.encode(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${written}\n%%EOF\n`,
    ),
  );
  return parts;
}
