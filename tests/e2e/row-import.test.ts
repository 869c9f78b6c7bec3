/** Users from a file in a real browser: one wrong row, then the right file. */
import { expect, it } from 'vitest';
import { goTo, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { csvOf, userCells, userHeads, xlsxOf } from '../kit/row-import.ts';

const product = productInBrowser();

it('the errors come by row, and the right file is written and listed', async () => {
  const { page, complaints, close } = await product.openTab();
  await signIn(page, 'admin');
  await goTo(page, '/listarUsuarios');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Importar' }).click();
  const template = main.getByRole('link', { name: 'Descargar la plantilla' });
  const [download] = await Promise.all([page.waitForEvent('download'), template.click()]);
  expect(download.suggestedFilename()).toBe('plantilla-usuarios.xlsx');

  const chooser = main.getByLabel('Archivo para importar');
  const right = userCells({ Nombre: 'Rosa Importada' });
  const wrong = userCells({ Correo: 'admin@cajamenor.test' });
  const file = (name: string, buffer: Buffer) =>
    chooser.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await file('personas.csv', csvOf([userHeads, right, wrong]));
  await main.getByText('«personas.csv»: 1 correcta · 1 con errores').waitFor();
  await main
    .getByRole('row', { name: /^Fila 3 .*Con errores.*El correo ya está registrado/ })
    .waitFor();

  await file('personas.xlsx', xlsxOf([userHeads, right, userCells({ Nombre: 'Luis Importado' })]));
  await main.getByRole('button', { name: 'Importar las 2 correctas' }).click();
  await main.getByText('Se crearon 2 filas.').waitFor();

  await file('personas.xlsx', xlsxOf([userHeads, right]));
  await main.getByText('«personas.xlsx»: 0 correctas · 1 ya registrada · 0 con errores').waitFor();
  await goTo(page, '/listarUsuarios?buscar=Importad');
  await main.getByRole('row', { name: /Rosa Importada/ }).waitFor();
  await main.getByRole('row', { name: /Luis Importado/ }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
