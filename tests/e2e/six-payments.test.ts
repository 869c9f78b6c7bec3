/**
 * Six boxes are paid in one batch: the bank refuses one, sends one back two days later, and one does not arrive. Every
 * amount, state, day and reference on the screens is compared with the database.
 */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { must, record, type Scene, startScene } from '../kit/box-scene.ts';
import { approval, moveTo, type StagedBox } from '../kit/box-stages.ts';
import {
  demoToken,
  goTo,
  openBrowser,
  openTab,
  quiet,
  resize,
  signIn,
  type Tab,
} from '../kit/browser.ts';
import { accountOf, treasurer } from '../kit/payment-scene.ts';
import { addStore } from '../kit/people.ts';
import { passTime } from '../kit/workflow-scene.ts';

const DAY = 86_400_000;
/** The first day of the test clock. */
const firstDay = '2026-06-17';

interface Shop {
  tienda: string;
  /** Pesos. */
  valor: number;
  /** Pesos of an expense that accounting does not grant. */
  negado?: number;
  /** Account number; '' for a store that is paid by hand. */
  numero: string;
}

const paid: Shop = { tienda: 'Almacén Medellín Centro', valor: 312_450, numero: '10234564471' };
const claimed: Shop = { tienda: 'Supermercado Chapinero', valor: 198_700, numero: '48841200731' };
const refused: Shop = {
  tienda: 'Express Granada Cali',
  valor: 141_250,
  negado: 25_300,
  numero: '157408826',
};
const sentBack: Shop = {
  tienda: 'Isla Buenavista Barranquilla',
  valor: 85_400,
  numero: '91204466108',
};
const received: Shop = { tienda: 'Outlet Cañaveral', valor: 138_850, numero: '30177452096' };
const byHand: Shop = { tienda: 'Mayorista Pereira', valor: 349_205, numero: '' };
const shops = [paid, claimed, refused, sentBack, received, byHand];

/** References of the bank. */
const references = new Map([
  [paid, '7781001'],
  [claimed, '7781002'],
  [sentBack, '7781004'],
  [received, '7781005'],
  [byHand, 'CAJA-0091'],
]);
const referenceOf = (shop: Shop): string => references.get(shop) ?? '';

const stateNames: Readonly<Record<string, string>> = {
  porGirar: 'Por girar',
  preparado: 'Preparado',
  autorizado: 'Autorizado',
  enviado: 'Enviado al banco',
  girado: 'Girado',
  noRecibido: 'No le llegó a la tienda',
  recibido: 'Recibido',
  devolucionPropuesta: 'Devolución propuesta',
};

/** States of the two lists of «Giros» with a row a payment. */
const lists = {
  porGirar: ['porGirar', 'noRecibido'],
  girados: ['girado', 'recibido', 'devolucionPropuesta'],
} as const;

/** How a batch counts its payments. */
const countWords = [
  [['preparado'], 'por autorizar'],
  [['autorizado'], 'por enviar'],
  [['enviado', 'noRecibido'], 'por confirmar'],
  [['girado', 'recibido'], 'girados'],
  [['retirado', 'devuelto'], 'fuera del lote'],
] as const;

/** Name of the state on the screens. */
const nameOf = ({ estado, numero }: StoredPayment): string =>
  estado === 'enviado' && numero === '' ? 'Por pagar a mano' : (stateNames[estado] ?? '');

/** '$ 1.234.567' */
const pesosText = (pesos: number): string => `$ ${String(pesos).replace(/\B(?=(\d{3})+$)/g, '.')}`;

/** '2026-06-17' as '17 jun' */
const dayText = (day: string): string => `${Number(day.slice(8))} jun`;

const confirmationText = ({
  dia,
  referencia,
}: Pick<StoredPayment, 'dia' | 'referencia'>): string =>
  dia === '' ? '' : `${dayText(dia)} 2026, ref. ${referencia}`;

/** Text with simple spaces. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface StoredPayment {
  id_caja: number;
  id_giro: number | null;
  id_tienda: number;
  tienda: string;
  consecutivo: number;
  /** Pesos. */
  valor: number;
  estado: string;
  /** Without a proposed return: the state to which it goes back. */
  intento: string;
  dia: string;
  referencia: string;
  id_lote: number | null;
  numero: string;
}

/** The latest attempt of every payment, from its own rows. */
async function storedPayments({ db }: Scene): Promise<StoredPayment[]> {
  const { rows } = await sql<StoredPayment>`
    select c.id as id_caja, g.id as id_giro, c.id_tienda, t.nombre as tienda, c.consecutivo, c.total_aprobado / 100 as valor,
      coalesce(g.estado, 'porGirar') as intento,
      case when g.id_usuario_devolucion is null then coalesce(g.estado, 'porGirar') else 'devolucionPropuesta' end as estado,
      coalesce(g.dia, '') as dia, coalesce(g.referencia, '') as referencia,
      g.id_lote, coalesce(a.numero, '') as numero
    from cajas c join tiendas t on t.id = c.id_tienda
    left join giro g on g.id_caja = c.id and g.estado not in ('retirado', 'devuelto')
    left join cuenta_tienda a on a.id_tienda = t.id and a.estado = 'vigente'
    where c.active = 5 order by t.nombre`.execute(db);
  return rows;
}

/** Every batch with a payment that waits for somebody, as its row shows it: number, value and counts. */
async function storedBatches({ db }: Scene): Promise<string[]> {
  const { rows } = await sql<{ id_lote: number; estado: string; valor: number; propuesta: number }>`
    select g.id_lote, g.estado, c.total_aprobado / 100 as valor,
      case when g.id_usuario_devolucion is null then 0 else 1 end as propuesta
    from giro g join cajas c on c.id = g.id_caja where g.id_lote is not null`.execute(db);
  const waiting = ['preparado', 'autorizado', 'enviado', 'noRecibido'];
  return [...new Set(rows.map(({ id_lote }) => id_lote))]
    .map((id) => [id, rows.filter(({ id_lote }) => id_lote === id)] as const)
    .filter(([, all]) => all.some((row) => waiting.includes(row.estado) || row.propuesta === 1))
    .map(([id, all]) => {
      const counts = countWords.flatMap(([states, words]) => {
        const count = all.filter(({ estado }) => states.some((state) => state === estado)).length;
        return count === 0 ? [] : `${count} ${words}`;
      });
      const live = all.filter(({ estado }) => estado !== 'retirado' && estado !== 'devuelto');
      const sum = live.reduce((total, { valor }) => total + valor, 0);
      return [`Lote ${id}`, pesosText(sum), counts.join(', ')].join('|');
    });
}

const inOrder = (texts: readonly string[]): string[] => texts.toSorted();

/** Texts of the cells that are seen, by column. */
const cellsOf = (table: Locator): Promise<Record<string, string>[]> =>
  table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      Object.fromEntries(
        [...row.querySelectorAll<HTMLElement>('[data-column]')]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => [
            cell.dataset.column ?? '',
            [...cell.querySelectorAll<HTMLElement>('[data-note]')]
              .reduce(
                (text, { innerText }) => text.replace(innerText, ` ${innerText}`),
                cell.innerText,
              )
              .replace(/\s+/g, ' ')
              .trim(),
          ]),
      ),
    ),
  );

describe.each([
  ['desk', 1366, 768],
  ['phone', 390, 844],
] as const)('on a %s of %i×%i', (name, width, height) => {
  let scene: Scene;
  let browser: Browser;
  let url: string;
  const tabs: Tab[] = [];
  const boxes = new Map<Shop, StagedBox>();

  beforeAll(async () => {
    scene = await startScene({
      webDir: join(projectRoot, 'dist/web'),
      config: { apiToken: demoToken },
    });
    // The page takes the day from this header, which is otherwise the date of this computer.
    scene.app.server.prependListener('request', (_request, answer: ServerResponse) =>
      answer.setHeader('date', new Date(scene.clock.now()).toUTCString()),
    );
    url = await scene.app.listen({ host: '127.0.0.1', port: 0 });
    browser = await openBrowser();
    await treasurer(scene);
    for (const shop of shops) boxes.set(shop, await closedBox(shop));
  });
  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  async function closedBox({ tienda, valor, negado, numero }: Shop): Promise<StagedBox> {
    const { people, clock, db } = scene;
    const managers = { responsable: people[2], supervisor: people[3], gerente: people[8] };
    const { id: id_tienda, idCaja: id } = await addStore(
      db,
      { nombre: tienda, ...managers },
      clock.now(),
    );
    const amounts = [valor, ...(negado === undefined ? [] : [negado])];
    const expenses: number[] = [];
    for (const amount of amounts) expenses.push(await record(scene, { id_tienda, valor: amount }));
    const box = { id, id_tienda, expenses };
    await moveTo(scene, box, 'finalAccounting');
    for (const id_gasto of expenses.slice(1)) {
      const { observacion } = approval;
      const rejection = { id_gasto, estado: 16, observacion, id_rechazo: 1 } as const;
      await must(scene.browsers[6], '/guardarContabilidadFinal', rejection);
    }
    await moveTo(scene, box, 'closed');
    if (numero !== '') await accountOf(scene, box, numero);
    return box;
  }

  const boxOf = (shop: Shop): StagedBox => boxes.get(shop) ?? { id: 0, id_tienda: 0, expenses: [] };

  async function tabOf(user: string): Promise<Page> {
    const tab = await openTab(browser, url);
    tabs.push(tab);
    await signIn(tab.page, user);
    await resize(tab.page, { width, height });
    return tab.page;
  }

  async function open(page: Page, path: string): Promise<void> {
    // Going to the same address would not load what another user has changed.
    if (page.url().endsWith(`#${path}`)) await page.reload();
    else await goTo(page, path);
    await quiet(page);
  }

  async function storedOf(shop: Shop): Promise<StoredPayment> {
    const found = (await storedPayments(scene)).find(({ tienda }) => tienda === shop.tienda);
    if (found === undefined) throw new Error(`no payment of ${shop.tienda}`);
    return found;
  }

  /** Compares the three lists of «Giros» with the database. */
  async function listsAreTrue(page: Page): Promise<void> {
    const stored = await storedPayments(scene);
    expect(stored.map(({ valor }) => valor).toSorted()).toEqual(
      shops.map(({ valor }) => valor).toSorted(),
    );
    for (const [list, states] of Object.entries(lists)) {
      await open(page, `/giros?lista=${list}`);
      const shown = (await cellsOf(page.getByRole('table'))).filter(({ tienda }) => tienda);
      const expected = stored.filter(({ estado }) =>
        (states as readonly string[]).includes(estado),
      );
      expect(
        inOrder(
          shown.map(({ tienda, consecutivo, valor, estado, giro, lote = '' }) =>
            [tienda, consecutivo, valor, estado, giro ?? '', /Lote \d+/.exec(lote)?.[0] ?? ''].join(
              '|',
            ),
          ),
        ),
        list,
      ).toEqual(
        inOrder(
          expected.map((row) =>
            [
              row.tienda,
              row.consecutivo,
              pesosText(row.valor),
              nameOf(row),
              list === 'girados' ? `${confirmationText(row)} Egreso (PDF)` : '',
              row.id_lote === null ? '' : `Lote ${row.id_lote}`,
            ].join('|'),
          ),
        ),
      );
    }
    await open(page, '/giros?lista=enCurso');
    const shown = (await cellsOf(page.getByRole('table'))).filter(({ lote }) => lote);
    expect(
      inOrder(shown.map(({ lote, valor, cuentas }) => [lote, valor, cuentas].join('|'))),
    ).toEqual(inOrder(await storedBatches(scene)));
  }

  /** Compares the screen of the batch with the database. */
  async function batchIsTrue(page: Page, batch: string): Promise<void> {
    await open(page, batch);
    await batchShowsDatabase(page, Number(/\d+$/.exec(batch)?.[0]));
  }

  async function batchShowsDatabase(page: Page, id: number): Promise<void> {
    const inBatch = (await storedPayments(scene)).filter(({ id_lote }) => id_lote === id);
    const shown = await cellsOf(page.getByRole('table', { name: 'Giros del lote' }));
    const rows = shown.filter(({ tienda }) => tienda);
    expect(
      inOrder(
        rows.map(({ tienda, consecutivo, valor, estado, giroPropio }) =>
          [tienda, consecutivo, valor, estado, giroPropio].join('|'),
        ),
      ),
    ).toEqual(
      inOrder(
        inBatch.map((row) =>
          [
            row.tienda,
            row.consecutivo,
            pesosText(row.valor),
            nameOf(row),
            [
              confirmationText(row),
              ...(row.dia === '' ? [] : ['Egreso (PDF)']),
              // A phone shows one of the two references.
              ...(name === 'desk' || row.dia === '' ? [`GIRO${row.id_giro}`] : []),
            ]
              .join(' ')
              .trim(),
          ].join('|'),
        ),
      ),
    );
    const sum = inBatch.reduce((all, { valor }) => all + valor, 0);
    const facts = plain(await page.locator('main dl').first().innerText());
    expect(facts).toContain(`Valor ${pesosText(sum)}`);
    for (const [label, part] of [
      ['Por banco', inBatch.filter(({ numero }) => numero !== '')],
      ['A mano', inBatch.filter(({ numero }) => numero === '')],
    ] as const)
      expect(facts).toContain(`${label} ${sumText(part)}`);
  }

  const sumText = (payments: readonly StoredPayment[]): string =>
    `${payments.length} ${payments.length === 1 ? 'giro' : 'giros'}, ${pesosText(payments.reduce((all, { valor }) => all + valor, 0))}`;

  /** Compares the box of each store and its fund with the database. */
  async function storesAreTrue(page: Page): Promise<void> {
    for (const shop of shops) {
      const { id, id_tienda } = boxOf(shop);
      const payment = await storedOf(shop);
      const { valor, dia, referencia, numero } = payment;
      await open(page, `/verCaja/${id}`);
      const money = page.getByRole('region', { name: 'Dinero de la caja' });
      const sentence =
        dia === ''
          ? `${nameOf(payment)}${numero === '' ? '' : ' por transferencia'}: ${pesosText(valor)}`
          : `Girado el ${dayText(dia)} ${numero === '' ? 'a mano' : 'por transferencia'}, ref. ${referencia}: ${pesosText(valor)}`;
      expect(plain(await money.locator('strong').innerText()), shop.tienda).toBe(sentence);
      await open(page, `/cajaActual/${id_tienda}`);
      const bar = plain(await page.getByRole('region', { name: 'Fondo de la tienda' }).innerText());
      const owes = !['girado', 'noRecibido', 'recibido'].includes(payment.intento);
      const denied = shop.negado ?? 0;
      const waiting = owes ? valor : 0;
      for (const [label, pesos] of [
        ['Por girar', waiting],
        ['A cargo del responsable', denied],
        ['Dinero disponible', 1_000_000 - waiting - denied],
        ['Base', 1_000_000],
      ] as const)
        expect(bar, shop.tienda).toContain(`${label} ${pesosText(pesos)}`);
    }
  }

  it('the screens show what the database has, step by step', async () => {
    const accounting = await tabOf('contabilidad');
    const store = await tabOf('tienda');
    await listsAreTrue(accounting);
    await storesAreTrue(store);

    await open(accounting, '/giros');
    await accounting.getByRole('button', { name: 'Marcar todos' }).click();
    const all = pesosText(shops.reduce((sum, { valor }) => sum + valor, 0));
    await accounting.getByRole('button', { name: `Preparar 6: ${all}` }).click();
    const link = accounting.getByRole('link', { name: /^Ver el lote/ });
    const batch = (await link.getAttribute('href'))?.replace(/^\/?#/, '') ?? '';
    await listsAreTrue(accounting);
    await batchIsTrue(accounting, batch);

    const treasury = await tabOf('tesoreria');
    await batchIsTrue(treasury, batch);
    await treasury.getByRole('button', { name: 'Autorizar' }).click();
    const question = treasury.getByRole('alertdialog');
    const stored = await storedPayments(scene);
    expect(plain(await question.innerText())).toContain(`En total ${sumText(stored)}`);
    await quiet(treasury);
    const authorise = treasury.getByRole('button', { name: 'Sí, autorizar' });
    const { y = height, height: tall = 0 } = (await authorise.boundingBox()) ?? {};
    expect(y + tall).toBeLessThanOrEqual(height);
    await authorise.click();
    await treasury.getByText(/^Autorizado: 6 giros/).waitFor();
    await batchIsTrue(treasury, batch);
    await listsAreTrue(treasury);

    await batchIsTrue(accounting, batch);
    await accounting.getByRole('button', { name: 'Enviar con archivo CSV' }).click();
    await quiet(accounting);
    await accounting
      .getByRole('button', { name: 'Sí, enviar con archivo CSV', exact: true })
      .click();
    await accounting.getByText(/^Enviado: 6 giros/).waitFor();
    await batchIsTrue(accounting, batch);
    await listsAreTrue(accounting);
    await storesAreTrue(store);

    await open(accounting, batch);
    const downloading = accounting.waitForEvent('download');
    await accounting.getByRole('link', { name: 'Descargar el archivo' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    const transfers = stored.filter(({ numero }) => numero !== '');
    for (const { numero, valor } of transfers)
      expect(
        file.split(/\r?\n/).filter((line) => line.includes(numero) && line.includes(String(valor))),
      ).toHaveLength(1);
    expect(file).not.toContain(String(byHand.valor));

    const titles = 'Cuenta destino;Identificación;Valor pagado;Comprobante;Estado;Causal';
    const lineOf = (shop: Shop, estado = 'PAGADO', causal = '') =>
      [shop.numero, '1018464851', pesosText(shop.valor), referenceOf(shop), estado, causal].join(
        ';',
      );
    const upload = async (...lines: string[]) => {
      await accounting.getByLabel('Archivo del banco').setInputFiles({
        name: 'respuesta.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([titles, ...lines].join('\r\n')),
      });
    };
    await upload(lineOf(paid), lineOf(claimed), lineOf(refused, 'RECHAZADO', 'CUENTA CANCELADA'));
    await accounting.getByLabel('Banco', { exact: true }).fill('Bancolombia');
    await quiet(accounting);
    await accounting
      .getByLabel('«PAGADO» significa')
      .selectOption({ label: 'El banco hizo el giro' });
    await accounting
      .getByLabel('«RECHAZADO» significa')
      .selectOption({ label: 'El banco lo rechazó' });
    await accounting.getByRole('button', { name: 'Guardar y leer el archivo' }).click();
    await accounting.getByRole('button', { name: 'Confirmar 2 giros que hizo el banco' }).waitFor();
    const read = await cellsOf(accounting.getByRole('table', { name: /^Líneas de / }));
    await quiet(accounting);
    expect(
      read.map(({ valor, referencia, estado, resultado }) => [
        valor,
        referencia,
        estado,
        resultado,
      ]),
    ).toEqual([
      ...[paid, claimed].map((shop) => [
        pesosText(shop.valor),
        referenceOf(shop),
        'PAGADO',
        `Hecho ${shop.tienda} n.º 1`,
      ]),
      [
        pesosText(refused.valor),
        '—',
        'RECHAZADO',
        `Rechazado ${refused.tienda} n.º 1. CUENTA CANCELADA`,
      ],
    ]);
    await accounting.getByRole('button', { name: 'Confirmar 2 giros que hizo el banco' }).click();
    await accounting.getByText(/^Confirmado: 2 giros/).waitFor();
    await accounting.getByRole('button', { name: 'Devolver 1 giro' }).click();
    await accounting.getByText(/^Devuelto: 1 giro/).waitFor();
    expect(await storedOf(refused)).toMatchObject({ estado: 'porGirar', id_lote: null });

    // The format is known now.
    await upload(lineOf(sentBack), lineOf(received));
    await accounting.getByRole('button', { name: 'Confirmar 2 giros que hizo el banco' }).click();
    await accounting.getByText(/^Confirmado: 2 giros/).waitFor();
    await accounting
      .getByRole('textbox', { name: `Referencia de ${byHand.tienda} n.º 1` })
      .fill(referenceOf(byHand));
    await accounting.getByRole('button', { name: 'Confirmar 1 giro', exact: true }).click();
    await accounting.getByText(/^Confirmado: 1 giro/).waitFor();
    for (const shop of references.keys())
      expect(await storedOf(shop)).toMatchObject({
        estado: 'girado',
        dia: firstDay,
        referencia: referenceOf(shop),
      });
    await batchIsTrue(accounting, batch);
    await listsAreTrue(accounting);
    await storesAreTrue(store);

    for (const shop of references.keys()) {
      await open(store, `/verCaja/${boxOf(shop).id}`);
      if (shop === claimed) {
        await store.getByRole('button', { name: 'No me llegó' }).click();
        await store.getByRole('textbox', { name: 'Qué revisó' }).fill('El extracto de hoy');
        await store.getByRole('button', { name: 'Avisar a contabilidad' }).click();
        await store.getByText(/No le llegó a la tienda/).waitFor();
      } else {
        await store.getByRole('button', { name: 'Recibí el dinero' }).click();
        await store.getByText('Recibido').first().waitFor();
      }
    }
    expect(await storedOf(claimed)).toMatchObject({ estado: 'noRecibido' });
    await storesAreTrue(store);
    await batchIsTrue(accounting, batch);
    await listsAreTrue(accounting);

    await passTime(scene, 2 * DAY);
    await open(accounting, batch);
    await accounting.getByRole('checkbox', { name: `Marcar ${sentBack.tienda} n.º 1` }).click();
    const reason = 'El banco lo devolvió: cuenta inactiva';
    await accounting.getByRole('textbox', { name: 'Por qué vuelve el dinero' }).fill(reason);
    await accounting.getByRole('button', { name: 'Proponer la devolución' }).click();
    await accounting.getByText(/^Devolución propuesta: 1 giro/).waitFor();
    expect(await storedOf(sentBack)).toMatchObject({
      estado: 'devolucionPropuesta',
      dia: firstDay,
    });
    await batchIsTrue(accounting, batch);
    await listsAreTrue(accounting);
    await storesAreTrue(store);

    await batchIsTrue(treasury, batch);
    await treasury.getByRole('checkbox', { name: `Marcar ${sentBack.tienda} n.º 1` }).click();
    await treasury.getByRole('button', { name: 'Aprobar las marcadas' }).click();
    await treasury.getByText('Devolución resuelta: 1 giro.').waitFor();
    await batchIsTrue(treasury, batch);
    await listsAreTrue(accounting);
    await storesAreTrue(store);
    await open(store, `/verCaja/${boxOf(sentBack).id}`);
    await open(accounting, '/giros?lista=porGirar');
    const remarks = await cellsOf(accounting.getByRole('table'));
    expect(remarks.map(({ tienda, problema }) => [tienda, problema])).toEqual([
      [
        claimed.tienda,
        `Ya se confirmó el 17 jun, ref. ${referenceOf(claimed)}. La tienda: El extracto de hoy`,
      ],
      [refused.tienda, 'Devuelto: CUENTA CANCELADA'],
      [
        sentBack.tienda,
        `Ya se confirmó el 17 jun, ref. ${referenceOf(sentBack)}. Devuelto: ${reason}`,
      ],
    ]);
    expect(tabs.flatMap(({ complaints }) => complaints)).toEqual([]);
  }, 300_000);
});
