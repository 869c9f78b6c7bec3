/** A store at work: it buys something, keeps the paper and records the expense with it. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toCentavos } from '#machines/domain/values/money.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { insertInvoiceOnce } from '../../features/invoices/invoice.repository.ts';
import { nameOf } from '../../features/reference/reference.repository.ts';
import type { DemoPurchase } from './demo-boxes.ts';
import { clock, clockText } from './demo-calendar.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import { demoPeople } from './demo-people.ts';
import { type PurchaseKey, purchaseModels } from './demo-purchases.ts';
import { demoCompanyNit, demoStores, type StoreKey } from './demo-stores.ts';
import { demoSuppliers } from './demo-suppliers.ts';
import { idIn } from './demo-world.ts';
import { invoicePage } from './files/invoice-page.ts';
import type { Paper } from './files/paper.ts';
import { receiptPicture } from './files/receipt-picture.ts';
import type { SeededRandom } from './seeded-random.ts';

interface DemoFile {
  filename: string;
  bytes: Buffer;
}

/** One purchase as it happened; pesos. */
interface Bought {
  recibo: string;
  fecha: string;
  valor: number;
  archivo: DemoFile | null;
}

/** The last purchase of each kind, for those that repeat something of it. */
export type LastBought = Map<PurchaseKey, Bought>;

interface Recording {
  store: StoreKey;
  purchase: DemoPurchase;
  instant: number;
  /** Day of the purchase. */
  fecha: string;
}

const PESOS_STEP = 50;

function boughtNow(
  { purchase, fecha }: Recording,
  random: SeededRandom,
  last: Bought | undefined,
): Omit<Bought, 'archivo'> {
  const [minimum, maximum] = purchaseModels[purchase.model].valor;
  const number = random.between(1, 99_999);
  const recibo = purchase.factura ? `FV${number}` : String(number).padStart(5, '0');
  const valor = random.between(minimum / PESOS_STEP, maximum / PESOS_STEP) * PESOS_STEP;
  if (last === undefined) return { recibo, fecha, valor };
  if (purchase.repeats === 'receiptNumber') return { recibo: last.recibo, fecha, valor };
  if (purchase.repeats === 'purchase') return { recibo, fecha: last.fecha, valor: last.valor };
  return { recibo, fecha, valor };
}

/** The total over the lines of the receipt, in whole steps. */
function itemsOf(textos: readonly string[], valor: number): Paper['items'] {
  const share = Math.floor(valor / textos.length / PESOS_STEP) * PESOS_STEP;
  return textos.map((texto, line) => ({
    texto,
    valor: toCentavos(line === 0 ? valor - share * (textos.length - 1) : share),
  }));
}

async function paperOf(
  calls: DemoCalls,
  { store, purchase }: Recording,
  bought: Omit<Bought, 'archivo'>,
  random: SeededRandom,
): Promise<Paper> {
  const model = purchaseModels[purchase.model];
  const ciudad = await nameOf(calls.trx, 'ciudades', demoStores[store].id_ciudad);
  return {
    supplier: { ...demoSuppliers[model.supplier], ciudad },
    numero: bought.recibo,
    fecha: bought.fecha,
    hora: clockText(random.between(clock(8), clock(18))),
    items: itemsOf(model.items, bought.valor),
    total: toCentavos(bought.valor),
    cliente: demoStores[store].nombre,
  };
}

/** Invoices are PDF; of till receipts people take photographs and screenshots. */
async function fileOf(paper: Paper, isInvoice: boolean, random: SeededRandom): Promise<DemoFile> {
  if (isInvoice)
    return { filename: `factura-${paper.numero}.pdf`, bytes: await invoicePage(paper) };
  const picture = await receiptPicture(paper, random);
  return random.chance(0.5)
    ? {
        filename: `recibo-${paper.numero}.jpg`,
        bytes: await picture.jpeg({ quality: 50 }).toBuffer(),
      }
    : {
        filename: `recibo-${paper.numero}.png`,
        bytes: await picture.png({ palette: true, colours: 16 }).toBuffer(),
      };
}

/** Inserts the electronic invoices that the tax authority has of the purchase. */
async function insertInvoices(
  calls: DemoCalls,
  { purchase, instant }: Recording,
  bought: Omit<Bought, 'archivo'>,
): Promise<void> {
  const { nombre, num_doc } = demoSuppliers[purchaseModels[purchase.model].supplier];
  const totals = {
    one: [bought.valor],
    several: [bought.valor, bought.valor + 18_400],
    anotherValue: [bought.valor + 7_350],
    anotherBuyer: [bought.valor],
    none: [],
  }[purchase.factura ?? 'none'];
  for (const [index, total] of totals.entries()) {
    const numero = index === 0 ? bought.recibo : bought.recibo.replace('FV', 'FV-');
    const cufe = createHash('sha384').update(`${num_doc} ${numero}`).digest('hex');
    await insertInvoiceOnce(calls.trx, {
      nit: num_doc,
      razon_social: nombre,
      numero,
      numero_normalizado: documentNumber(numero),
      total: toCentavos(total),
      fecha: bought.fecha,
      cufe,
      nit_comprador:
        purchase.factura === 'anotherBuyer' ? demoSuppliers.ferreteria.num_doc : demoCompanyNit,
      url: `https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${cufe}`,
      creado: instant,
    });
  }
}

/** How the form names the supplier: by its id, or with all that a new one needs. */
function supplierFields(calls: DemoCalls, { store, purchase }: Recording) {
  const { supplier: key } = purchaseModels[purchase.model];
  const { nombre, num_doc, digito, direccion, ocasional } = demoSuppliers[key];
  if (!ocasional)
    return { id_proveedor: idIn(calls.world.suppliers, key), num_doc, proveedor: nombre };
  const ciudad = demoStores[store].id_ciudad;
  return {
    num_doc,
    digito,
    proveedor: nombre,
    direccion,
    ciudad,
    // The first digits of a municipality's code are those of its department.
    departamento: Math.floor(ciudad / 1000),
  };
}

async function categoryIds(calls: DemoCalls, { store, purchase }: Recording): Promise<number[]> {
  const { categorias } = purchaseModels[purchase.model];
  const ids = await categoriesNamed(calls.trx, demoStores[store].id_formato, categorias);
  if (ids.length !== categorias.length)
    throw new Error(`${store} has no category for ${purchase.model}`);
  return ids;
}

/** Records one expense, with its receipt unless it has none yet. */
export async function recordPurchase(
  calls: DemoCalls,
  recording: Recording,
  random: SeededRandom,
  lastBought: LastBought,
): Promise<void> {
  const { store, purchase, instant } = recording;
  const last = lastBought.get(purchase.model);
  const bought = boughtNow(recording, random, last);
  await insertInvoices(calls, recording, bought);
  const person = purchase.byCoordinator ? 'coordinador' : demoStores[store].responsable;
  const [recorded] = await demoOperations['/enviarGasto'](
    {
      token,
      fecha_gasto: bought.fecha,
      recibo: bought.recibo,
      valor: bought.valor,
      concepto: purchaseModels[purchase.model].concepto,
      categoria: await categoryIds(calls, recording),
      tipo_factura: purchase.factura ? 1 : 0,
      numero_factura: purchase.factura ? bought.recibo : null,
      encargado: demoPeople[person].nombre,
      id_tienda: idIn(calls.world.stores, store),
      ...supplierFields(calls, recording),
    },
    calls.context(person, instant),
  );
  if (recorded === undefined) throw new Error('nothing was recorded');
  const paper = await paperOf(calls, recording, bought, random);
  const archivo =
    purchase.repeats === 'receipt' && last?.archivo
      ? last.archivo
      : await fileOf(paper, purchase.factura !== undefined, random);
  lastBought.set(purchase.model, { ...bought, archivo });
  if (purchase.withoutReceipt) return;
  const context = calls.context(person, instant);
  await context.receipts.apart(async (folder) => {
    const { filename, bytes } = archivo;
    const file = join(folder, 'soporte');
    await writeFile(file, bytes);
    await demoOperations['/cargarSoporte'](
      { token, id_gasto: recorded.id_gasto },
      { ...context, archivo: { filename, file, bytes: bytes.length } },
    );
  });
}
