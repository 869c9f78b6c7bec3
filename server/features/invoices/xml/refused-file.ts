/** A file that is refused; the message is one Spanish sentence for the user who sent it. */
export class RefusedFile extends Error {
  override readonly name: string = 'RefusedFile';
}

/** An answer of the DIAN (`ApplicationResponse`): it accompanies an invoice but is not one. */
export class DianAnswer extends RefusedFile {}

/** Maximum length of a quotation; the texts of an untrusted file have any length. */
const QUOTED_LENGTH = 60;

/** Quotes text of the file in a sentence: on one line, without control characters that a terminal would execute. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return `«${line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line}»`;
}
