/** Two seconds after each write no count, badge, row or bar of the screen contradicts what the server answers another session. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { demoPassword, demoToken, goTo, quiet, resize, signIn } from '../kit/browser.ts';
import { pdfFile, pngFile } from '../kit/files/receipt-files.ts';
import { heading, todayInBogota } from '../kit/main-job.ts';
import { productInBrowser } from '../kit/product-in-browser.ts';
import { press, receiptInView, type } from '../kit/tour-gestures.ts';
import { WebClient } from '../kit/web-client.ts';

const product = productInBrowser();

async function clientOf(user: string): Promise<WebClient> {
  const client = new WebClient(product.url, demoToken);
  await client.signIn({ email: `${user}@cajamenor.test`, password: demoPassword });
  return client;
}

/** Mayorista Pereira, Almacén Medellín Centro and Outlet Cañaveral; the open box of the last one is empty. */
const [pereira, medellin, outlet] = [6, 1, 5] as const;

/** Boxes of the demonstration by their state. */
const boxes = { toDecide: 27, toShip: 22, paid: 14, inTransit: 19, toPay: 16 } as const;

/** A batch of the demonstration with one prepared payment. */
const preparedBatch = 13;

/** '$ 1.234.567,50' */
const pesosText = (pesos: number): string => {
  const [whole = '', cents = ''] = String(Math.round(pesos * 100) / 100).split('.');
  const dotted = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `$ ${dotted}${cents === '' ? '' : `,${cents.padEnd(2, '0')}`}`;
};

/** Text of the screen with simple spaces, without the signs between the parts of a fund. */
const textOf = async (page: Page, part = 'main'): Promise<string> =>
  (await page.locator(part).first().innerText()).replace(/\s+/g, ' ').replaceAll(' + ', ' ');

/** What is wrong on the screen: texts that are missing, and texts that no longer hold. */
interface Claims {
  shown?: readonly string[];
  /** Shown beside the others where there is space. */
  atDesk?: readonly string[];
  hidden?: readonly string[];
}

interface Write {
  as: string;
  address: string;
  /** Message of the success, unless another screen opens. */
  done: string | RegExp;
  write: (page: Page) => Promise<void>;
  /** What the database says of the screen that shows it. */
  claims: (client: WebClient) => Promise<Claims>;
}

const receipts = async (client: WebClient, id_caja: number) =>
  (await client.must('/gastosCaja', { id_caja })).flatMap((row) => ('recibo' in row ? [row] : []));

/** Parts of a fund, as the bar of the open box shows them. */
async function fundOf(client: WebClient, id_tienda: number): Promise<string[]> {
  const { disponible, reembolso } = await client.must('/obtenerDatosTiendaCaja', { id_tienda });
  return [
    `Dinero disponible ${pesosText(disponible)}`,
    `En proceso de reembolso ${pesosText(reembolso)}`,
  ];
}

/** An expense without anomaly, with its receipt. */
async function record(
  client: WebClient,
  id_tienda: number,
  recibo: string,
  valor: number,
): Promise<number> {
  const { id_formato } = await client.must('/obtenerDatosTiendaCaja', { id_tienda });
  const rows = async (
    tabla: 'proveedores' | 'categoria_gasto',
    condicional: Record<string, string | number>,
  ) =>
    (await client.must('/datosGenerales', { tabla, condicional })) as {
      id: number;
      nombre: string;
    }[];
  const [supplier] = await rows('proveedores', { num_doc: '900373923' });
  const categories = await rows('categoria_gasto', { id_formato });
  const [recorded] = await client.must('/enviarGasto', {
    id_tienda,
    fecha_gasto: todayInBogota(),
    id_proveedor: supplier?.id ?? 0,
    recibo,
    valor,
    concepto: 'Resmas de papel',
    categoria: [categories.find(({ nombre }) => nombre === 'Útiles y papelería')?.id ?? 0],
    tipo_factura: 0,
  });
  const id_gasto = recorded?.id_gasto ?? 0;
  await client.upload('/cargarSoporte', { id_gasto }, await pdfFile(recibo));
  return id_gasto;
}

async function fillExpense(page: Page, recibo: string): Promise<void> {
  const main = page.getByRole('main');
  const recent = main.getByRole('group', { name: 'Proveedores frecuentes' });
  await recent.getByRole('button').first().click();
  const file = { name: 'a.png', mimeType: 'image/png', buffer: pngFile(recibo) };
  await main.getByLabel('Archivo de soporte').setInputFiles(file);
  await main.getByText('a.png').waitFor();
  await main.getByLabel('Valor').fill('21000');
  await main.getByLabel('Número de recibo').fill(recibo);
  await main.getByLabel('Concepto').fill('Taxi');
}

/** The batch that is prepared, authorised, sent, confirmed and taken back. */
const batch = { id: 0 };

const openBatch = (page: Page, id_lote: number) => goTo(page, `/giros/${id_lote}`);

/** Where the payments of a batch can be, and the words for how many are there. */
const parts = {
  preparados: 'por autorizar',
  autorizados: 'por enviar',
  enviados: 'por confirmar',
  girados: 'girado',
  fuera: 'fuera del lote',
} as const;

/** A batch shows its payments with their states, how many are where, and nothing of where none is. */
async function claimsOfBatch(client: WebClient, id_lote: number): Promise<Claims> {
  const [row] = await client.must('/lotesGiros', { id_lote });
  if (row === undefined) throw new Error(`There is no batch ${id_lote}`);
  const payments = await client.must('/giros', { id_lote });
  const counts = Object.entries(parts).map(([part, words]) => ({
    count: row[part as keyof typeof parts],
    words,
  }));
  return {
    shown: [
      ...counts.flatMap(({ count, words }) => (count === 0 ? [] : [`${count} ${words}`])),
      ...payments.flatMap((one) => [one.tienda, one.nombre_estado, pesosText(one.valor)]),
    ],
    hidden: counts.flatMap(({ count, words }) => (count === 0 ? [`1 ${words}`] : [])),
  };
}

async function confirmThat(page: Page, action: string | RegExp, answer: string | RegExp) {
  await page.getByRole('button', { name: action }).click();
  await page.getByRole('button', { name: answer }).click();
}

const tickFirst = (page: Page) =>
  page
    .getByRole('checkbox', { name: /^Marcar / })
    .first()
    .click();

const writes: Record<string, Write> = {
  'an expense, and the next form': {
    as: 'tienda',
    address: `/crearGasto/${medellin}`,
    done: /^Datos almacenados/,
    write: async (page) => {
      await fillExpense(page, 'IGUAL1');
      await press(page, 'Guardar y registrar otro');
    },
    claims: async () => ({}),
  },
  'an expense, and its box': {
    as: 'tienda',
    address: `/crearGasto/${medellin}`,
    done: 'IGUAL2',
    write: async (page) => {
      await fillExpense(page, 'IGUAL2');
      await press(page, 'Guardar gasto');
      await heading(page, 'Reembolso Actual').waitFor();
    },
    claims: async (client) => {
      const { id } = await client.must('/obtenerCajaActual', { id_tienda: medellin });
      const rows = await receipts(client, id);
      return {
        shown: [
          ...rows.map(({ recibo }) => recibo),
          ...(await fundOf(client, medellin)),
          `1–${rows.length} de ${rows.length}`,
        ],
      };
    },
  },
  'a deleted expense': {
    as: 'tienda',
    address: `/cajaActual/${medellin}`,
    done: 'Reembolso Actual',
    write: async (page) => {
      await page.getByRole('button', { name: /^Eliminar .*25131/ }).click();
      await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    },
    claims: async (client) => {
      const { id } = await client.must('/obtenerCajaActual', { id_tienda: medellin });
      const rows = await receipts(client, id);
      expect(rows.map(({ recibo }) => recibo)).not.toContain('25131');
      return {
        shown: [...rows.map(({ recibo }) => recibo), ...(await fundOf(client, medellin))],
        hidden: ['25131', 'Falta el soporte', 'gasto sin soporte'],
      };
    },
  },
  'a sent box': {
    as: 'tienda',
    address: `/cajaActual/${medellin}`,
    done: 'Caja enviada',
    write: async (page) => {
      await press(page, 'Enviar');
      await press(page, 'Ok');
    },
    claims: async (client) => {
      const { id } = await client.must('/obtenerCajaActual', { id_tienda: medellin });
      expect(await receipts(client, id)).toEqual([]);
      return { hidden: ['Enviando'] };
    },
  },
  'a cash count': {
    as: 'tienda',
    address: `/cajaActual/${pereira}/arqueos`,
    done: 'Datos almacenados.',
    write: async (page) => {
      await type(page, 'Billete de $ 20.000', '3');
      await press(page, 'Guardar arqueo');
    },
    claims: async (client) => {
      const { arqueos } = await client.must('/arqueos', { id_tienda: pereira });
      return { shown: [`1–${arqueos.length} de ${arqueos.length}`, `n.º ${arqueos[0]?.id}`] };
    },
  },
  'an explained difference': {
    as: 'tienda',
    address: `/cajaActual/${pereira}/arqueos`,
    done: 'Datos almacenados',
    write: async (page) => {
      await page.getByLabel('Qué explica la diferencia').fill('Se pagó un taxi.');
      await press(page, 'Guardar explicación');
    },
    claims: async (client) => {
      const { arqueos } = await client.must('/arqueos', { id_tienda: pereira });
      return { shown: [arqueos[0]?.nota ?? '?'], hidden: ['Qué explica la diferencia'] };
    },
  },
  'a vale': {
    as: 'tienda',
    address: `/cajaActual/${pereira}/vales`,
    done: 'Datos almacenados.',
    write: async (page) => {
      await type(page, 'Valor', '5000');
      await type(page, 'Quién recibe', 'Ana Pérez');
      await press(page, 'Dar vale');
    },
    claims: async (client) => {
      const { en_cajon, vales } = await client.must('/vales', { id_tienda: pereira });
      const out = vales.filter(({ estado }) => estado === 'fuera');
      return {
        shown: [
          `En el cajón: ${pesosText(en_cajon)}`,
          `Por legalizar: ${pesosText(out.reduce((sum, { valor }) => sum + valor, 0))}`,
          `1–${vales.length} de ${vales.length}`,
        ],
      };
    },
  },
  'a decision': {
    as: 'supervisor',
    address: `/misPendientes`,
    done: /^Datos almacenados|^Gasto /,
    write: async (page) => {
      await page.locator(`main a[href*="/${boxes.toDecide}/"]`).first().click();
      await receiptInView(page);
      await page.getByRole('radio', { name: 'Aprobado' }).check({ force: true });
      await page.getByRole('textbox', { name: 'Observaciones' }).fill('Conforme');
      await press(page, 'Guardar');
    },
    claims: async (client) => {
      const rows = await receipts(client, boxes.toDecide);
      const items = await client.must('/misPendientes', {});
      const left = items.find(
        ({ tipo, id_caja }) => tipo === 'decidir' && id_caja === boxes.toDecide,
      );
      const decided = rows.filter(({ nombre_estado }) => /^Aprobado por sup/.test(nombre_estado));
      expect(decided.length).toBeGreaterThan(0);
      return {
        shown: decided.map(({ nombre_estado }) => nombre_estado),
        atDesk: [`Por decidir: ${left?.cantidad ?? 0} de ${rows.length}`],
        hidden: ['Pendiente de supervisor'],
      };
    },
  },
  'a joint approval': {
    as: 'ricardo.acosta',
    address: '/verCajaSupervisor/0/soportes',
    done: /^Se aprobaron 2 gastos/,
    write: async (page) => {
      const { id } = sent;
      await goTo(page, `/verCajaSupervisor/${id}/soportes`);
      await page.getByRole('button', { name: /^Aprobar 2/ }).waitFor();
      await page.getByLabel('Observación para todos').fill('Conforme');
      await page.getByRole('button', { name: /^Aprobar 2/ }).click();
    },
    claims: async (client) => {
      const rows = await receipts(client, sent.id);
      expect(rows.map(({ nombre_estado }) => nombre_estado)).toEqual(
        Array(2).fill('Aprobado por supervisor'),
      );
      return {
        shown: ['No queda ningún gasto sin novedad por aprobar'],
        hidden: ['Aprobar 2', 'Pendiente'],
      };
    },
  },
  'a box sent by its reviewer': {
    as: 'ricardo.acosta',
    address: '/verCajaSupervisor/0',
    done: 'Caja enviada',
    write: async (page) => {
      await goTo(page, `/verCajaSupervisor/${sent.id}`);
      await press(page, 'Enviar');
      await press(page, 'Ok');
    },
    claims: async (client) => {
      const [box] = await client.must('/verCajaDetalle', { id_caja: sent.id });
      expect(box?.ubicacion.estado).not.toBe('En supervisión');
      return { hidden: ['En supervisión', 'Pendiente de supervisor'] };
    },
  },
  'a prepared batch': {
    as: 'contabilidad',
    address: '/giros',
    done: /^1 giro preparado/,
    write: async (page) => {
      await press(page, 'Marcar todos');
      await page.getByRole('button', { name: /^Preparar 1/ }).click();
    },
    claims: async (client) => {
      const { giro } = await client.must('/giroDeCaja', { id_caja: boxes.toPay });
      batch.id = giro?.id_lote ?? 0;
      const rows = await client.must('/giros', { lista: 'porGirar' });
      const { vias } = await client.must('/totalesGiros', { lista: 'porGirar' });
      return {
        shown: [
          `Ver el lote ${batch.id}`,
          ...rows.flatMap((one) => [one.tienda, one.nombre_estado]),
          `1–${rows.length} de ${rows.length}`,
          ...vias.map(({ valor }) => pesosText(valor)),
        ],
        hidden: rows.some(({ estado }) => estado === 'porGirar') ? [] : ['Preparar 1'],
      };
    },
  },
  'an authorised batch': {
    as: 'tesoreria',
    address: '/giros',
    done: /^Autorizado: 1 giro/,
    write: async (page) => {
      await openBatch(page, batch.id);
      await confirmThat(page, 'Autorizar', 'Sí, autorizar');
    },
    claims: (client) => claimsOfBatch(client, batch.id),
  },
  'a sent batch': {
    as: 'tesoreria',
    address: '/giros',
    done: /^Enviado: 1 giro/,
    write: async (page) => {
      await openBatch(page, batch.id);
      await confirmThat(page, /^(Enviar con|Marcar como enviado)/, /^Sí, (enviar|marcar)/);
    },
    claims: (client) => claimsOfBatch(client, batch.id),
  },
  'a confirmed payment': {
    as: 'contabilidad',
    address: '/giros',
    done: /^Confirmado: 1 giro/,
    write: async (page) => {
      await openBatch(page, batch.id);
      await page.getByRole('textbox', { name: /^Referencia de/ }).fill('IGUAL4471');
      await press(page, 'Confirmar 1 giro');
    },
    claims: (client) => claimsOfBatch(client, batch.id),
  },
  'a proposed return': {
    as: 'contabilidad',
    address: '/giros',
    done: /^Devolución propuesta: 1 giro/,
    write: async (page) => {
      await openBatch(page, batch.id);
      await tickFirst(page);
      await page.getByLabel('Por qué vuelve el dinero').fill('Cuenta cerrada');
      await press(page, 'Proponer la devolución');
    },
    claims: (client) => claimsOfBatch(client, batch.id),
  },
  'an approved return': {
    as: 'tesoreria',
    address: '/giros',
    done: /^Devolución resuelta: 1 giro/,
    write: async (page) => {
      await openBatch(page, batch.id);
      await tickFirst(page);
      await press(page, 'Aprobar las marcadas');
    },
    claims: async (client) => {
      const { giro } = await client.must('/giroDeCaja', { id_caja: boxes.toPay });
      expect(giro?.estado).toBe('porGirar');
      return claimsOfBatch(client, batch.id);
    },
  },
  'a payment that the bank did not make': {
    as: 'contabilidad',
    address: '/giros',
    done: /^Devuelto: 1 giro/,
    write: async (page) => {
      const treasury = await clientOf('tesoreria');
      await treasury.must('/autorizarGiros', { id_lote: preparedBatch });
      await treasury.must('/enviarGiros', { id_lote: preparedBatch });
      await openBatch(page, preparedBatch);
      await tickFirst(page);
      await page.getByLabel('Motivo de la devolución').fill('Cuenta cerrada');
      await press(page, 'Devolver los marcados');
    },
    claims: (client) => claimsOfBatch(client, preparedBatch),
  },
  'a received payment': {
    as: 'tienda',
    address: `/verCaja/${boxes.paid}`,
    done: 'Quedó registrado que recibió el dinero.',
    write: (page) => press(page, 'Recibí el dinero'),
    claims: async (client) => {
      const { giro } = await client.must('/giroDeCaja', { id_caja: boxes.paid });
      return { shown: [giro?.nombre_estado ?? '?'], hidden: ['No me llegó'] };
    },
  },
  'shipped papers': {
    as: 'tienda',
    address: `/verCajaRevisada/${boxes.toShip}`,
    done: 'Caja enviada',
    write: async (page) => {
      await page.getByLabel('Empresa de envío').selectOption({ label: 'Servientrega' });
      await page.getByLabel('Número de guía').fill('GUIA654321');
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: /^Descargar PDF/ }).click(),
      ]);
      await opened.close();
      await press(page, 'Enviar');
    },
    claims: async (client) => {
      const [box] = await client.must('/verCajaDetalle', { id_caja: boxes.toShip });
      expect(box?.ubicacion.estado).not.toBe('Lista para envío');
      return { hidden: ['Lista para envío'] };
    },
  },
  'received papers': {
    as: 'contabilidad',
    address: '/cajasPendientes/papeles',
    done: /^Papeles recibidos de 1 caja/,
    write: async (page) => {
      await page.getByLabel('Número de guía').fill('9140150461');
      await press(page, 'Recibir este paquete');
    },
    claims: async (client) => {
      const rows = await client.must('/papelesEnCamino', {});
      expect(rows.map(({ guia }) => guia)).not.toContain('9140150461');
      return { shown: rows.map(({ guia }) => guia), hidden: ['9140150461'] };
    },
  },
};

/** A box with two clean expenses, sent to its supervisor. */
const sent = { id: 0 };

beforeAll(async () => {
  const shop = await clientOf('yuliana.pinto');
  const id_tienda = outlet;
  const { id } = await shop.must('/obtenerCajaActual', { id_tienda });
  await record(shop, id_tienda, 'LIMPIO1', 12_300);
  await record(shop, id_tienda, 'LIMPIO2', 23_700);
  await shop.must('/enviarCaja', { id_caja: id, id_tienda });
  sent.id = id;
});

/** Number of pending items in the menu; '' for none. */
const menuCount = (page: Page): Promise<string> =>
  page
    .locator('nav a[href$="/misPendientes"]')
    .evaluate((link) => link.textContent.replace(/\D/g, ''));

/** The write is made at the desk; the other sizes show the same facts. */
const [desk, ...sizes] = [
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

it.each(Object.entries(writes))('%s', async (_, { as, address, done, write, claims }) => {
  const { page, close } = await product.openTab();
  await resize(page, desk);
  await signIn(page, as);
  const client = await clientOf(as);
  await goTo(page, address);
  await quiet(page);
  await write(page);
  await page.getByRole('main').getByText(done).first().waitFor();
  const written = Date.now();
  const { shown = [], atDesk = [], hidden = [] } = await claims(client);
  const { pendientes } = await client.must('/contarPendientes', {});
  const agrees = (facts: readonly string[], timeout: number) =>
    expect
      .poll(
        async () => {
          const text = await textOf(page);
          return {
            count: await menuCount(page),
            missing: facts.filter((part) => !text.includes(part)),
            contradicting: hidden.filter((part) => text.includes(part)),
          };
        },
        { timeout, interval: 100 },
      )
      .toEqual({
        count: pendientes === 0 ? '' : String(pendientes),
        missing: [],
        contradicting: [],
      });
  await agrees([...shown, ...atDesk], Math.max(2_000 - (Date.now() - written), 500));
  for (const size of sizes) {
    await resize(page, size);
    await agrees(shown, 500);
  }
  await close();
});
