import { readFile } from 'node:fs/promises';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, quiet, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { openScreen } from '../kit/tour-screen.ts';

const product = productInBrowser();

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

it('the workflow loads its drawing code when opened, and saves a PNG of double size', async () => {
  const { page, complaints, close } = await product.openTab();
  const drawing: string[] = [];
  const read = async (script: Response) => {
    if ((await script.text()).includes('Dibujo: ')) drawing.push(script.url());
  };
  const reads: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) reads.push(read(response));
  });
  await signIn(page, 'contabilidad');
  await quiet(page);
  await Promise.all(reads);
  expect(drawing).toEqual([]);

  await openScreen(page, () => goTo(page, '/flujo?vista=dibujo&maquina=box'));
  await Promise.all(reads);
  expect(drawing).not.toEqual([]);
  const shown = page.locator('svg:has(~ [data-state])');
  const [width, height] = [await shown.getAttribute('width'), await shown.getAttribute('height')];
  await page.getByText('Descargar', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Imagen (PNG)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('flujo-box.png');
  const png = await readFile(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // The title, the legend and a margin, of 18 pixels each, are above the drawing.
  expect(sizeOf(png)).toEqual({ width: 2 * Number(width), height: 2 * (Number(height) + 54) });
  // A blank picture would be smaller.
  expect(png.length).toBeGreaterThan(20_000);
  expect(complaints).toEqual([]);
  await close();
});

it('the workflow prints the whole drawing, whatever its zoom on the screen', async () => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'contabilidad');
  await quiet(page);
  await openScreen(page, () => goTo(page, '/flujo?vista=dibujo&maquina=expense'));
  for (let times = 0; times < 3; times += 1)
    await page.getByRole('button', { name: 'Acercar' }).click();
  await page.emulateMedia({ media: 'print' });
  const paper = await page.getByLabel('Dibujo: Gasto').boundingBox();
  const shown = await page.locator('svg:has(~ [data-state])').boundingBox();
  expect(shown).toEqual(paper);
  expect(await page.getByRole('button', { name: /^Sin revisar\./ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
