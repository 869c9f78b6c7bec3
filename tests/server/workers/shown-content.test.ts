/** Hash of what a receipt shows, comparable with the hashes that are stored. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Of } from '#server/platform/access/digests.ts';
import { firstPicture } from '#server/platform/files/shown-content.ts';
import { inspectReceipt, readReceipt } from '#server/platform/files/receipt-file.ts';
import { pdf } from '#tests/kit/box-scene.ts';
import { jpgFile, pdfFile, pngFile } from '#tests/kit/files/receipt-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-dibujos-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Hash of the picture at 75 dpi, computed as in the first release. */
async function throughLibvips(file: string): Promise<string> {
  const picture = await firstPicture(
    { file, type: 'application/pdf' },
    { width: 554, height: 675 },
  );
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return sha256Of(`${info.width}x${info.height} `, data);
}

const stored = (name: string, bytes: Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

test.each([1, 3, 40])(
  'a photo whose EXIF is %i bytes shorter than declared is read',
  async (missing) => {
    const photo = await jpgFile('cámara');
    const exif = Buffer.from(`Exif\0\0MM\0*\0\0\0\b${'x'.repeat(60)}`, 'latin1');
    const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2 + missing]);
    const broken = Buffer.concat([photo.subarray(0, 2), head, exif, photo.subarray(2)]);
    const found = await readReceipt(stored(`exif-${missing}.jpg`, broken));
    expect(found).toMatchObject({ type: 'image/jpeg', fault: null });
    expect(found).toHaveProperty('content', expect.stringMatching(/^[0-9a-f]{64}$/));
  },
);

test('the hash of a PDF equals that of its rendered picture', async () => {
  const files = [await pdfFile('recibo'), await pdfFile('otro'), await pdfFile('uno más largo')];
  const hashes = new Set<string>();
  for (const [index, bytes] of files.entries()) {
    const file = stored(`${index}.pdf`, bytes);
    const found = await readReceipt(file);
    const content = await throughLibvips(file);
    expect(found).toEqual({
      type: 'application/pdf',
      sha256: sha256Of(bytes),
      fault: null,
      content,
    });
    hashes.add(content);
  }
  expect(hashes.size).toBe(files.length);
});

test('an empty page has no hash, and inspectReceipt computes none', async () => {
  expect(await readReceipt(stored('vacio.pdf', pdf('nada')))).toMatchObject({ content: null });
  const looked = await inspectReceipt(stored('solo.pdf', await pdfFile('recibo')));
  expect(Object.keys(looked).toSorted()).toEqual(['fault', 'sha256', 'type']);
});

test.each([
  ['jpg', () => jpgFile('foto')],
  ['png', async () => pngFile('foto')],
])('a picture has a hash, too: %s', async (name, make) => {
  const found = await readReceipt(stored(`foto.${name}`, await make()));
  expect(found).toMatchObject({ fault: null, content: expect.stringMatching(/^[\da-f]{64}$/) });
});
