/** A company of any size: its people, its stores, and years of boxes that could have gone that way. */
import { millisecondsInDay } from 'date-fns/constants';
import { toCentavos } from '#machines/domain/values/money.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { type DemoPerson, demoPersonEntries } from './demo-people.ts';
import { type PurchaseKey, purchaseModels } from './demo-purchases.ts';
import { type DemoStore, demoStoreEntries } from './demo-stores.ts';
import { demoSuppliers } from './demo-suppliers.ts';
import { type DemoCast, type DemoWorld, idIn, insertWorld } from './demo-world.ts';
import { invoicePage } from './files/invoice-page.ts';
import type { DemoTarget } from './load-demo-data.ts';
import { simulateInWorker } from './simulate-in-worker.ts';
import { addPastBoxes, type PastBoxes, type PastCounts } from './past-boxes.ts';
import { ownFile, type PastArticle, type PastReceipt, type PastWorld } from './past-life.ts';
import { type SeededRandom, type Some, seededRandom } from './seeded-random.ts';

export interface CompanySize {
  stores: number;
  years: number;
}

const SEED = 20_262;
/** Boxes of one store: about one a week. */
export const BOXES_A_YEAR = 46;
/** Days in which people and stores are there before their first box. */
const BEFORE = 30;

function namesIn(text: string): Some<string> {
  const [first = '', ...others] = text.trim().split(/\s+/);
  return [first, ...others];
}

const firstNames = namesIn(`
  Adolfo Adriana Camilo Daniela Esteban Gloria Héctor Inés Julián Lucía Marcela Óscar Patricia
  Ramiro Sofía Tatiana Víctor Ximena Yesid
`);
const familyNames = namesIn(`
  Acosta Álvarez Bedoya Cárdenas Duque Echeverri Franco Giraldo Hincapié Jaramillo Londoño Mejía
  Naranjo Ospina Peláez Quintero Rincón Salazar Toro Uribe Vallejo Zapata
`);

const cities: Some<{ ciudad: string; id_ciudad: number }> = [
  { ciudad: 'Medellín', id_ciudad: 5001 },
  { ciudad: 'Bogotá', id_ciudad: 11001 },
  { ciudad: 'Cali', id_ciudad: 76001 },
  { ciudad: 'Barranquilla', id_ciudad: 8001 },
  { ciudad: 'Cartagena', id_ciudad: 13001 },
  { ciudad: 'Pereira', id_ciudad: 66001 },
  { ciudad: 'Armenia', id_ciudad: 63001 },
];
const kinds: Some<{ id_formato: DemoStore['id_formato']; kind: string }> = [
  { id_formato: 1, kind: 'Almacén' },
  { id_formato: 2, kind: 'Supermercado' },
  { id_formato: 3, kind: 'Express' },
  { id_formato: 4, kind: 'Isla' },
  { id_formato: 5, kind: 'Outlet' },
  { id_formato: 6, kind: 'Mayorista' },
];

/** Stores that one supervisor and one manager have, and that one person of each office serves. */
const SHARES = { supervisor: 10, gerente: 20, mantenimiento: 50, contabilidad: 50 } as const;
const profileOf = {
  supervisor: 3,
  gerente: 8,
  mantenimiento: 5,
  contabilidad: 6,
  tienda: 2,
} as const;
type Role = keyof typeof profileOf;

/** Numbered stores and their people; the numbers make addresses and documents that nobody else has. */
export function companyCast(from: number, to: number, random: SeededRandom): DemoCast {
  const people = new Map<string, DemoPerson>();
  const stores: [string, DemoStore][] = [];
  const keyOf = (role: Role, number: number): string => {
    const key = `${role}.${String(number).padStart(4, '0')}`;
    if (!people.has(key))
      people.set(key, {
        nombre: `${random.pick(firstNames)} ${random.pick(familyNames)} ${random.pick(familyNames)}`,
        profile: profileOf[role],
        num_doc: String(1_200_000_000 + number * 10 + profileOf[role]),
        celular: `3${random.between(100_000_000, 249_999_999)}`,
      });
    return key;
  };
  const shared = (role: keyof typeof SHARES, number: number) =>
    keyOf(role, number - ((number - from) % SHARES[role]));
  for (let number = from; number <= to; number += 1) {
    const { id_formato, kind } = random.pick(kinds);
    const { ciudad, id_ciudad } = random.pick(cities);
    const code = String(number).padStart(4, '0');
    stores.push([
      `sede.${code}`,
      {
        nombre: `${kind} ${ciudad} ${code}`,
        direccion: `Calle ${random.between(1, 120)} # ${random.between(1, 90)}-${random.between(10, 99)}`,
        telefono: `60${random.between(1, 8)}${random.between(2_000_000, 7_999_999)}`,
        centro: `2${code}`,
        id_ciudad,
        id_formato,
        base: random.between(10, 40) * 100_000,
        responsable: keyOf('tienda', number),
        supervisor: shared('supervisor', number),
        gerente: shared('gerente', number),
      },
    ]);
    shared('mantenimiento', number);
    shared('contabilidad', number);
  }
  return { people: [...people], stores };
}

const bought = {
  plain: ['aseo', 'cafeteria', 'papeleria', 'copias', 'acarreo', 'parqueadero', 'mensajeria'],
  maintenance: ['pintura', 'aire', 'luces'],
} as const satisfies Record<string, Some<PurchaseKey>>;

async function each<Item, Made>(
  [first, ...others]: Some<Item>,
  make: (item: Item) => Promise<Made>,
): Promise<Some<Made>> {
  return [await make(first), ...(await Promise.all(others.map(make)))];
}

const articlesOf = (
  trx: Trx,
  idFormato: number,
  { suppliers }: Pick<DemoWorld, 'suppliers'>,
  keys: Some<PurchaseKey>,
): Promise<Some<PastArticle>> =>
  each(keys, async (key) => {
    const { supplier, categorias, concepto, valor } = purchaseModels[key];
    const [categoria = 0] = await categoriesNamed(trx, idFormato, categorias.slice(0, 1));
    const { nombre } = demoSuppliers[supplier];
    return { supplier: idIn(suppliers, supplier), nombre, concepto, categoria, valor };
  });

/** A receipt that many expenses show: to draw one for each would take hours. */
async function receiptOf(
  trx: Trx,
  receipts: ReceiptStore,
  key: PurchaseKey,
): Promise<{ file: PastReceipt; bytes: Buffer }> {
  const { concepto, items, supplier, valor } = purchaseModels[key];
  const total = toCentavos(valor[0]);
  const bytes = await invoicePage({
    supplier: { ...demoSuppliers[supplier], ciudad: 'Medellín' },
    numero: `FV${valor[1]}`,
    fecha: '2026-01-15',
    hora: '10:30',
    items: [{ texto: items[0], valor: total }],
    total,
    cliente: concepto,
  });
  const file = {
    soporte_sha256: await receipts.save(bytes, trx),
    soporte_contenido: null,
    soporte_nombre: 'recibo.pdf',
    soporte_tipo: 'application/pdf',
    soporte_bytes: bytes.length,
  };
  return { file, bytes };
}

/** The world of each store format, which has categories of its own. */
async function worldsByFormat(
  trx: Trx,
  receipts: ReceiptStore,
  demo: Pick<DemoWorld, 'suppliers' | 'companies'>,
  ownFiles: boolean,
): Promise<Map<number, PastWorld>> {
  const shown = await each(bought.plain, (key) => receiptOf(trx, receipts, key));
  const worlds = new Map<number, PastWorld>();
  for (const { id_formato } of kinds)
    worlds.set(id_formato, {
      company: { id: idIn(demo.companies, 'Servientrega'), nombre: 'Servientrega' },
      articles: {
        plain: await articlesOf(trx, id_formato, demo, bought.plain),
        maintenance: await articlesOf(trx, id_formato, demo, bought.maintenance),
      },
      receipts: await each(shown, async ({ file }) => file),
      contents: ownFiles ? shown.map(({ bytes }) => bytes) : [],
      reasons: [1, 2, 3],
      tax: 1,
      documentClass: 1,
    });
  return worlds;
}

/** The boxes of stores that have none yet. */
export async function addPast(
  trx: Trx,
  receipts: ReceiptStore,
  { people, stores }: DemoCast,
  world: DemoWorld,
  past: Omit<PastBoxes, 'stores'> & { boxes: number; ownFiles: boolean },
): Promise<PastCounts> {
  const worlds = await worldsByFormat(trx, receipts, world, past.ownFiles);
  const office = (profile: ProfileId) =>
    people.flatMap(([key, person]) => (person.profile === profile ? idIn(world.people, key) : []));
  const [maintenance, accounting] = [office(5), office(6)];
  const one = (ids: readonly number[], index: number) => ids[index % ids.length] ?? 0;
  const pastStores = stores.map(([key, store], index) => ({
    id: idIn(world.stores, key),
    world: idIn(worlds, store.id_formato),
    boxes: past.boxes,
    people: {
      store: idIn(world.people, store.responsable),
      supervisor: idIn(world.people, store.supervisor),
      maintenance: one(maintenance, index),
      accounting: one(accounting, index),
    },
  }));
  const { days, now, report } = past;
  const counts = await addPastBoxes(
    trx,
    { stores: pastStores, days, now, report },
    simulateInWorker,
  );
  const [{ contents } = { contents: [] }] = worlds.values();
  await keepOwnFiles(trx, receipts, contents, counts);
  return counts;
}

/** Files that are written at the same time. */
const AT_ONCE = 32;

/** The files that the rows name; every key has one, that of an expense which was removed again, too. */
async function keepOwnFiles(
  trx: Trx,
  receipts: ReceiptStore,
  contents: PastWorld['contents'],
  { firstExpense, recorded }: PastCounts,
): Promise<void> {
  if (contents.length === 0) return;
  for (let from = firstExpense; from < firstExpense + recorded; from += AT_ONCE) {
    const keys = Array.from(
      { length: Math.min(AT_ONCE, firstExpense + recorded - from) },
      (_, index) => from + index,
    );
    await Promise.all(keys.map((key) => receipts.save(ownFile(contents, key), trx)));
  }
}

/**
 * Fills an empty database with a company, whole or not at all. Its first stores and its people are those of the
 * demonstration.
 *
 * @returns null when the database is in use: then nothing was changed
 */
export const loadCompany = (
  { db, receipts, now }: DemoTarget,
  { stores, years }: CompanySize,
  report?: PastBoxes['report'],
): Promise<(PastCounts & { people: number; stores: number }) | null> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return null;
    const random = seededRandom(SEED);
    const days = years * 365;
    const first = demoStoreEntries.filter(([, store]) => !store.inactive).slice(0, stores);
    const more = companyCast(first.length + 1, stores, random);
    const cast: DemoCast = {
      people: [...demoPersonEntries, ...more.people],
      stores: [...first, ...more.stores],
    };
    const world = await insertWorld(trx, now - (days + BEFORE) * millisecondsInDay, cast);
    const past = { boxes: BOXES_A_YEAR * years, days, now, ownFiles: false, report };
    const counts = await addPast(trx, receipts, cast, world, past);
    return { ...counts, people: cast.people.length, stores };
  });
