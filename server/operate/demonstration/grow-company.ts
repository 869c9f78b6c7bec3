/** Generates a company of any size, or adds expenses to an existing one: people, stores and years of boxes. */
import { randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { referenceNames } from '../../features/reference/reference.repository.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { highestKey, rowsIn } from '../../platform/database/bulk-rows.ts';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
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
import type { DemoTarget } from './demo-story.ts';
import { type DemoCast, type DemoWorld, idIn, insertCast, insertWorld } from './demo-world.ts';
import { invoiceFile, paperOf } from './receipt-files.ts';
import { seededRandom } from './seeded-random.ts';
import {
  type Article,
  addSimulatedBoxes,
  type Report,
  type SimulatedStore,
} from './simulated-boxes.ts';

/** Boxes of a store per year, about one a week; years of added boxes; expenses per box, slightly below the average. */
const [BOXES_A_YEAR, YEARS, EXPENSES_OF_A_BOX] = [46, 2, 2.36];
/** Maximum stores added at once; with more boxes, each store gets more of them. */
const MOST_STORES = 400;
/** Milliseconds from the creation of people and stores to their first box. */
const BEFORE = 30 * millisecondsInDay;

const words = demoPersonEntries.map(([, { nombre }]) => nombre.split(' '));

/** Stores and people modelled on the demonstration; their numbers make mail addresses and documents unique. */
function companyCast(from: number, to: number): DemoCast {
  const random = seededRandom(from);
  const people = new Map<string, DemoPerson>();
  const stores: [string, DemoStore][] = [];
  for (let number = from; number <= to; number += 1) {
    const [, { inactive: _, adicionales: __, ...model }] = random.pick(demoStoreEntries);
    /** One person per `share` stores. */
    const personOf = (role: string, profile: ProfileId, share: number): string => {
      const first = number - ((number - from) % share);
      const key = `${role}.${String(first).padStart(4, '0')}`;
      const nombre = [random.pick(words)[0], random.pick(words).at(-2), random.pick(words).at(-1)];
      const num_doc = String(1_200_000_000 + first * 10 + profile);
      const celular = `3${100_000_000 + first}`;
      if (!people.has(key))
        people.set(key, { nombre: nombre.join(' '), profile, num_doc, celular });
      return key;
    };
    personOf('mantenimiento', 5, 50);
    personOf('contabilidad', 6, 50);
    const [responsable, supervisor] = [personOf('tienda', 2, 1), personOf('supervisor', 3, 10)];
    const gerente = personOf('gerente', 8, 20);
    const code = String(number).padStart(4, '0');
    const names = { nombre: `${model.nombre} ${code}`, centro: `2${code}` };
    stores.push([`sede.${code}`, { ...model, ...names, responsable, supervisor, gerente }]);
  }
  return { people: [...people], stores };
}

const bought = ['aseo', 'cafeteria', 'papeleria', 'acarreo', 'parqueadero', 'mensajeria'] as const;
const forMaintenance = ['pintura', 'aire', 'luces'] as const;

/** Articles that stores of a format buy, under the categories of that format. A fifth of them needs maintenance. */
const articlesOf = (trx: Trx, format: number, { suppliers }: DemoWorld): Promise<Article[]> =>
  Promise.all(
    [...bought, ...bought, ...forMaintenance].map(async (key, index) => {
      const { supplier, categorias, concepto, valor: pesos } = purchaseModels[key];
      const [categoria = 0] = await categoriesNamed(trx, format, categorias);
      const { nombre: proveedor_nombre } = demoSuppliers[supplier];
      const id_proveedor = idIn(suppliers, supplier);
      const requiere_mantenimiento = index < 2 * bought.length ? 0 : 1;
      return { id_proveedor, proveedor_nombre, concepto, requiere_mantenimiento, categoria, pesos };
    }),
  );

/** A receipt shared by many expenses: drawing one for each would take hours. */
async function receiptOf(trx: Trx, { receipts }: DemoTarget, key: (typeof bought)[number]) {
  const [valor, number] = purchaseModels[key].valor;
  const shown = { numero: `FV${number}`, fecha: '2026-01-15', hora: '10:30', ciudad: 'Medellín' };
  const bytes = await invoiceFile(paperOf(key, { ...shown, cliente: 'Tienda', valor }));
  return {
    soporte_sha256: await receipts.save(bytes, trx),
    soporte_contenido: null,
    soporte_nombre: 'recibo.pdf',
    soporte_tipo: 'application/pdf',
    soporte_bytes: bytes.length,
  };
}

/** Adds the boxes of stores that have none yet. */
async function addBoxes(
  trx: Trx,
  target: DemoTarget,
  { people, stores }: DemoCast,
  world: DemoWorld,
  { boxes, days, report }: { boxes: number; days: number; report?: Report | undefined },
) {
  await withoutTimeouts(trx);
  const nombre = 'Servientrega';
  const shared = {
    receipts: await Promise.all(bought.map((key) => receiptOf(trx, target, key))),
    reasons: (await referenceNames(trx, 'motivo_rechazo')).slice(0, 3),
    company: { id: idIn(world.companies, nombre), nombre },
  };
  const simulated: SimulatedStore[] = [];
  for (const [key, { id_formato, responsable, supervisor }] of stores) {
    const office = (profile: ProfileId): number => {
      const all = people.filter(([, person]) => person.profile === profile);
      return idIn(world.people, all[simulated.length % all.length]?.[0] ?? '');
    };
    const [id, store] = [idIn(world.stores, key), idIn(world.people, responsable)];
    const offices = { maintenance: office(5), accounting: office(6) };
    const staff = { store, supervisor: idIn(world.people, supervisor), ...offices };
    const supplies = { ...shared, articles: await articlesOf(trx, id_formato, world) };
    simulated.push({ id, supplies, boxes, people: staff });
  }
  return addSimulatedBoxes(trx, simulated, { days, now: target.now, report });
}

/**
 * Adds stores until there are enough expenses, in one transaction. Their people get a random password that is never
 * shown; an administrator can set another one.
 *
 * @param expenses total to reach; a few more are added, since boxes are added whole
 * @throws StartError when there are more expenses already
 */
export const growCompany = (target: DemoTarget, expenses: number, report?: Report) =>
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
    return { before, after, stores: added };
  });

/**
 * Fills an empty database with a company, in one transaction. Its first stores and people are those of the
 * demonstration.
 *
 * @returns null when the database is in use; then nothing is changed
 */
export const loadCompany = (
  target: DemoTarget,
  { stores, years }: { stores: number; years: number },
  report?: Report,
) =>
  inTransaction(target.db, async (trx) => {
    if (await isInUse(trx)) return null;
    const days = years * 365;
    const first = demoStoreEntries.filter(([, store]) => !store.inactive).slice(0, stores);
    const more = companyCast(first.length + 1, stores);
    const people = [...demoPersonEntries, ...more.people];
    const cast = { people, stores: [...first, ...more.stores] };
    const world = await insertWorld(trx, target.now - days * millisecondsInDay - BEFORE, cast);
    const past = { boxes: BOXES_A_YEAR * years, days, report };
    const counts = await addBoxes(trx, target, cast, world, past);
    return { ...counts, people: people.length, stores };
  });
