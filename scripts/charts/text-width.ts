/** Measures text where there is no screen, with the metrics that pdfkit has of Helvetica. */
import PDFDocument from 'pdfkit';

const document = new PDFDocument({ autoFirstPage: false });

/** The system fonts of the page (Segoe UI, Roboto, Noto Sans) run up to this much wider. */
const slack = 1.1;

export const textWidth = (text: string, size: number, weight: 'bold' | 'normal' = 'normal') =>
  document
    .font(weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .widthOfString(text) * slack;

/** Breaks a text between words into lines of at most `width` pixels; a longer word stands alone. */
export function brokenInto(
  text: string,
  width: number,
  size: number,
  weight: 'bold' | 'normal' = 'normal',
): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size, weight) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
