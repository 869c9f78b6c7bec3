/** Paper, colours and letters of the legalisation. Lengths in points. */
import type { Tone } from '#machines/domain/states.ts';

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

export const toneColours: Record<Tone, string> = {
  neutral: '#475569',
  info: '#1d4ed8',
  warning: '#92400e',
  progress: '#115e59',
  success: '#166534',
  danger: '#b91c1c',
};

export const fonts = { normal: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/** The standard letters of a PDF know Western Europe; anything else becomes a question mark. */
const unprintable = /[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

export const printable = (text: string): string =>
  text.normalize('NFC').replace(/\s+/g, ' ').replace(unprintable, '?');

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

/** One line at a place, cut to its width; what comes next is not moved by it. */
export function line(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number; width: number },
  style: TextStyle,
): void {
  styled(pdf, style).text(printable(text), at.x, at.y, {
    width: at.width,
    height: style.size * 1.1,
    ellipsis: true,
    lineBreak: true,
    align: style.align ?? 'left',
  });
}
