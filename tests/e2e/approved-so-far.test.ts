/** One label, one sum: «Aprobado hasta ahora» of one box on the screens of every profile, against SQL. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDatabaseForReading } from '#server/platform/database/dialects.ts';
import { goTo, signIn } from '../kit/browser.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';

const product = productInBrowser();

interface Sums {
  id: number;
  /** E-mails of the people of its store. */
  responsable: string;
  supervisor: string;
  gerente: string;
  /** Pesos that nobody has rejected. */
  approved: number;
  /** Pesos of these that accounting has approved in its first pass. */
  inPass: number;
}

/** A box in the first pass of accounting, which has approved a part of it. */
async function sumsOfBox(): Promise<Sums> {
  const { db, close } = openDatabaseForReading({ dataDir: product.dataDir });
  try {
    const { rows } = await sql<Sums>`
      select cajas.id,
        (select min(email) from usuarios join responsable_tienda
          on responsable_tienda.id_usuario = usuarios.id
          where responsable_tienda.id_tienda = tiendas.id) as responsable,
        (select email from usuarios where usuarios.id = tiendas.id_supervisor) as supervisor,
        (select email from usuarios where usuarios.id = tiendas.id_gerente) as gerente,
        sum(case when gastos.estado in (4, 10, 7, 16) then 0
          else coalesce(gastos.reembolsar, gastos.valor) end) / 100 as approved,
        sum(case when gastos.estado = 6 then coalesce(gastos.reembolsar, gastos.valor)
          else 0 end) / 100 as "inPass"
      from cajas join gastos on gastos.id_caja = cajas.id
        join tiendas on tiendas.id = cajas.id_tienda
      where cajas.active = 9
      group by cajas.id, tiendas.id, tiendas.id_supervisor, tiendas.id_gerente`.execute(db);
    const half = rows.find(({ approved, inPass }) => inPass > 0 && inPass < approved);
    return half ?? expect.fail('no box is half reviewed');
  } finally {
    await close();
  }
}

const pesos = (amount: number): string => `$ ${amount.toLocaleString('es-CO')}`;

/** The amount beside a label; undefined where the label is missing. */
async function figure(page: Page, label: string): Promise<string | undefined> {
  const terms = page.getByRole('term').filter({ hasText: label });
  if ((await terms.count()) === 0) return undefined;
  const text = await terms.first().locator('xpath=..').innerText();
  return text
    .replace(label, '')
    .replaceAll(/[=\s]+/g, ' ')
    .trim();
}

it('«Aprobado hasta ahora» is what nobody has rejected, whoever reads it', async () => {
  const box = await sumsOfBox();
  const screens = [
    ['contabilidad', 'revisarCaja'],
    ['contabilidad', 'detalleCajaCI'],
    ['coordinador', 'verCaja'],
    ['control', 'detalleCajaCI'],
    [box.responsable, 'verCaja'],
    [box.supervisor, 'verCajaSupervisor'],
    [box.gerente, 'detalleCajaCI'],
  ] as const;
  for (const [user, screen] of screens) {
    const { page, close } = await product.openTab();
    await signIn(page, user.replace('@cajamenor.test', ''));
    await goTo(page, `/${screen}/${box.id}`);
    await page.getByRole('table', { name: 'Gastos de la caja' }).waitFor();
    const place = `${screen} of ${user}`;
    expect(await figure(page, 'Aprobado hasta ahora'), place).toBe(pesos(box.approved));
    expect(await figure(page, 'Aprobado en esta revisión'), place).toBe(
      screen === 'revisarCaja' ? pesos(box.inPass) : undefined,
    );
    await close();
  }
});
