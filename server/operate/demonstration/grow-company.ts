/** Generates a company of any size, or adds expenses to an existing one: people, stores and years of boxes. */
import { randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { taxKey } from '#machines/domain/values/document-keys.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { insertTemplate } from '../../features/catalogues/template.ts';
import { referenceNames } from '../../features/reference/reference.repository.ts';
import {
  isInUse,
  maximumForOccasional,
  setSetting,
  workingCalendar,
} from '../../features/settings/settings.ts';
import { insertSupplierOnce } from '../../features/suppliers/supplier.repository.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { highestKey, rowsIn } from '../../platform/database/bulk-rows.ts';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { withoutTimeouts } from '../backup/upkeep.repository.ts';
import {
  type DemoPerson,
  type DemoStore,
  type DemoAccount,
  demoAccounts,
  demoPersonEntries,
  demoStoreEntries,
  demoSuppliers,
  purchaseModels,
} from './demo-data.ts';
import { contextIn } from './demo-calls.ts';
import type { DemoTarget } from './demo-story.ts';
import { type DemoCast, type DemoWorld, idIn, insertCast, insertWorld } from './demo-world.ts';
import {
  absencesOf,
  categoriesOfFormat,
  formatsWithCategories,
  grownStory,
  type NamedAbsence,
} from './grown-story.repository.ts';
import { invoiceFile, paperOf } from './receipt-files.ts';
import { seededRandom } from './seeded-random.ts';
import type { Article, SimulatedBox } from './simulated-box.ts';
import {
  type Action,
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
/** Pesos; below it a store buys less. */
const ORDINARY_BASE = 1_000_000;
/** Milliseconds for which the payments of a company are followed. */
const FOLLOWED = 60 * millisecondsInDay;
/** How many times as long as others one supervisor takes, and the place of a store of that supervisor. */
const [PATIENCE, SLOW_STORE] = [5, 3];

const words = demoPersonEntries.map(([, { nombre }]) => nombre.split(' '));

/** Stores and people modelled on the demonstration; their numbers make mail addresses and documents unique. */
function companyCast(from: number, to: number): DemoCast {
  const random = seededRandom(from);
  const people = new Map<string, DemoPerson>();
  const stores: [string, DemoStore][] = [];
  for (let number = from; number <= to; number += 1) {
    const [, { inactive: _, adicionales: __, ...model }] = random.pick(demoStoreEntries);
    /** One person per `share` stores; `digit` ends the number of the document. */
    const personOf = (role: string, profile: ProfileId, share: number, digit = profile): string => {
      const first = number - ((number - from) % share);
      const key = `${role}.${String(first).padStart(4, '0')}`;
      const nombre = [random.pick(words)[0], random.pick(words).at(-2), random.pick(words).at(-1)];
      const num_doc = String(1_200_000_000 + first * 10 + digit);
      const celular = `3${100_000_000 + first}`;
      if (!people.has(key))
        people.set(key, { nombre: nombre.join(' '), profile, num_doc, celular });
      return key;
    };
    personOf('mantenimiento', 5, 50);
    personOf('contabilidad', 6, 50);
    personOf('causacion', 6, 50, 1);
    const [responsable, supervisor] = [personOf('tienda', 2, 1), personOf('supervisor', 3, 10)];
    const gerente = personOf('gerente', 8, 20);
    const code = String(number).padStart(4, '0');
    const names = { nombre: `${model.nombre} ${code}`, centro: `2${code}` };
    stores.push([`sede.${code}`, { ...model, ...names, responsable, supervisor, gerente }]);
  }
  return { people: [...people], stores };
}

/**
 * The stores, those of a format that the company does not have under one of its own.
 *
 * @throws StartError when no format has categories
 */
async function withOwnFormats(
  trx: Trx,
  by: Author,
  { people, stores }: DemoCast,
): Promise<DemoCast> {
  await insertTemplate(trx, by);
  const formats = await formatsWithCategories(trx);
  if (formats.length === 0)
    throw new StartError('Ningún formato de tienda tiene categorías: créelas en «Catálogos».');
  return {
    people,
    stores: stores.map(([key, store], place) => {
      const own = formats[place % formats.length] ?? 0;
      const id_formato = formats.includes(store.id_formato) ? store.id_formato : own;
      return [key, { ...store, id_formato }];
    }),
  };
}

const bought = ['aseo', 'cafeteria', 'papeleria', 'acarreo', 'parqueadero', 'mensajeria'] as const;
const forMaintenance = ['pintura', 'aire', 'luces'] as const;
type Bought = (typeof bought | typeof forMaintenance)[number] | 'estanteria';

const allBought: readonly Bought[] = [...bought, ...forMaintenance, 'estanteria'];

/** The category of a format for a purchase: that of its name, else any of its kind, else any. */
async function categoryFor(trx: Trx, format: number, key: Bought) {
  const rows = await categoriesOfFormat(trx, format);
  const needsMaintenance = forMaintenance.some((one) => one === key);
  const ofKind = rows.filter((row) => (row.mantenimiento === 1) === needsMaintenance);
  const chosen = ofKind.length === 0 ? rows : ofKind;
  const { categorias }: { categorias: readonly string[] } = purchaseModels[key];
  const category =
    rows.find(({ nombre }) => categorias.includes(nombre)) ??
    chosen[allBought.indexOf(key) % chosen.length];
  if (category === undefined) throw new Error(`the format ${format} has no category`);
  return category;
}

/** An article under the category of a store format. */
async function articleOf(
  trx: Trx,
  format: number,
  id_proveedor: number,
  key: Bought,
): Promise<Article> {
  const { supplier, concepto, valor: pesos } = purchaseModels[key];
  const { id: categoria, mantenimiento } = await categoryFor(trx, format, key);
  const { nombre: proveedor_nombre, persona } = demoSuppliers[supplier];
  const columns = { id_proveedor, proveedor_nombre, concepto } as const;
  return { ...columns, requiere_mantenimiento: mantenimiento, persona, categoria, pesos };
}

/** Articles that stores of a format buy. A fifth of them needs maintenance. */
const articlesOf = (trx: Trx, format: number, { suppliers }: DemoWorld): Promise<Article[]> =>
  Promise.all(
    [...bought, ...bought, ...forMaintenance].map((key) =>
      articleOf(trx, format, idIn(suppliers, purchaseModels[key].supplier), key),
    ),
  );

/** What a store buys in two parts from an occasional supplier, each just below the maximum; null without one. */
async function splitArticle(trx: Trx, format: number, now: number): Promise<Article | null> {
  const maximum = await maximumForOccasional(trx);
  if (maximum === null) return null;
  const { nombre, num_doc, digito, direccion } = demoSuppliers.estanterias;
  const supplier = { num_doc, digito, nombre, direccion, ocasional: 1, creado: now } as const;
  const row = { ...supplier, documento: taxKey(num_doc) };
  const { id } = await insertSupplierOnce(trx, row, { actor: null, now });
  const most = toPesos(maximum);
  const pesos = [Math.ceil(most * 0.955), Math.floor(most * 0.998)] as const;
  return { ...(await articleOf(trx, format, id, 'estanteria')), pesos };
}

type Receipt = SimulatedStore['supplies']['receipts'][number];

async function receiptOf(
  trx: Trx,
  { receipts }: Pick<DemoTarget, 'receipts'>,
  key: Bought,
  shown: Pick<Parameters<typeof paperOf>[1], 'numero' | 'fecha' | 'cliente' | 'valor'>,
): Promise<Receipt> {
  const bytes = await invoiceFile(paperOf(key, { ...shown, hora: '10:30', ciudad: 'Medellín' }));
  return {
    soporte_sha256: await receipts.save(bytes, trx),
    soporte_contenido: null,
    soporte_nombre: 'recibo.pdf',
    soporte_tipo: 'application/pdf',
    soporte_bytes: bytes.length,
  };
}

/** Draws the receipts of the expenses of a box, by the expense. */
const drawReceipts =
  (trx: Trx, target: DemoTarget, { suppliers }: DemoWorld) =>
  async ({ gastos }: ReturnType<SimulatedBox['rows']>) => {
    const keys = new Map<number, Bought>(
      [...bought, ...forMaintenance].map((key) => [
        idIn(suppliers, purchaseModels[key].supplier),
        key,
      ]),
    );
    const drawn = new Map<number, Receipt>();
    for (const { id, id_proveedor, recibo: numero, fecha_gasto: fecha, valor } of gastos) {
      const shown = { numero, fecha, cliente: 'Tienda', valor: toPesos(valor) };
      const key = keys.get(id_proveedor) ?? 'estanteria';
      drawn.set(id, await receiptOf(trx, target, key, shown));
    }
    return drawn;
  };

interface Past {
  boxes: number;
  days: number;
  report?: Report | undefined;
  followedSince?: number;
  absences?: readonly NamedAbsence[];
  actions?: readonly Action[];
}

/** Adds the boxes of stores that have none yet. */
async function addBoxes(
  trx: Trx,
  target: DemoTarget,
  { people, stores }: DemoCast,
  world: DemoWorld,
  { boxes, days, report, followedSince, absences = [], actions = [] }: Past,
) {
  await withoutTimeouts(trx);
  const nombre = 'Servientrega';
  // Shared by many expenses: drawing one for each would take hours.
  const shared = {
    receipts: await Promise.all(
      bought.map((key) => {
        const [valor, number] = purchaseModels[key].valor;
        const shown = { numero: `FV${number}`, fecha: '2026-01-15', cliente: 'Tienda', valor };
        return receiptOf(trx, target, key, shown);
      }),
    ),
    reasons: (await referenceNames(trx, 'motivo_rechazo')).slice(0, 3),
    company: { id: idIn(world.companies, nombre), nombre },
  };
  const slow = (stores[SLOW_STORE] ?? stores[0])?.[1].supervisor;
  const largest = Math.max(...stores.map(([, { base }]) => base));
  const splitting = stores.findIndex(([, { base }]) => base === largest);
  const simulated: SimulatedStore[] = [];
  for (const [key, { id_formato, responsable, supervisor, base }] of stores) {
    const place = simulated.length;
    /** Somebody of the profile who has all of its permissions. */
    const office = (profile: ProfileId, more = 0): number => {
      const all = people.filter(([, one]) => one.profile === profile && !one.permisos);
      return idIn(world.people, all[(place + more) % all.length]?.[0] ?? '');
    };
    const id = idIn(world.stores, key);
    const offices = { maintenance: office(5), accounting: office(6), final: office(6, 1) };
    const decider = idIn(world.people, supervisor);
    const staff = { store: idIn(world.people, responsable), supervisor: decider, ...offices };
    // A store with a small fund buys small amounts.
    const scale = Math.min(1, base / ORDINARY_BASE);
    const articles = (await articlesOf(trx, id_formato, world)).map((article) => ({
      ...article,
      pesos: [article.pesos[0] * scale, article.pesos[1] * scale] as const,
    }));
    const supplies = { ...shared, articles };
    const splits = place === splitting ? await splitArticle(trx, id_formato, target.now) : null;
    simulated.push({
      id,
      supplies,
      boxes,
      people: staff,
      ...(supervisor === slow && { patience: PATIENCE }),
      ...(splits && { splits }),
      ...(followedSince !== undefined && { followedSince }),
      absences: absences.filter((absence) => absence.supervisor === supervisor),
    });
  }
  const draw = drawReceipts(trx, target, world);
  return addSimulatedBoxes(trx, simulated, { days, now: target.now, report, draw, actions });
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
      const by = { actor: null, now: target.now };
      const cast = await withOwnFormats(trx, by, companyCast(first, first + stores - 1));
      const world = await insertCast(trx, by, cast, password);
      const past = { boxes: Math.ceil(boxes / stores), days: YEARS * 365, report };
      after += (await addBoxes(trx, target, cast, world, past)).expenses;
      added += stores;
    }
    return { before, after, stores: added };
  });

/** A second person of accounting, whatever the number of stores. */
const secondAccountant = {
  nombre: 'Marcela Gil Arboleda',
  profile: 6,
  num_doc: '43990817',
  celular: '3154420917',
} as const satisfies DemoPerson;

/** Accounts of the demonstration, and of most other stores. */
const accountsOf = ({ people, stores }: DemoCast): DemoAccount[] => {
  const holders = new Map(people);
  return stores.flatMap(([store, { responsable }], place) => {
    const known = demoAccounts.find((account) => account.store === store);
    const { nombre: titular, num_doc: documento } = idIn(holders, responsable);
    const numero = String(20_100_000_000 + place);
    if (known !== undefined) return [known];
    const bank = { banco: 'Bancolombia', id_banco: 1007 };
    return place % 7 === 6 ? [] : [{ store, ...bank, numero, titular, documento }];
  });
};

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
    const { now } = target;
    const days = years * 365;
    const first = demoStoreEntries.filter(([, store]) => !store.inactive).slice(0, stores);
    const more = companyCast(first.length + 1, stores);
    const people: DemoCast['people'] = [
      ...demoPersonEntries,
      ['marcela.gil', secondAccountant],
      ...more.people,
    ];
    const beginning = now - days * millisecondsInDay - BEFORE;
    const all = { people, stores: [...first, ...more.stores] };
    const cast = await withOwnFormats(trx, { actor: null, now: beginning }, all);
    const world = await insertWorld(trx, beginning, cast, accountsOf(cast));
    await setSetting(trx, 'control_giros', 'no', { actor: null, now: beginning });
    const supervisors = new Map(
      cast.stores.map(([, { supervisor }]) => [supervisor, idIn(world.people, supervisor)]),
    );
    const absences = absencesOf(supervisors, { now, days });
    const followedSince = now - FOLLOWED;
    const calls = {
      trx,
      world,
      random: seededRandom(stores),
      context: contextIn(trx, target.receipts, world, people),
    };
    const actions = grownStory(calls, {
      stores: cast.stores.map(([key, store]) => ({ key, ...store })),
      absences,
      followedSince,
      now,
      calendar: await workingCalendar(trx, now),
    });
    const past = { boxes: BOXES_A_YEAR * years, days, report, followedSince, absences, actions };
    const counts = await addBoxes(trx, target, cast, world, past);
    return { ...counts, people: people.length, stores };
  });
