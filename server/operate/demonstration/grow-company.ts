/** A company of any size, or any number of expenses more in one that is there: its people, its stores, and years of boxes. */
import { randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { reasonText } from '../../features/review/decision.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { highestKey, analyzeTable, rowsIn } from '../../platform/database/bulk-rows.ts';
import { inTransaction, onPostgres, type Trx } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { withoutTimeouts } from '../backup/upkeep.repository.ts';
import {
  type DemoPerson,
  type DemoStore,
  demoPersonEntries,
  demoStoreEntries,
  demoSuppliers,
  purchaseModels,
} from './demo-data.ts';
import { type DemoCast, type DemoWorld, idIn, insertCast, insertWorld } from './demo-world.ts';
import type { DemoTarget } from './demo-story.ts';
import { invoiceFile } from './receipt-files.ts';
import { seededRandom } from './seeded-random.ts';
import {
  addSimulatedBoxes,
  type Article,
  type Simulation,
  type Supplies,
} from './simulated-boxes.ts';

/** Boxes of one store in a year, about one a week; years of those that are added; their expenses, a little less than on average. */
const [BOXES_A_YEAR, YEARS, EXPENSES_OF_A_BOX] = [46, 2, 2.36];
/** More stores than a chain has make no list longer; from here on each has more boxes. */
const MOST_STORES = 400;
/** Milliseconds in which people and stores are there before their first box. */
const BEFORE = 30 * millisecondsInDay;

/** Profiles, and how many stores one person of each serves. */
const roles = {
  tienda: [2, 1],
  supervisor: [3, 10],
  gerente: [8, 20],
  mantenimiento: [5, 50],
  contabilidad: [6, 50],
} as const satisfies Record<string, readonly [ProfileId, number]>;

const words = demoPersonEntries.map(([, { nombre }]) => nombre.split(' '));

/** Stores and people like those of the demonstration; their numbers make addresses and documents that nobody else has. */
function companyCast(from: number, to: number): DemoCast {
  const random = seededRandom(from);
  const people = new Map<string, DemoPerson>();
  const personOf = (role: keyof typeof roles, store: number): string => {
    const [profile, share] = roles[role];
    const number = store - ((store - from) % share);
    const key = `${role}.${String(number).padStart(4, '0')}`;
    const nombre = [random.pick(words)[0], random.pick(words).at(-2), random.pick(words).at(-1)];
    const num_doc = String(1_200_000_000 + number * 10 + profile);
    const celular = `3${100_000_000 + number}`;
    if (!people.has(key)) people.set(key, { nombre: nombre.join(' '), profile, num_doc, celular });
    return key;
  };
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const stores = numbers.map((number): [string, DemoStore] => {
    const [, { inactive: _, adicionales: __, ...model }] = random.pick(demoStoreEntries);
    const code = String(number).padStart(4, '0');
    personOf('mantenimiento', number);
    personOf('contabilidad', number);
    const store = {
      ...model,
      nombre: `${model.nombre} ${code}`,
      centro: `2${code}`,
      responsable: personOf('tienda', number),
      supervisor: personOf('supervisor', number),
      gerente: personOf('gerente', number),
    };
    return [`sede.${code}`, store];
  });
  return { people: [...people], stores };
}

const bought = ['aseo', 'cafeteria', 'papeleria', 'acarreo', 'parqueadero', 'mensajeria'] as const;
const forMaintenance = ['pintura', 'aire', 'luces'] as const;
type Bought = (typeof bought | typeof forMaintenance)[number];

/** What stores of a format buy, which has categories of its own. Maintenance is needed by a fifth of it. */
const articlesOf = (trx: Trx, format: number, { suppliers }: DemoWorld): Promise<Article[]> =>
  Promise.all(
    [...bought, ...bought, ...forMaintenance].map(async (key: Bought) => {
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
    }),
  );

/** A receipt that many expenses show: to draw one for each would take hours. */
async function receiptOf(trx: Trx, { receipts }: DemoTarget, key: Bought) {
  const { concepto, items, supplier, valor } = purchaseModels[key];
  const total = toCentavos(valor[0]);
  const bytes = await invoiceFile({
    ...{ supplier: demoSuppliers[supplier], ciudad: 'Medellín', numero: `FV${valor[1]}` },
    ...{ fecha: '2026-01-15', hora: '10:30', cliente: concepto, total },
    items: items.slice(0, 1).map((texto) => ({ texto, valor: total })),
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
  { boxes, ...past }: Pick<Simulation, 'days' | 'report'> & { boxes: number },
) {
  await withoutTimeouts(trx);
  const nombre = 'Servientrega';
  const reason = async (id: number) => ({ id, nombre: (await reasonText(trx, id, null)) ?? '' });
  const shared: Omit<Supplies, 'articles'> = {
    receipts: await Promise.all(bought.map((key) => receiptOf(trx, target, key))),
    reasons: await Promise.all([1, 2, 3].map(reason)),
    company: { id: idIn(world.companies, nombre), nombre },
  };
  const supplies = new Map<number, Supplies>();
  for (const format of new Set(stores.map(([, { id_formato }]) => id_formato)))
    supplies.set(format, { ...shared, articles: await articlesOf(trx, format, world) });
  const office = (profile: ProfileId, index: number): number => {
    const all = people.filter(([, person]) => person.profile === profile);
    return idIn(world.people, all[index % all.length]?.[0] ?? '');
  };
  const simulated = stores.map(([key, { id_formato, responsable, supervisor }], index) => ({
    id: idIn(world.stores, key),
    supplies: idIn(supplies, id_formato),
    boxes,
    people: {
      store: idIn(world.people, responsable),
      supervisor: idIn(world.people, supervisor),
      maintenance: office(5, index),
      accounting: office(6, index),
    },
  }));
  return addSimulatedBoxes(trx, { ...past, now: target.now, stores: simulated });
}

// biome-ignore format: one line
const grownTables = ['cajas', 'gastos', 'gasto_categoria', 'evento', 'conteo_caja', 'busqueda'] as const;

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
        `Ya hay ${countOf(before)} gastos: pida un número mayor, o empiece en otra carpeta con DATA_DIR.`,
      );
    const password = randomBytes(18).toString('base64');
    let [after, added] = [before, 0];
    while (after < expenses) {
      const boxes = Math.ceil((expenses - after) / EXPENSES_OF_A_BOX);
      const stores = Math.min(MOST_STORES, Math.ceil(boxes / (BOXES_A_YEAR * YEARS)));
      const first = (await highestKey(trx, 'tiendas')) + 1;
      const cast = companyCast(first, first + stores - 1);
      const world = await insertCast(trx, { actor: null, now: target.now }, cast, password);
      const past = { boxes: Math.ceil(boxes / stores), days: YEARS * 365, report };
      after += (await addBoxes(trx, target, cast, world, past)).expenses;
      added += stores;
    }
    // What comes next asks these tables; the embedded database plans without figures.
    if (onPostgres(trx)) for (const table of grownTables) await analyzeTable(trx, table);
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
    const boxes = BOXES_A_YEAR * years;
    const first = demoStoreEntries.filter(([, store]) => !store.inactive).slice(0, stores);
    const more = companyCast(first.length + 1, stores);
    const people = [...demoPersonEntries, ...more.people];
    const cast = { people, stores: [...first, ...more.stores] };
    const world = await insertWorld(trx, target.now - days * millisecondsInDay - BEFORE, cast);
    const counts = await addBoxes(trx, target, cast, world, { boxes, days, report });
    return { ...counts, people: people.length, stores };
  });
