/** Paper, colours and letters of the legalisation. Lengths in points. */
export type Pdf = PDFKit.PDFDocument;

/** Letter, as offices in Colombia print. */
export const paper = { width: 612, height: 792, margin: 40 } as const;
export const inner = {
  left: paper.margin,
  right: paper.width - paper.margin,
  width: paper.width - 2 * paper.margin,
  top: paper.margin,
  /** Above the footer. */
  bottom: paper.height - 52,
} as const;

export const colours = {
  ink: '#1e293b',
  quiet: '#64748b',
  line: '#cbd5e1',
  stripe: '#f8fafc',
  brand: '#0f766e',
  brandPale: '#f0fdfa',
  white: '#ffffff',
} as const;

const fonts = { normal: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/** The standard letters of a PDF know Western Europe; anything else becomes a question mark. */
const unprintable = /[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** An amount stays in one line with its sign. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\$ (?=\d)/g, '$\u00a0')
    .replace(unprintable, '?');

export interface TextStyle {
  size: number;
  colour?: string;
  bold?: boolean;
  align?: 'left' | 'right' | 'center';
}

export function styled(pdf: Pdf, { size, colour = colours.ink, bold = false }: TextStyle): Pdf {
  return pdf
    .font(bold ? fonts.bold : fonts.normal)
    .fontSize(size)
    .fillColor(colour);
}

interface Place {
  x: number;
  y: number;
  width: number;
}

/** Beginning of a line on the left of the page, or on its right. */
export const onTheLeft = (y: number, width: number): Place => ({ x: inner.left, y, width });
export const onTheRight = (y: number, width: number): Place => ({
  x: inner.right - width,
  y,
  width,
});

/** A small text beside what matters. */
export const quiet = (size: number, align: 'left' | 'right' = 'left'): TextStyle => ({
  size,
  align,
  colour: colours.quiet,
});

/** Text at a place over at most some lines, the last of them cut; what comes next is not moved by it. */
export function line(pdf: Pdf, text: string, at: Place, style: TextStyle, lines = 1): void {
  styled(pdf, style).text(printable(text), at.x, at.y, {
    width: at.width,
    // A point more, since sums of heights are not exact.
    height: pdf.currentLineHeight(true) * lines + 1,
    ellipsis: true,
    lineBreak: true,
    align: style.align ?? 'left',
  });
}

/** Height that a text takes in a width. */
export const heightOf = (pdf: Pdf, text: string, width: number, style: TextStyle): number =>
  styled(pdf, style).heightOfString(printable(text), { width });

/** Lines that a text takes in a width, at most `most`. */
export function linesOf(pdf: Pdf, text: string, width: number, style: TextStyle, most: number) {
  const height = heightOf(pdf, text, width, style);
  return Math.min(most, Math.round(height / pdf.currentLineHeight(true)));
}

/** An amount at a place: never cut nor wrapped, but smaller where it would not fit. */
export function amount(pdf: Pdf, text: string, at: Place, style: TextStyle): void {
  const share = at.width / styled(pdf, style).widthOfString(text);
  const size = style.size * Math.min(1, share * 0.999);
  const y = at.y + (style.size - size) / 2;
  const x = style.align === 'right' ? at.x + at.width - Math.min(1, 1 / share) * at.width : at.x;
  styled(pdf, { ...style, size }).text(text, x, y, { lineBreak: false });
}
