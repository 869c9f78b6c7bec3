/** What a reader could select in a PDF made by the program. */
import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';

/** Letters of Windows-1252 that Latin-1 does not have. */
const windowsLetters = new Map([
  [0x85, '…'],
  [0x96, '–'],
  [0x97, '—'],
]);

const decoded = (bytes: Buffer): string =>
  [...bytes].map((byte) => windowsLetters.get(byte) ?? String.fromCharCode(byte)).join('');

/** Strings of the operators Tj and TJ, in hexadecimal as both libraries write them. */
const shownText = (content: string): string =>
  [...content.matchAll(/\[([^\]]*)\]\s*TJ|<([\da-fA-F]*)>\s*Tj/g)]
    .map(([, array, single]) =>
      [...`${array ?? ''}${single === undefined ? '' : `<${single}>`}`.matchAll(/<([\da-fA-F]*)>/g)]
        .map(([, hex]) => decoded(Buffer.from(hex ?? '', 'hex')))
        .join(''),
    )
    .join(' ');

function contentOf(stream: PDFObject | undefined): string {
  if (!(stream instanceof PDFRawStream)) return '';
  const bytes = Buffer.from(stream.getContents());
  const isDeflated = stream.dict.get(PDFName.of('Filter'))?.toString() === '/FlateDecode';
  return (isDeflated ? inflateSync(bytes) : bytes).toString('latin1');
}

/** The text of each page, pages put into it included. */
export async function pageTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  return document.getPages().map((page) => {
    const contents = page.node.Contents();
    const streams =
      contents instanceof PDFArray
        ? contents.asArray().map((item) => document.context.lookup(item))
        : [contents];
    const forms = page.node.Resources()?.lookup(PDFName.of('XObject'));
    const embedded =
      forms instanceof PDFDict ? forms.values().map((item) => document.context.lookup(item)) : [];
    return [...streams, ...embedded.filter(isForm)]
      .map((stream) => shownText(contentOf(stream)))
      .join(' ');
  });
}

const isForm = (object: PDFObject | undefined): boolean =>
  object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype'))?.toString() === '/Form';
