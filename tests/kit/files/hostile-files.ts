/** Polyglot files, files that unpack to a large size, and files of another type than their name. */
import { deflateSync } from 'node:zlib';
import { jpgFile, pdfFile, pngFile, rawPng } from './receipt-files.ts';
import { zipOf } from './zip-file.ts';

const page =
  '<html><body><script>window.hurt = true</script><img src=x onerror=alert(1)></body></html>';

/** Compressed zeros: a thousandth of their unpacked size. */
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));

const MEGABYTE = 1024 * 1024;

/** A PDF whose only page holds a stream of zeros, unpacked when the page is opened. */
export function pdfWithHeavyPage(megabytes: number): Buffer {
  const content = zeros(megabytes * MEGABYTE);
  return Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.5',
        '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
        '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
        '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >> endobj',
        `4 0 obj << /Filter /FlateDecode /Length ${content.length} >>\nstream\n`,
      ].join('\n'),
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
  ]);
}

/** A PNG that declares a size and contains no pixels. */
export const emptyPng = (width: number, height: number): Buffer =>
  rawPng({ width, height, depth: 8, colourType: 0, rows: [[0]] });

/** A JPEG that declares another size. */
export async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await jpgFile('grande');
  const start = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, start + 5);
  bytes.writeUInt16BE(width, start + 7);
  return bytes;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Files that are not PDF, JPEG or PNG, under names that claim it. */
export const foreignFiles: Record<string, () => Buffer> = {
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

/**
 * Valid PDF, JPEG or PNG files that are also another format; they may be stored, and are never served as the other
 * format.
 */
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
    make: async () => Buffer.concat([await jpgFile('cola'), Buffer.from(page)]),
    type: 'image/jpeg',
  },
  'a PNG with a web page behind it': {
    make: async () => Buffer.concat([pngFile('cola'), Buffer.from(page)]),
    type: 'image/png',
  },
};
