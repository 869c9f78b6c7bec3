/** A rejected expense on its way back: its store corrects it, its reviewer sees what changed; or it is recorded again. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signIn, type Tab } from '../kit/browser.ts';
import { decide, heading } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { apiOf } from '../kit/tour-addresses.ts';

const product = productInBrowser();

async function signedIn(user: string): Promise<Tab> {
  const tab = await product.openTab();
  await signIn(tab.page, user);
  return tab;
}

const detailOf = async (page: Page, id_gasto: number) => {
  const [expense] = await (await apiOf(page)).call('/detalleGasto', { id_gasto });
  if (expense === undefined) throw new Error(`no expense ${id_gasto}`);
  return expense;
};

it('what the supervisor rejects the store corrects, and the supervisor approves it for what changed', async () => {
  const supervisor = await signedIn('supervisor');
  const [waiting] = await (await apiOf(supervisor.page)).call('/misPendientes', {});
  const id_caja = waiting?.id_caja ?? 0;
  const id_gasto = waiting?.gastos[0]?.id_gasto ?? 0;
  const { recibo, proveedor, valor_f, id_tienda } = await detailOf(supervisor.page, id_gasto);
  await (await apiOf(supervisor.page)).call('/guardarSupervisor', {
    id_caja,
    id_gasto,
    estado: 4,
    item: 0,
    id_rechazo: 1,
    observacion: 'El recibo dice otro valor',
  });
  const { motivo_rechazo } = await detailOf(supervisor.page, id_gasto);

  const store = await signedIn('tienda');
  await goTo(store.page, `/verCaja/${id_caja}`);
  const main = store.page.getByRole('main');
  const row = main.getByRole('row').filter({ hasText: proveedor.nombre });
  await row.getByText(motivo_rechazo).waitFor();
  await row.getByRole('link', { name: new RegExp(`^Corregir ?: recibo ${recibo}$`) }).click();
  await store.page.waitForURL((address) =>
    address.hash.startsWith(`#/crearGasto/${id_tienda}/corregir/${id_gasto}`),
  );
  await main.getByText('El recibo dice otro valor').waitFor();
  // As it is, it would only be rejected again.
  await main.getByRole('button', { name: 'Guardar la corrección' }).click();
  await main.getByText('No ha cambiado nada del gasto: corrija lo que se rechazó.').waitFor();
  await main.getByLabel('Valor', { exact: true }).fill('17350');
  await main.getByRole('button', { name: 'Guardar la corrección' }).click();
  await main.getByText('Registro actualizado').waitFor();
  await store.page.waitForURL((address) => address.hash === `#/verCaja/${id_caja}`);
  await row.getByText('Pendiente de supervisor').waitFor();
  expect(await row.getByRole('link', { name: /^Corregir/ }).count()).toBe(0);

  await goTo(supervisor.page, `/verCajaSupervisor/${id_caja}`);
  const change = `Corregido: valor ${valor_f} → $ 17.350`;
  const corrected = supervisor.page.getByRole('main').getByRole('row').filter({ hasText: change });
  await corrected.waitFor();
  await decide(
    supervisor.page,
    { receipt: recibo, decision: 'Aprobado', observation: 'Ahora sí' },
    async () => {
      // Beside the decision, with the rejection that it answers.
      await supervisor.page.getByText(change.replaceAll('$ ', '$\u00a0')).waitFor();
      await supervisor.page
        .getByText(/^Lo había rechazado el supervisor: .* El recibo dice otro valor/)
        .waitFor();
    },
  );
  expect(await detailOf(supervisor.page, id_gasto)).toMatchObject({ estado: 3, valor: 17_350 });
  expect(
    [...store.complaints, ...supervisor.complaints].filter((line) => !/422/.test(line)),
  ).toEqual([]);
  await store.close();
  await supervisor.close();
});

it('once the stage is over it is recorded again, with its receipt, and both name each other', async () => {
  const { page, complaints, close } = await signedIn('tienda');
  const main = page.getByRole('main');
  const pending = await (await apiOf(page)).call('/misPendientes', {});
  const rejected = pending.find(({ tipo, active }) => tipo === 'rechazo' && active === 3);
  const id_gasto = rejected?.gastos[0]?.id_gasto ?? 0;
  const { recibo } = await detailOf(page, id_gasto);
  await goTo(page, `/detalleGasto/${id_gasto}`);
  await main
    .getByRole('link', { name: new RegExp(`^Volver a registrar ?: recibo ${recibo}$`) })
    .click();
  await heading(page, /^Caja menor - /).waitFor();
  await main.getByText(/^Rechazado por contabilidad/).waitFor();
  expect(await main.getByLabel('Número de recibo').inputValue()).toBe(recibo);
  await main.getByRole('button', { name: 'Guardar gasto' }).click();
  await main.getByText('Datos almacenados').waitFor();
  await heading(page, 'Reembolso Actual').waitFor();
  const row = main.getByRole('row').filter({ hasText: recibo });
  await row.waitFor();
  expect(await row.getByText('Falta el soporte').count()).toBe(0);

  const { registrado_de_nuevo } = await detailOf(page, id_gasto);
  const again = await detailOf(page, registrado_de_nuevo ?? 0);
  expect(again).toMatchObject({ origen: id_gasto, informe_novedad: '' });
  await goTo(page, `/detalleGasto/${again.id}`);
  await main.getByText('Vuelve a registrar un gasto rechazado').waitFor();
  await main.getByRole('link', { name: 'Ver el gasto rechazado' }).click();
  await main.getByRole('link', { name: 'Se volvió a registrar' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
