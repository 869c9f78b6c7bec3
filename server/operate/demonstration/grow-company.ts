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
import {
  type DemoPerson,
  type DemoStore,
  demoPersonEntries,
  demoStoreEntries,
  demoSuppliers,
  purchaseModels,
} from './demo-data.ts';
import { type DemoCast, type DemoWorld, idIn, insertCast, insertWorld } from './demo-world.ts';
import type { DemoTarget } from './load-demo-data.ts';
import { invoiceFile } from './receipt-files.ts';
import { seededRandom } from './seeded-random.ts';
import {
  addSimulatedBoxes,
  type Article,
  type Simulation,
  type Supplies,
} from './simulated-boxes.ts';

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

/** Profiles, and how many stores one person of each serves. */
const roles = {
  tienda: [2, 1],
  supervisor: [3, 10],
  gerente: [8, 20],
  mantenimiento: [5, 50],
  contabilidad: [6, 50],
} as const satisfies Record<string, readonly [ProfileId, number]>;

const names = demoPersonEntries.map(([, { nombre }]) => nombre.split(' '));

/**
 * Numbered stores and their people, made of those of the demonstration; the numbers make addresses and documents that nobody
 * else has.
 */
function companyCast(from: number, to: number): DemoCast {
  const random = seededRandom(from);
  const people = new Map<string, DemoPerson>();
  const stores: [string, DemoStore][] = [];
  for (let number = from; number <= to; number += 1) {
    const code = String(number).padStart(4, '0');
    const personOf = (role: keyof typeof roles): string => {
      const [profile, share] = roles[role];
      const first = number - ((number - from) % share);
      const key = `${role}.${String(first).padStart(4, '0')}`;
      if (!people.has(key))
        people.set(key, {
          nombre: `${random.pick(names)[0]} ${random.pick(names).at(-2)} ${random.pick(names).at(-1)}`,
          profile,
          num_doc: String(1_200_000_000 + first * 10 + profile),
          celular: `3${random.between(100_000_000, 249_999_999)}`,
        });
      return key;
    };
    const [, { inactive: _, adicionales: __, ...model }] = random.pick(demoStoreEntries);
    const store = {
      ...model,
      nombre: `${model.nombre} ${code}`,
      centro: `2${code}`,
      responsable: personOf('tienda'),
      supervisor: personOf('supervisor'),
      gerente: personOf('gerente'),
    };
    stores.push([`sede.${code}`, store]);
    personOf('mantenimiento');
    personOf('contabilidad');
  }
  return { people: [...people], stores };
}

const models = {
  plain: ['aseo', 'cafeteria', 'papeleria', 'copias', 'acarreo', 'parqueadero', 'mensajeria'],
  maintenance: ['pintura', 'aire', 'luces'],
} as const;

/** What stores of a format buy, which has categories of its own. */
async function articlesOf(trx: Trx, format: number, { suppliers }: DemoWorld): Promise<Article[]> {
  const articles: Article[] = [];
  // Twice what needs no maintenance: a sixth of all expenses needs it.
  for (const kind of ['plain', 'plain', 'maintenance'] as const)
    for (const key of models[kind]) {
      const { supplier, categorias, concepto, valor } = purchaseModels[key];
      const [categoria = 0] = await categoriesNamed(trx, format, categorias.slice(0, 1));
      articles.push({
        id_proveedor: idIn(suppliers, supplier),
        proveedor_nombre: demoSuppliers[supplier].nombre,
        concepto,
        requiere_mantenimiento: kind === 'maintenance' ? 1 : 0,
        categoria,
        pesos: valor,
      });
    }
  return articles;
}

/** What is the same for all stores. The receipts are shown by many expenses: to draw one for each would take hours. */
async function suppliesOf(
  trx: Trx,
  { receipts: files }: DemoTarget,
  { companies }: DemoWorld,
): Promise<Omit<Supplies, 'articles'>> {
  const receipts: Supplies['receipts'][number][] = [];
  for (const key of models.plain) {
    const { concepto, items, supplier, valor } = purchaseModels[key];
    const total = toCentavos(valor[0]);
    const bytes = await invoiceFile({
      ...{ supplier: demoSuppliers[supplier], ciudad: 'Medellín', numero: `FV${valor[1]}` },
      ...{ fecha: '2026-01-15', hora: '10:30', cliente: concepto, total },
      items: items.slice(0, 1).map((texto) => ({ texto, valor: total })),
    });
    receipts.push({
      soporte_sha256: await files.save(bytes, trx),
      soporte_contenido: null,
      soporte_nombre: 'recibo.pdf',
      soporte_tipo: 'application/pdf',
      soporte_bytes: bytes.length,
    });
  }
  const reasons: { id: number; nombre: string }[] = [];
  for (const id of [1, 2, 3]) reasons.push({ id, nombre: (await reasonText(trx, id, null)) ?? '' });
  const nombre = 'Servientrega';
  return {
    receipts,
    reasons,
    company: { id: idIn(companies, nombre), nombre },
    impuesto: 1,
    indicador: 1,
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
  const shared = await suppliesOf(trx, target, world);
  const supplies = new Map<number, Supplies>();
  for (const format of new Set(stores.map(([, { id_formato }]) => id_formato)))
    supplies.set(format, { ...shared, articles: await articlesOf(trx, format, world) });
  const office = (profile: ProfileId, index: number): number => {
    const all = people.filter(([, person]) => person.profile === profile);
    return idIn(world.people, all[index % all.length]?.[0] ?? '');
  };
  return addSimulatedBoxes(trx, {
    ...past,
    now: target.now,
    stores: stores.map(([key, { id_formato, responsable, supervisor }], index) => ({
      id: idIn(world.stores, key),
      supplies: idIn(supplies, id_formato),
      boxes,
      people: {
        store: idIn(world.people, responsable),
        supervisor: idIn(world.people, supervisor),
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
      const cast = companyCast(first, first + stores - 1);
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
    const more = companyCast(first.length + 1, stores);
    const cast: DemoCast = {
      people: [...demoPersonEntries, ...more.people],
      stores: [...first, ...more.stores],
    };
    const world = await insertWorld(trx, target.now - (days + BEFORE) * millisecondsInDay, cast);
    const past = { boxes: BOXES_A_YEAR * years, days, report };
    const counts = await addBoxes(trx, target, cast, world, past);
    return { ...counts, people: cast.people.length, stores };
  });
