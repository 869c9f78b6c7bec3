/** Purchases of a store: buys something, gets a receipt and records the expense with it. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { expenseStates } from '#machines/domain/stages/states.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { categorisedExpenses } from '../../features/cases/box.repository.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { insertInvoiceOnce } from '../../features/invoices/invoice.repository.ts';
import { nameOf } from '../../features/reference/reference.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import {
  type DemoPurchase,
  demoCompanyNit,
  demoPeople,
  demoStores,
  demoSuppliers,
  demoTaxes,
  type PurchaseKey,
  purchaseModels,
  type StoreKey,
  type Trait,
} from './demo-data.ts';
import { idIn } from './demo-world.ts';
import { invoiceFile, PESOS_STEP, paperOf, receiptPicture } from './receipt-files.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One purchase; amounts in pesos. */
interface Bought {
  recibo: string;
  fecha_gasto: string;
  valor: number;
}

interface DemoFile {
  filename: string;
  bytes: Buffer;
}

/**
 * The last purchase of each model, for later purchases that repeat part of it; `factura` is the number of its last
 * electronic invoice, null before the first.
 */
export type LastBought = Map<
  PurchaseKey,
  { bought: Bought; archivo: DemoFile; factura: string | null }
>;

interface Recording {
  store: StoreKey;
  purchase: DemoPurchase;
  instant: number;
  fecha_gasto: string;
}

/** Pesos by which the total of each electronic invoice exceeds the value of the purchase, by its trait. */
const invoicesByTrait: Partial<Record<Trait | StageName, readonly number[]>> = {
  invoice: [0],
  invoices: [0, 18_400],
  otherValue: [7_350],
  otherBuyer: [0],
  unknownInvoice: [],
};

const invoicesOf = ([, trait]: DemoPurchase) => trait && invoicesByTrait[trait];

function boughtNow(
  { purchase, fecha_gasto }: Recording,
  random: SeededRandom,
  last: Bought | undefined,
): Bought {
  const [model, trait] = purchase;
  const [minimum, maximum] = purchaseModels[model].valor;
  const number = random.between(1, 99_999);
  const recibo = invoicesOf(purchase) ? `FV${number}` : String(number).padStart(5, '0');
  const valor = random.between(minimum / PESOS_STEP, maximum / PESOS_STEP) * PESOS_STEP;
  if (last && trait === 'sameNumber') return { recibo: last.recibo, fecha_gasto, valor };
  if (last && trait === 'samePurchase') return { ...last, recibo };
  return { recibo, fecha_gasto, valor };
}

/** Invoices are PDF; till receipts are photographs (JPEG) or screenshots (PNG). */
async function fileOf(
  { trx, random }: DemoCalls,
  { store, purchase }: Recording,
  { recibo, fecha_gasto: fecha, valor }: Bought,
): Promise<DemoFile> {
  const { id_ciudad, nombre: cliente } = demoStores[store];
  const ciudad = await nameOf(trx, 'ciudades', id_ciudad);
  const hora = `${random.between(10, 17)}:${random.between(10, 59)}`;
  const paper = paperOf(purchase[0], { numero: recibo, fecha, hora, ciudad, cliente, valor });
  if (invoicesOf(purchase))
    return { filename: `factura-${recibo}.pdf`, bytes: await invoiceFile(paper) };
  const picture = await receiptPicture(paper, random);
  const isPhotograph = random.chance(0.5);
  const image = isPhotograph
    ? picture.jpeg({ quality: 50 })
    : picture.png({ palette: true, colours: 16 });
  const filename = `recibo-${recibo}.${isPhotograph ? 'jpg' : 'png'}`;
  return { filename, bytes: await image.toBuffer() };
}

/** Inserts the electronic invoices that the tax authority has of the purchase. */
async function insertInvoices(
  { trx }: DemoCalls,
  { purchase, instant }: Recording,
  { recibo, fecha_gasto: fecha, valor }: Bought,
): Promise<void> {
  const { nombre, num_doc } = demoSuppliers[purchaseModels[purchase[0]].supplier];
  const isOurs = purchase[1] !== 'otherBuyer';
  for (const [index, more] of (invoicesOf(purchase) ?? []).entries()) {
    const numero = index === 0 ? recibo : recibo.replace('FV', 'FV-');
    const cufe = createHash('sha384').update(`${num_doc} ${numero}`).digest('hex');
    await insertInvoiceOnce(trx, {
      nit: num_doc,
      razon_social: nombre,
      numero,
      numero_normalizado: documentNumber(numero),
      total: toCentavos(valor + more),
      fecha,
      cufe,
      nit_comprador: isOurs ? demoCompanyNit : demoSuppliers.ferreteria.num_doc,
      // Ends with the CUFE, by which the facts behind a link are found.
      url: `https://catalogo-vpfe.dian.gov.co/document/ShowDocumentToPublic/${cufe}`,
      tipo: '01',
      forma_pago: '1',
      impuestos: JSON.stringify(demoTaxes(purchase[0], toCentavos(valor + more))),
      creado: instant,
    });
  }
}

/** Supplier fields of the form: the id, or all data of a new supplier. */
function supplierFields({ world }: DemoCalls, { store, purchase }: Recording) {
  const { supplier: key } = purchaseModels[purchase[0]];
  const { nombre: proveedor, num_doc, digito, direccion, ocasional } = demoSuppliers[key];
  if (!ocasional) return { id_proveedor: idIn(world.suppliers, key), num_doc, proveedor };
  const { id_ciudad: ciudad } = demoStores[store];
  // The first digits of a municipality's code are those of its department.
  const departamento = Math.floor(ciudad / 1000);
  return { num_doc, digito, proveedor, direccion, ciudad, departamento };
}

/** Corrects the concept of the expense that the supervisor rejected. */
export async function correctRejected(
  { trx }: DemoCalls,
  context: SessionContext,
  idCaja: number,
  concepto: string,
): Promise<void> {
  const rejected = (await categorisedExpenses(trx, idCaja)).find(
    ({ estado }) => estado === expenseStates.supervisorRejected.codigo,
  );
  if (rejected === undefined) throw new Error('nothing is to be corrected');
  const { id: id_gasto, categoryIds: categoria, version, fecha_gasto, recibo } = rejected;
  const same = { id_gasto, version, fecha_gasto, recibo, id_proveedor: rejected.id_proveedor };
  await demoOperations['/corregirGasto'](
    { token, ...same, concepto, categoria, valor: toPesos(rejected.valor), tipo_factura: 0 },
    { ...context, archivo: null },
  );
}

/** Records one expense with its receipt, or without one for the trait `withoutReceipt`. */
export async function recordPurchase(
  calls: DemoCalls,
  recording: Recording,
  lastBought: LastBought,
): Promise<void> {
  const { store, purchase, instant } = recording;
  const [model, trait] = purchase;
  const { categorias, concepto } = purchaseModels[model];
  const { responsable, id_formato } = demoStores[store];
  const last = lastBought.get(model);
  const bought = boughtNow(recording, calls.random, last?.bought);
  await insertInvoices(calls, recording, bought);
  const person = trait === 'byCoordinator' ? 'coordinador' : responsable;
  const context = calls.context(person, instant);
  const categoria = await categoriesNamed(calls.trx, id_formato, categorias);
  if (categoria.length !== categorias.length) throw new Error(`no category for ${model}`);
  const own = invoicesOf(purchase) === undefined ? null : bought.recibo;
  const factura = trait === 'sameInvoice' ? (last?.factura ?? null) : own;
  const [recorded] = await demoOperations['/enviarGasto'](
    {
      token,
      ...bought,
      concepto,
      categoria,
      tipo_factura: factura === null ? 0 : 1,
      numero_factura: factura,
      encargado: demoPeople[person].nombre,
      id_tienda: idIn(calls.world.stores, store),
      ...supplierFields(calls, recording),
    },
    context,
  );
  if (recorded === undefined) throw new Error('nothing was recorded');
  const drawn = await fileOf(calls, recording, bought);
  const archivo = last && trait === 'sameReceipt' ? last.archivo : drawn;
  lastBought.set(model, { bought, archivo, factura: factura ?? last?.factura ?? null });
  if (trait === 'withoutReceipt') return;
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
