import { expect, test } from 'vitest';
import { openPdf, type Pdfium, withPdfium } from '#server/platform/files/pdfium.ts';
import { pdf } from '#tests/kit/box-scene.ts';

const LIMIT = 64;
const WORDS = 'solo para la tienda de Chapinero';

const memoryOf = ({ pdfium }: Pdfium): Buffer => {
  // Missing in the types of the module.
  const { HEAPU8 } = pdfium as unknown as { HEAPU8: Uint8Array };
  return Buffer.from(HEAPU8.buffer);
};

const sawWords = (pdfium: Pdfium): boolean => memoryOf(pdfium).includes(WORDS);

test('a reused engine has no data of the previous file', async () => {
  const first = await withPdfium(LIMIT, (pdfium) => {
    openPdf(pdfium, pdf(WORDS));
    expect(sawWords(pdfium)).toBe(true);
    return pdfium;
  });
  await withPdfium(LIMIT, (pdfium) => {
    expect(pdfium === first).toBe(true);
    expect(sawWords(pdfium)).toBe(false);
    expect(openPdf(pdfium, pdf('otra')).pages).toBe(1);
  });
});

test('an engine that failed, grew or is busy is not reused', async () => {
  const failed: Pdfium[] = [];
  const failing = withPdfium(LIMIT, (pdfium) => {
    failed.push(pdfium);
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  const grown = await withPdfium(LIMIT, (pdfium) => {
    expect(failed.includes(pdfium)).toBe(false);
    expect(pdfium.pdfium.wasmExports.malloc(32 * 1024 * 1024)).not.toBe(0);
    return pdfium;
  });
  await withPdfium(LIMIT, async (pdfium) => {
    expect(pdfium === grown).toBe(false);
    await withPdfium(LIMIT, (beside) => expect(beside === pdfium).toBe(false));
  });
});
