/** Hostile uploads are refused, or stored and served only as the file type that they are. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { expenseRow, refused } from '#tests/kit/box-rows.ts';
import { record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import {
  emptyPng,
  jpegOfSize,
  pdfWithHeavyPage,
  polyglots,
  foreignFiles,
} from '#tests/kit/files/hostile-files.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { encryptedPdf, jpgFile, pdfFile } from '#tests/kit/files/receipt-files.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const unsupported = () => record(scene, {}, { receipt: false });

const upload = (id_gasto: number, bytes: Buffer, filename = 'recibo.pdf') =>
  scene.browsers[2].upload('/cargarSoporte', { id_gasto }, { filename, bytes });

async function receiptOf(id: number) {
  const { soporte } = await expenseRow(scene, id);
  return scene.browsers[2].get(`${documents.receipt.path}/${soporte}`);
}

describe('a file that is not what its name says', () => {
  test.each(Object.keys(foreignFiles))('%s is refused under every name', async (name) => {
    const bytes = foreignFiles[name]?.() ?? Buffer.alloc(0);
    for (const filename of ['recibo.pdf', 'recibo.jpg', 'recibo.png', 'recibo.svg']) {
      const id = await unsupported();
      const answer = await refused(scene, () => upload(id, bytes, filename));
      expect(answer).toMatchObject({ status: 415, unchanged: true });
      expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
    }
  });
});

describe('a polyglot file', () => {
  test.each(Object.keys(polyglots))('%s is served only as its detected type', async (name) => {
    const { make, type } = polyglots[name] ?? { make: () => pdfFile('x'), type: '' };
    const id = await unsupported();
    expect((await upload(id, await make(), 'pagina.html')).status).toBe(200);
    const { headers } = await receiptOf(id);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toMatch(/^inline; filename=pagina\.(pdf|jpg|png)$/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/script-src|'self' 'unsafe-inline'/);
    // The PDF viewer of the browser shows nothing in a sandbox, and runs no script of a page.
    if (type !== 'application/pdf') expect(policy).toMatch(/; sandbox$/);
  });
});

describe('a small file with large content', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
  const tooMany = (part: string) => ({ status: 422, msg: expect.stringContaining(part) });

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a PNG of 900 million pixels', () => emptyPng(30_000, 30_000), 'píxeles'],
    ['a PNG one pixel too large', () => emptyPng(50_000_001, 1), 'píxeles'],
    ['a JPEG of 4,000 million pixels', () => jpegOfSize(65_000, 65_000), 'píxeles'],
    ['a PDF of 101 pages', () => pdfFile('hojas', { pages: 101 }), 'más de 100 páginas'],
  ])('%s is refused', async (_, make, part) => {
    const id = await unsupported();
    const bytes = await make();
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await refused(scene, () => upload(id, bytes))).toMatchObject({
      ...tooMany(part),
      unchanged: true,
    });
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG of a good telephone', () => blank(8_160, 6_120)],
    ['a PDF of 100 pages', () => pdfFile('hojas', { pages: 100 })],
    ['a PDF whose page unpacks to 8 MB', () => pdfWithHeavyPage(8)],
    ['a PDF that is protected by a password', () => encryptedPdf('clave')],
  ])('%s is accepted', async (_, make) => {
    expect((await upload(await unsupported(), await make())).status).toBe(200);
  });

  test('a page that unpacks to 150 MB leaves the rest of the legalisation intact', async () => {
    const store = await newStore(scene);
    for (const bytes of [pdfWithHeavyPage(150), await pdfFile('entero')]) {
      const id = await record(scene, { id_tienda: store.id }, { as: 4, receipt: false });
      const file = { filename: 'recibo.pdf', bytes };
      const { status } = await scene.browsers[4].upload('/cargarSoporte', { id_gasto: id }, file);
      expect(status).toBe(200);
    }
    const sent = await scene.browsers[4].call('/enviarCaja', {
      id_caja: store.idCaja,
      id_tienda: store.id,
    });
    expect(sent.status).toBe(200);
    const { statusCode, rawPayload } = await scene.browsers[4].get(
      `${documents.legalisation.path}?id_caja=${store.idCaja}`,
    );
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeLessThan(1_000_000);
    const texts = (await pageTexts(rawPayload)).join(' ');
    expect(texts).toContain('Soporte del gasto 1');
    expect(texts).toContain('entero 1');
  });
});

test('a file name never reaches the disk', async () => {
  const names = [
    '../../../etc/passwd.pdf',
    '..\\..\\windows\\system.ini',
    '/absoluto.pdf',
    'con\u0000nulo.pdf',
    'a'.repeat(500),
    '.htaccess',
    'CON',
    '<script>alert(1)</script>.pdf',
    'recibo.pdf; rm -rf ~',
    '=HYPERLINK(1).pdf',
  ];
  for (const [index, name] of names.entries())
    expect((await upload(await unsupported(), await jpgFile(`n${index}`), name)).status).toBe(200);
  const folder = join(scene.config.dataDir, 'soportes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  if (testEngine() === 'sqlite') expect(files.length).toBeGreaterThan(names.length);
  else expect(files).toEqual([]);
  expect(files.filter((name) => !/^[\da-f]{2}[\\/][\da-f]{64}$/.test(name))).toEqual([]);
  // Nothing was written beside the folder either.
  expect(readdirSync(scene.config.dataDir).filter((name) => name !== 'soportes')).toEqual([]);
});

test('a receipt answers 404 to users who do not see its box, with any header', async () => {
  const box = await boxIn(scene, 'supervision');
  const { soporte } = await expenseRow(scene, box.expenses[0] ?? 0);
  const url = `${documents.receipt.path}/${soporte}`;
  const foreign = await scene.signIn(scene.others.responsable.email);
  for (const browser of [foreign, scene.browsers[5]])
    for (const [name, value] of [
      ['accept', '*/*'],
      ['range', 'bytes=0-10'],
      ['if-none-match', '*'],
    ] as const)
      expect((await browser.get(url, { [name]: value })).statusCode).toBe(404);
  const whole = await scene.browsers[2].get(url);
  expect(whole.statusCode).toBe(200);
});
