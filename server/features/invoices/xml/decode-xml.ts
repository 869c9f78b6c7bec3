import { quoted, RefusedFile } from './refused-file.ts';
import { decodeWindows1252 } from './windows-1252.ts';

/** Largest XML, in bytes: an invoice of a thousand lines has less than three million. */
export const maximumXmlBytes = 5_000_000;

/** Encodings that an XML may declare, as TextDecoder knows them, but for the Latin ones of Windows. */
const encodings: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** Byte order marks, and how the first character of an XML looks without one. */
const beginnings: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c], encoding: 'utf-16be' },
];

/** Bytes in which the declaration of an XML is looked for. */
const DECLARATION_BYTES = 200;

function encodingOf(bytes: Buffer): string {
  const begun = beginnings.find(({ bytes: first }) =>
    first.every((byte, index) => bytes[index] === byte),
  );
  if (begun) return begun.encoding;
  const head = bytes.toString('latin1', 0, DECLARATION_BYTES);
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1];
  if (declared === undefined) return 'utf-8';
  const encoding = encodings[declared.toLowerCase()];
  // Without a mark, bytes in which a declaration can be read are not UTF-16.
  if (encoding === undefined || encoding.startsWith('utf-16'))
    throw new RefusedFile(`El XML usa una codificación desconocida: ${quoted(declared)}.`);
  return encoding;
}

/**
 * The text of an XML file, by its byte order mark or by the encoding that it declares.
 *
 * @throws RefusedFile when it is too large or is not text of that encoding
 */
export function decodeXml(bytes: Buffer): string {
  if (bytes.length > maximumXmlBytes)
    throw new RefusedFile(
      `El XML es demasiado grande: el máximo es ${maximumXmlBytes / 1_000_000} MB.`,
    );
  const encoding = encodingOf(bytes);
  try {
    return encoding === 'windows-1252'
      ? decodeWindows1252(bytes)
      : new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedFile(`El archivo no es texto ${encoding.toUpperCase()}: está dañado.`);
  }
}
