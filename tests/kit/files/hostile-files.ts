/** Files that are two things at once, larger than they look, or something else than their name says. */
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import { jpgFile, pdfFile, pngFile, rawPng } from './support-files.ts';
import { zipOf } from './zip-file.ts';

const page =
  '<html><body><script>window.hurt = true</script><img src=x onerror=alert(1)></body></html>';

/** Compressed zeros: a thousandth of what they unpack to. */
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

const MEGABYTE = 1024 * 1024;

/** A PDF with one stream whose dictionary is given; its other objects are what a reader needs. */
const pdfWithStream = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n2 0 obj\n<< /Type /Catalog >>\nendobj\n1 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\nstartxref\n0\n%%EOF\n'),
  ]);

/** Unpacked while the document is read. */
export const pdfBomb = (megabytes: number): Buffer =>
  pdfWithStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', zeros(megabytes * MEGABYTE));

/** Packed twice: a millionth of what it unpacks to. */
export const pdfBombInBomb = (megabytes: number): Buffer =>
  pdfWithStream(
    '/Type /Obj#53tm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
    deflateSync(zeros(megabytes * MEGABYTE)),
  );

/** Unpacked only when its page is put into another document. */
export async function pdfWithHeavyPage(megabytes: number): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const dict = context.obj({ Filter: 'FlateDecode' });
  const content = context.register(PDFRawStream.of(dict, zeros(megabytes * MEGABYTE)));
  document.addPage([300, 200]).node.set(document.context.obj('Contents') as never, content);
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A PNG that says how large it is, and holds nothing of it. */
export const emptyPng = (width: number, height: number): Buffer =>
  rawPng({ width, height, depth: 8, colourType: 0, rows: [[0]] });

/** A JPEG that says how large it is. */
export function jpegOfSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpgFile('grande'));
  const start = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, start + 5);
  bytes.writeUInt16BE(width, start + 7);
  return bytes;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** What is no pdf, jpg or png, under names that say it is. */
export const strangers: Record<string, () => Buffer> = {
  'an SVG with a script': () => Buffer.from(svg),
  'an SVG behind an XML head': () => Buffer.from(`<?xml version="1.0"?>\n${svg}`),
  'a web page': () => Buffer.from(page),
  'a web page with a PDF in it': () => Buffer.from(`${page}%PDF-1.4\n1 0 obj\nstartxref\n0\n%%EOF`),
  'a ZIP': () => zipOf({ 'recibo.pdf': 'x' }),
  'a ZIP that unpacks to much': () => zipOf({ 'a.txt': new Uint8Array(8 * MEGABYTE) }),
  'a ZIP before a PDF': () =>
    Buffer.concat([zipOf({ a: 'x' }), Buffer.from('%PDF-1.4\nstartxref %%EOF')]),
  'a GIF that is a script': () => Buffer.from('GIF89a=1;window.hurt=true;/*\u0000*/', 'latin1'),
  'a program': () => Buffer.from('MZ\u0090\u0000This program cannot be run in DOS mode', 'latin1'),
  'a shell script': () => Buffer.from('#!/bin/sh\nrm -rf /\n'),
  'a PostScript file': () => Buffer.from('%!PS-Adobe-3.0\n(x) run\n'),
  'a script': () => Buffer.from('window.hurt = true; // %PDF-1.4'),
};

/** What is a pdf, jpg or png, and something else too: may be kept, and never becomes the other thing. */
export const polyglots: Record<string, { make: () => Promise<Buffer>; type: string }> = {
  'a PDF with a web page behind it': {
    make: async () =>
      Buffer.concat([await pdfFile('html'), Buffer.from(page), Buffer.from('\n%%EOF\n')]),
    type: 'application/pdf',
  },
  'a PDF with a web page in a comment': {
    make: async () => {
      const whole = await pdfFile('comentario');
      return Buffer.concat([whole.subarray(0, 9), Buffer.from(`%${page}\n`), whole.subarray(9)]);
    },
    type: 'application/pdf',
  },
  'a PDF that is a ZIP too': {
    make: async () =>
      Buffer.concat([await pdfFile('zip'), zipOf({ 'a.html': page }), Buffer.from('\n%%EOF\n')]),
    type: 'application/pdf',
  },
  'a JPEG with a web page behind it': {
    make: async () => Buffer.concat([jpgFile('cola'), Buffer.from(page)]),
    type: 'image/jpeg',
  },
  'a PNG with a web page behind it': {
    make: async () => Buffer.concat([pngFile('cola'), Buffer.from(page)]),
    type: 'image/png',
  },
};
