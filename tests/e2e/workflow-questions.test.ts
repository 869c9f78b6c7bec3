import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo, quiet, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { openAddress } from '../kit/tour-screen.ts';

const product = productInBrowser();

const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

it.each(sizes)('the life of a box is within the first screen at $width × $height', async (size) => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'control');
  await page.setViewportSize(size);
  await openAddress(page, '/flujo');
  const line = page.getByRole('list', { name: 'Recorrido de una caja' });
  await line.getByRole('button', { name: /^En supervisión\. Supervisor\. \d+ caja/ }).waitFor();
  const seen = await line.boundingBox();
  expect(seen?.x).toBeGreaterThanOrEqual(0);
  expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeLessThanOrEqual(size.width);
  expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(size.height);
  // The seven that lead to lists of boxes, without their end, and those of the money.
  expect(await line.getByRole('button').count()).toBe(6);
  expect(await line.getByRole('group').count()).toBe(7);
  expect(complaints).toEqual([]);
  await close();
});

type Press = (page: Page) => Promise<unknown>;

const view =
  (name: string): Press =>
  (page) =>
    page.getByRole('navigation', { name: 'Vistas del flujo de trabajo' }).getByText(name).click();
const link =
  (name: string): Press =>
  (page) =>
    page.getByRole('link', { name, exact: true }).click();
const table =
  (name: string, column: string) =>
  (page: Page): Locator[] => [
    page
      .getByRole('table', { name, exact: true })
      .getByRole('columnheader', { name: column, exact: true }),
    page.getByRole('table', { name, exact: true }).getByRole('rowheader').first(),
  ];
const words =
  (...texts: (string | RegExp)[]) =>
  (page: Page): Locator[] =>
    texts.map((text) => page.getByText(text, { exact: true }).first());

/** What analysts ask of any process, what they press from `flujo`, and what answers. */
const questions: readonly [string, readonly Press[], (page: Page) => Locator[]][] = [
  ['the share of the happy path', [view('Variantes')], words('Camino directo')],
  ['how many variants there are', [view('Variantes')], table('Variantes', 'Camino')],
  [
    'the most common and the slowest variant',
    [view('Variantes')],
    words(/^La variante más común: /, /^La más lenta: /),
  ],
  ['the cases with loops', [view('Variantes')], words('Casos con vueltas')],
  ['the mean, the least and the most time', [view('Ciclo')], words('Media', 'Mínimo', 'Máximo')],
  ['what takes longest', [view('Ciclo')], words(/^El cuello de botella es /)],
  ['what comes before and after a state', [view('Historia')], table('Transiciones', 'De')],
  ['the people of a case', [view('Ciclo')], table('Casos', 'Personas')],
  [
    'the people who miss a target',
    [view('Etapas'), link('Por persona')],
    table('Espera y trabajo por etapa', 'Tarde'),
  ],
  [
    'the deviations, and by whom',
    [view('Desviaciones')],
    table('Casos con desviaciones', 'Persona'),
  ],
  [
    'the case that costs most',
    [
      view('Ciclo'),
      (page) =>
        page
          .getByRole('table', { name: 'Casos', exact: true })
          .getByRole('button', { name: 'Valor' })
          .click(),
      (page) =>
        page
          .getByRole('table', { name: 'Casos', exact: true })
          .getByRole('button', { name: 'Valor' })
          .click(),
    ],
    table('Casos', 'Valor'),
  ],
  [
    'this week against the last one',
    [view('Comparación'), (page) => page.getByLabel('Periodo').selectOption({ label: '7 días' })],
    // In the demonstration there are weeks in which no box is closed.
    (page) => [
      page
        .getByRole('table', { name: 'Comparación', exact: true })
        .or(page.getByText('Ningún caso en el periodo')),
    ],
  ],
  ['what waits longest now', [], words(/la que más espera está en /)],
];

describe('a question of an analyst', () => {
  it('is answered in three presses at most', async () => {
    const { page, complaints, close } = await product.openTab();
    await signIn(page, 'control');
    for (const [question, presses, answers] of questions) {
      expect(presses.length, question).toBeLessThanOrEqual(3);
      await goTo(page, '/flujo');
      await quiet(page);
      for (const press of presses) {
        await press(page);
        await quiet(page);
      }
      for (const answer of answers(page)) await answer.waitFor();
    }
    expect(questions).toHaveLength(13);
    expect(complaints).toEqual([]);
    await close();
  });
});
