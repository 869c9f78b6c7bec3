/** Why a file gives no invoice: one Spanish sentence for its sender. */
export class RefusedFile extends Error {
  override readonly name: string = 'RefusedFile';
}

/** The answer of the DIAN to an invoice: it comes beside the invoice and is none itself. */
export class DianAnswer extends RefusedFile {}

/** Maximum length of a quotation: the file chose the length of its texts. */
const QUOTED_LENGTH = 60;

/** Text of the file inside a sentence: on one line, without what a terminal would obey. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return `«${line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line}»`;
}
