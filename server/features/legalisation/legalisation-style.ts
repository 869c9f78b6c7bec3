/** Paper, colours and fonts of the legalisation. Lengths in points. */
export type Pdf = PDFKit.PDFDocument;

/** Letter format, as usual in Colombia. */
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

/** The standard fonts of a PDF cover Western Europe; any other character becomes a question mark. */
const unprintable = /[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** Text for these fonts, with a no-break space between `$` and its amount. */
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

/** Position of a line at the left or at the right margin of the page. */
export const onTheLeft = (y: number, width: number): Place => ({ x: inner.left, y, width });
export const onTheRight = (y: number, width: number): Place => ({
  x: inner.right - width,
  y,
  width,
});

/** Style of secondary text. */
export const quiet = (size: number, align: 'left' | 'right' = 'left'): TextStyle => ({
  size,
  align,
  colour: colours.quiet,
});

/** Draws text at a position, cut after `lines` lines; the position of later text does not depend on it. */
export function line(pdf: Pdf, text: string, at: Place, style: TextStyle, lines = 1): void {
  styled(pdf, style).text(printable(text), at.x, at.y, {
    width: at.width,
    // One extra point, since sums of heights are not exact.
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

/** Draws an amount at a position: never cut or wrapped, but smaller where it would not fit. */
export function amount(pdf: Pdf, text: string, at: Place, style: TextStyle): void {
  const share = at.width / styled(pdf, style).widthOfString(text);
  const size = style.size * Math.min(1, share * 0.999);
  const y = at.y + (style.size - size) / 2;
  const x = style.align === 'right' ? at.x + at.width - Math.min(1, 1 / share) * at.width : at.x;
  styled(pdf, { ...style, size }).text(text, x, y, { lineBreak: false });
}

const LOGO = { top: 16, width: 200, height: 40 } as const;

/** Draws the logo of the company at the top. @returns the height by which it moves what follows */
export function drawLogo(pdf: Pdf, logo: string): number {
  if (logo === '') return 0;
  pdf.image(logo, inner.left, LOGO.top, { fit: [LOGO.width, LOGO.height] });
  return LOGO.height + 6;
}
