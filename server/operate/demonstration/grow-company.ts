/** A company of any size, or any number of expenses more in one that is there: its people, its stores, and years of boxes. */
import { randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { reasonText } from '../../features/catalogues/review-catalogue.repository.ts';
import { categoriesNamed } from '../../features/expenses/expense-detail.repository.ts';
import { isInUse } from '../../features/settings/settings.repository.ts';
import { highestKey, rowsIn } from '../../platform/database/bulk-insert.ts';
import { inTransaction, onPostgres, type Trx } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { learnTable } from '../backup/whole-table.repository.ts';
import { type DemoPerson, demoPersonEntries } from './demo-people.ts';
import { type PurchaseKey, purchaseModels } from './demo-purchases.ts';
import { type DemoStore, demoStoreEntries } from './demo-stores.ts';
import { demoSuppliers } from './demo-suppliers.ts';
import { type DemoCast, type DemoWorld, idIn, insertCast, insertWorld } from './demo-world.ts';
import { invoicePage } from './files/invoice-page.ts';
import type { DemoTarget } from './load-demo-data.ts';
import { type SeededRandom, seededRandom, type Some } from './seeded-random.ts';
import {
  type Article,
  addSimulatedBoxes,
  type Receipt,
  type Simulation,
  type Supplies,
} from './simulated-boxes.ts';

const SEED = 20_262;
/** Boxes of one store: about one a week. */
const BOXES_A_YEAR = 46;
/** Years of the boxes that are added to an installation. */
const YEARS = 2;
/** A little less than on average, so that one round is mostly enough. */
const EXPENSES_OF_A_BOX = 2.36;
/** More stores than a chain has make no list longer; from here on each has more boxes. */
const MOST_STORES = 400;
/** Days in which people and stores are there before their first box. */
const BEFORE = 30;

const firstNames: Some<string> = [
  'Adolfo',
  'Camilo',
  'Daniela',
  'Gloria',
  'Héctor',
  'Inés',
  'Lucía',
  'Óscar',
  'Sofía',
  'Ximena',
];
const familyNames: Some<string> = [
  'Acosta',
  'Álvarez',
  'Bedoya',
  'Cárdenas',
  'Echeverri',
  'Giraldo',
  'Londoño',
  'Mejía',
  'Naranjo',
  'Ospina',
  'Quintero',
  'Zapata',
];

const cities: Some<readonly [name: string, id: number]> = [
  ['Medellín', 5001],
  ['Bogotá', 11001],
  ['Cali', 76001],
  ['Barranquilla', 8001],
  ['Cartagena', 13001],
  ['Pereira', 66001],
  ['Armenia', 63001],
];
/** In the order of the ids of their formats. */
const kinds = ['Almacén', 'Supermercado', 'Express', 'Isla', 'Outlet', 'Mayorista'] as const;
const formats = [1, 2, 3, 4, 5, 6] as const;

/** Profiles, and how many stores one person of each serves. */
const roles = {
  tienda: [2, 1],
  supervisor: [3, 10],
  gerente: [8, 20],
  mantenimiento: [5, 50],
  contabilidad: [6, 50],
} as const satisfies Record<string, readonly [ProfileId, number]>;

/** Numbered stores and their people; the numbers make addresses and documents that nobody else has. */
function companyCast(from: number, to: number, random: SeededRandom): DemoCast {
  const people = new Map<string, DemoPerson>();
  const stores: [string, DemoStore][] = [];
  const personOf = (role: keyof typeof roles, store: number): string => {
    const [profile, share] = roles[role];
    const number = store - ((store - from) % share);
    const key = `${role}.${String(number).padStart(4, '0')}`;
    if (!people.has(key))
      people.set(key, {
        nombre: `${random.pick(firstNames)} ${random.pick(familyNames)} ${random.pick(familyNames)}`,
        profile,
        num_doc: String(1_200_000_000 + number * 10 + profile),
        celular: `3${random.between(100_000_000, 249_999_999)}`,
      });
    return key;
  };
  for (let number = from; number <= to; number += 1) {
    const id_formato = random.pick(formats);
    const [ciudad, id_ciudad] = random.pick(cities);
    const code = String(number).padStart(4, '0');
    stores.push([
      `sede.${code}`,
      {
        nombre: `${kinds[id_formato - 1]} ${ciudad} ${code}`,
        direccion: `Calle ${random.between(1, 120)} # ${random.between(1, 90)}-${random.between(10, 99)}`,
        telefono: `60${random.between(12_000_000, 87_999_999)}`,
        centro: `2${code}`,
        id_ciudad,
        id_formato,
        base: random.between(10, 40) * 100_000,
        responsable: personOf('tienda', number),
        supervisor: personOf('supervisor', number),
        gerente: personOf('gerente', number),
      },
    ]);
    personOf('mantenimiento', number);
    personOf('contabilidad', number);
  }
  return { people: [...people], stores };
}

const bought = [
  'aseo',
  'cafeteria',
  'papeleria',
  'copias',
  'acarreo',
  'parqueadero',
  'mensajeria',
] as const satisfies Some<PurchaseKey>;
const forMaintenance = ['pintura', 'aire', 'luces'] as const satisfies Some<PurchaseKey>;

const each = async <Item, Made>(
  [first, ...others]: Some<Item>,
  make: (item: Item) => Promise<Made>,
): Promise<Some<Made>> => [await make(first), ...(await Promise.all(others.map(make)))];

/** What stores of a format buy; it has categories of its own. */
function articlesOf(trx: Trx, format: number, { suppliers }: DemoWorld): Promise<Some<Article>> {
  // Twice what needs no maintenance: a sixth of all expenses needs it.
  return each([...bought, ...bought, ...forMaintenance], async (key) => {
    const { supplier, categorias, concepto, valor } = purchaseModels[key];
    const [categoria = 0] = await categoriesNamed(trx, format, categorias.slice(0, 1));
    return {
      id_proveedor: idIn(suppliers, supplier),
      proveedor_nombre: demoSuppliers[supplier].nombre,
      concepto,
      requiere_mantenimiento: forMaintenance.some((one) => one === key) ? 1 : 0,
      categoria,
      pesos: valor,
    };
  });
}

/** A receipt that many expenses show: to draw one for each would take hours. */
async function receiptOf(trx: Trx, { receipts }: DemoTarget, key: PurchaseKey): Promise<Receipt> {
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
  return {
    soporte_sha256: await receipts.save(bytes, trx),
    soporte_contenido: null,
    soporte_nombre: 'recibo.pdf',
    soporte_tipo: 'application/pdf',
    soporte_bytes: bytes.length,
  };
}

/** The boxes of stores that have none yet. */
async function addBoxes(
  trx: Trx,
  target: DemoTarget,
  { people, stores }: DemoCast,
  world: DemoWorld,
  past: Pick<Simulation, 'days' | 'report'> & { boxes: number },
) {
  const shared: Omit<Supplies, 'articles'> = {
    receipts: await each(bought, (key) => receiptOf(trx, target, key)),
    reasons: await each([1, 2, 3], async (id) => ({
      id,
      nombre: (await reasonText(trx, id, null)) ?? '',
    })),
    company: { id: idIn(world.companies, 'Servientrega'), nombre: 'Servientrega' },
    impuesto: 1,
    indicador: 1,
  };
  const supplies = new Map<number, Supplies>();
  for (const format of formats)
    supplies.set(format, { ...shared, articles: await articlesOf(trx, format, world) });
  const office = (profile: ProfileId, index: number): number => {
    const all = people.filter(([, person]) => person.profile === profile);
    return idIn(world.people, all[index % all.length]?.[0] ?? '');
  };
  return addSimulatedBoxes(trx, {
    ...past,
    now: target.now,
    stores: stores.map(([key, store], index) => ({
      id: idIn(world.stores, key),
      supplies: idIn(supplies, store.id_formato),
      boxes: past.boxes,
      people: {
        store: idIn(world.people, store.responsable),
        supervisor: idIn(world.people, store.supervisor),
        maintenance: office(5, index),
        accounting: office(6, index),
      },
    })),
  });
}

const grownTables = [
  'cajas',
  'gastos',
  'gasto_categoria',
  'evento',
  'conteo_caja',
  'busqueda',
] as const;

/**
 * Adds whole stores until there are enough expenses, all of it or nothing. Nobody knows the password of their people,
 * whom an administrator can give one.
 *
 * @param expenses that there are to be, or a few more: a box comes whole
 * @throws StartError when there are more expenses already
 */
export const growCompany = (
  target: DemoTarget,
  expenses: number,
  report?: Simulation['report'],
): Promise<{ before: number; after: number; stores: number }> =>
  inTransaction(target.db, async (trx) => {
    const before = await rowsIn(trx, 'gastos');
    if (before > expenses)
      throw new StartError(
        `Ya hay ${before.toLocaleString('es-CO')} gastos: pida un número mayor, o empiece en otra carpeta con DATA_DIR.`,
      );
    const password = randomBytes(18).toString('base64');
    let [after, added] = [before, 0];
    while (after < expenses) {
      const boxes = Math.ceil((expenses - after) / EXPENSES_OF_A_BOX);
      const stores = Math.min(MOST_STORES, Math.ceil(boxes / (BOXES_A_YEAR * YEARS)));
      const first = (await highestKey(trx, 'tiendas')) + 1;
      const cast = companyCast(first, first + stores - 1, seededRandom(first));
      const world = await insertCast(trx, { actor: null, now: target.now }, cast, password);
      const past = { boxes: Math.ceil(boxes / stores), days: YEARS * 365, report };
      after += (await addBoxes(trx, target, cast, world, past)).expenses;
      added += stores;
    }
    // What comes next asks these tables; the embedded database plans without figures.
    if (onPostgres(trx)) for (const table of grownTables) await learnTable(trx, table);
    return { before, after, stores: added };
  });

/**
 * Fills an empty database with a company, whole or not at all. Its first stores and its people are those of the
 * demonstration.
 *
 * @returns null when the database is in use: then nothing was changed
 */
export const loadCompany = (
  target: DemoTarget,
  { stores, years }: { stores: number; years: number },
  report?: Simulation['report'],
) =>
  inTransaction(target.db, async (trx) => {
    if (await isInUse(trx)) return null;
    const days = years * 365;
    const first = demoStoreEntries.filter(([, store]) => !store.inactive).slice(0, stores);
    const more = companyCast(first.length + 1, stores, seededRandom(SEED));
    const cast: DemoCast = {
      people: [...demoPersonEntries, ...more.people],
      stores: [...first, ...more.stores],
    };
    const world = await insertWorld(trx, target.now - (days + BEFORE) * millisecondsInDay, cast);
    const past = { boxes: BOXES_A_YEAR * years, days, report };
    const counts = await addBoxes(trx, target, cast, world, past);
    return { ...counts, people: cast.people.length, stores };
  });
