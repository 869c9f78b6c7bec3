/** Entries derived from closed boxes, the logs of payments and movements, and the bases of stores. */
import { type SqlBool, sql } from 'kysely';
import type { CounterAccount } from '#contract/calls/entries.calls.ts';
import {
  type Accounts,
  bookedApart,
  type BookedMovement,
  boxLines,
  debitsOf,
  type EntryKind,
  type EntryLine,
  type EntryLines,
  type EntrySource,
  type GrantedExpense,
  isPaidAfter,
  movementEntries,
  type Party,
  paymentEventsOfEntries,
  type PlainKind,
  plainLines,
  reversedLines,
} from '#machines/domain/entry/entry-lines.ts';
import { approvedTotalOf } from '#machines/domain/fund/fund.ts';
import {
  type MovementKind,
  type MovementStateName,
  movementName,
  movementStateOf,
} from '#machines/domain/fund/movements.ts';
import type { PaymentEventType } from '#machines/domain/payment/payment.machine.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { Changes } from '../../platform/database/administration-log.repository.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { categoriesForConsolidated } from '../consolidated/consolidated.repository.ts';
import { mainPerson } from '../cases/box-location.repository.ts';
import { expenseSupplier } from '../cases/scope.repository.ts';

export interface Entry extends EntryLines {
  origen: EntrySource;
  id_origen: number;
  tipo: EntryKind;
  /** It undoes what an entry of its kind booked. */
  deshecho: boolean;
  instante: number;
  id_tienda: number;
  valor: number;
}

export interface EntrySpan {
  /** Epoch milliseconds, `until` excluded. */
  from: number;
  until: number;
}

export interface EntryFacts {
  accounts: Accounts;
  contrapartida: CounterAccount;
  /** The company, beside each account that is not one of a supplier or a person. */
  empresa: Party;
}

/** `EntryFacts` with the party in whose name the petty cash of each store is. */
interface Books extends EntryFacts {
  fondoDe: (idTienda: number) => Party;
}

async function booksOf(trx: Trx, facts: EntryFacts): Promise<Books> {
  const { contrapartida, empresa } = facts;
  const people =
    contrapartida === 'responsable'
      ? await trx
          .selectFrom('tiendas')
          .innerJoin('responsable_tienda', mainPerson)
          .innerJoin('usuarios', 'usuarios.id', 'responsable_tienda.id_usuario')
          .select(['tiendas.id as id_tienda', 'usuarios.num_doc as documento'])
          .select('usuarios.razon_social as tercero')
          .execute()
      : [];
  const byStore = new Map(people.map(({ id_tienda, ...party }) => [id_tienda, party]));
  return { ...facts, fondoDe: (idTienda) => byStore.get(idTienda) ?? empresa };
}

/** Boxes of one page: an export derives them in the main thread, with a turn for others between two pages. */
const PAGE = 20;

const longestDetail = 120;
const detailOf = (...texts: readonly (string | number | null)[]): string =>
  texts
    .filter((text) => text !== null && text !== '')
    .join(' · ')
    .slice(0, longestDetail);

/** No entry in force books it. @param id SQL expression of its key */
const isFree = (origen: EntrySource, id: ReturnType<typeof sql>) =>
  sql<SqlBool>`not exists (select 1 from comprobante where comprobante.vigente = 1
    and comprobante.origen = ${origen} and comprobante.id_origen = ${id})`;

interface ClosedBox {
  id: number;
  id_tienda: number;
  consecutivo: number | null;
  seguida: 0 | 1;
  fecha_movimiento: number;
}

const closedBoxes = (trx: Trx) =>
  trx
    .selectFrom('cajas')
    .select(['id', 'id_tienda', 'consecutivo', 'seguida', 'fecha_movimiento'])
    .where('active', '=', boxStates.closed.codigo);

/** The granted expenses of boxes, by box. */
async function grantedExpenses(
  trx: Trx,
  boxes: readonly ClosedBox[],
): Promise<Map<number, GrantedExpense[]>> {
  const expenses = await trx
    .selectFrom('gastos')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .select(['gastos.id', 'gastos.id_caja', 'gastos.estado', 'gastos.valor', 'gastos.reembolsar'])
    .select(['gastos.recibo', 'gastos.concepto', 'gastos.proveedor_nombre', 'proveedores.num_doc'])
    .where(
      'gastos.id_caja',
      'in',
      boxes.map(({ id }) => id),
    )
    .orderBy('gastos.id')
    .execute();
  const categories = grouped(
    await categoriesForConsolidated(trx, [0, ...expenses.map(({ id }) => id)]),
    ({ id_gasto }) => id_gasto,
    ({ nombre, valor_item, ...part }) => ({ ...part, categoria: nombre, valor: valor_item }),
  );
  return grouped(
    expenses,
    ({ id_caja }) => id_caja,
    ({ id, recibo, concepto, proveedor_nombre, num_doc, ...amount }) => ({
      id,
      granted: approvedTotalOf([amount]),
      documento: num_doc,
      tercero: proveedor_nombre,
      detalle: detailOf(recibo, concepto),
      parts: categories.get(id) ?? [],
    }),
  );
}

async function entriesOfBoxes(
  trx: Trx,
  boxes: readonly ClosedBox[],
  { accounts, contrapartida, empresa, fondoDe }: Books,
): Promise<Entry[]> {
  if (boxes.length === 0) return [];
  const expenses = await grantedExpenses(trx, boxes);
  return boxes.flatMap(({ id, id_tienda, consecutivo, seguida, fecha_movimiento: instante }) => {
    const detalle = `Caja n.º ${consecutivo}`;
    // A payment that is not followed is made at once.
    const credit =
      seguida === 1 && contrapartida !== 'banco'
        ? ({ account: 'cuenta_fondo', party: fondoDe(id_tienda), detalle } as const)
        : ({ account: 'cuenta_banco', party: empresa, detalle } as const);
    const lines = boxLines(expenses.get(id) ?? [], accounts, credit);
    const box = { origen: 'caja', id_origen: id, tipo: 'caja', deshecho: false } as const;
    // Of a missing split there is only the credit.
    const valor = lines.lineas.at(-1)?.credito ?? 0;
    return valor === 0 ? [] : [{ ...box, instante, id_tienda, valor, ...lines }];
  });
}

/** The entry of a box, whether or not it was exported; undefined where nothing is booked. */
export const entryOfBox = async (
  trx: Trx,
  idCaja: number,
  facts: EntryFacts,
): Promise<Entry | undefined> => {
  const boxes = await closedBoxes(trx).where('id', '=', idCaja).execute();
  return (await entriesOfBoxes(trx, boxes, await booksOf(trx, facts)))[0];
};

async function* boxEntries(trx: Trx, { from, until }: EntrySpan, facts: Books) {
  for (let after = { instant: from, id: 0 }; ; ) {
    const { instant, id } = after;
    const boxes = await closedBoxes(trx)
      .where('fecha_movimiento', '<', until)
      .where('fecha_movimiento', '>=', instant)
      .where((of) => of.or([of('fecha_movimiento', '>', instant), of('id', '>', id)]))
      .where(isFree('caja', sql`cajas.id`))
      .orderBy('fecha_movimiento')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield await entriesOfBoxes(trx, boxes, facts);
    const last = boxes.at(-1);
    if (last === undefined || boxes.length < PAGE) return;
    after = { instant: last.fecha_movimiento, id: last.id };
  }
}

/** Payments of boxes that their stores got, or that came back. */
async function paymentEntries(
  trx: Trx,
  { from, until }: EntrySpan,
  { accounts, contrapartida, empresa, fondoDe }: Books,
): Promise<Entry[]> {
  if (!bookedApart('giro', contrapartida)) return [];
  const isBooked = sql`evento.evento in (${sql.join(paymentEventsOfEntries.map((type) => sql.lit(type)))})`;
  const fresh = await rowsOf<{ id: number; id_caja: number }>(
    trx,
    sql`select id, id_caja from evento where ${isBooked} and instante >= ${from} and instante < ${until}
      and ${isFree('giro', sql`evento.id`)}`,
  );
  const booked = new Set(fresh.map(({ id }) => id));
  const boxes = [...new Set(fresh.map(({ id_caja }) => id_caja))];
  const entries: Entry[] = [];
  for (let start = 0; start < boxes.length; start += PAGE) {
    const events = await trx
      .selectFrom('evento')
      .innerJoin('cajas', 'cajas.id', 'evento.id_caja')
      .select(['evento.id', 'evento.id_caja', 'evento.id_tienda', 'evento.evento'])
      .select(['evento.instante', 'evento.payload', 'cajas.consecutivo'])
      .where('evento.id_caja', 'in', boxes.slice(start, start + PAGE))
      .where('evento.evento', 'in', ['PAYMENT.PREPARE', ...paymentEventsOfEntries])
      .orderBy('evento.id_caja')
      .orderBy('evento.secuencia')
      .execute();
    const state = new Map<number, { valor: number; isPaid: boolean }>();
    for (const { id, id_caja, id_tienda, evento, instante, payload, consecutivo } of events) {
      const event = JSON.parse(payload) as { valor?: number; referencia?: string };
      const before = state.get(id_caja) ?? { valor: 0, isPaid: false };
      const { valor } = evento === 'PAYMENT.PREPARE' ? { valor: event.valor ?? 0 } : before;
      const isPaid = isPaidAfter[evento as PaymentEventType] ?? before.isPaid;
      state.set(id_caja, { valor, isPaid });
      if (isPaid === before.isPaid || !booked.has(id)) continue;
      const tipo = isPaid ? 'giro' : 'giroDevuelto';
      const detalle = detailOf(`Giro de la caja n.º ${consecutivo}`, event.referencia ?? '');
      const fondo = fondoDe(id_tienda);
      const amount = { valor, detalle, deudor: empresa, fondo, empresa };
      const row = { origen: 'giro', id_origen: id, tipo, deshecho: false } as const;
      entries.push({ ...row, instante, id_tienda, valor, ...plainLines(tipo, accounts, amount) });
    }
  }
  return entries;
}

/** A movement as its log says so far. */
interface LoggedMovement {
  id_tienda: number;
  tipo: MovementKind;
  valor: number;
  estado: string;
  por_girar: number;
  giro: string | null;
  id_deudor: number | null;
  id_gasto: number | null;
  id_movimiento: number | null;
  base_anterior: number | null;
  siguiente: number | null;
  caja_externa: number | null;
  motivo: string;
}

interface MovementChange {
  secuencia: number;
  instante: number;
  id: number;
  isNew: boolean;
  columns: Partial<LoggedMovement>;
}

const CHUNK = 1_000;

/** Every logged change of a movement, in order. What a migration wrote is no event. */
async function* movementChanges(trx: Trx): AsyncGenerator<MovementChange> {
  for (let after = 0; ; ) {
    const logged = await trx
      .selectFrom('evento_administracion')
      .select(['secuencia', 'instante', 'payload', 'evento'])
      .where(sql<SqlBool>`tabla = 'movimiento_fondo'`)
      .where('evento', '<>', 'BASE')
      .where('secuencia', '>', after)
      .orderBy('secuencia')
      .limit(CHUNK)
      .execute();
    for (const { secuencia, instante, payload } of logged)
      for (const [key, columns] of Object.entries(JSON.parse(payload) as Changes))
        yield {
          secuencia,
          instante,
          id: Number(key),
          isNew: columns !== null && 'tipo' in columns,
          columns: (columns ?? {}) as Partial<LoggedMovement>,
        };
    if (logged.length < CHUNK) return;
    after = logged.at(-1)?.secuencia ?? after;
  }
}

const bookedAs = ({ tipo, siguiente, id_movimiento }: LoggedMovement): BookedMovement => {
  if (tipo === 'apertura' && siguiente === null) return 'parteDeApertura';
  return tipo === 'asumido' && id_movimiento !== null ? 'deudaAsumida' : tipo;
};

interface BookedChange {
  tipo: PlainKind;
  deshecho: boolean;
  valor: number;
}

/** What a change of a movement books. @param before null for a new one */
function bookedBy(before: LoggedMovement | null, after: LoggedMovement): BookedChange | null {
  const booked = movementEntries[bookedAs(after)];
  const [valor, state] = [after.valor, movementStateOf(after.estado)];
  if (before === null || before.estado !== after.estado) {
    const undone = state === 'takenBack' && before !== null;
    const reached: MovementStateName = undone ? movementStateOf(before.estado) : state;
    const tipo = booked[reached];
    return tipo === null ? null : { tipo, deshecho: undone, valor };
  }
  const paid = before.por_girar - after.por_girar;
  // A part that is not granted is no payment.
  if (paid === 0 || before.valor !== after.valor) return null;
  return { tipo: paid > 0 ? 'giro' : 'giroDevuelto', deshecho: false, valor: Math.abs(paid) };
}

/** Centavos by which a movement has changed the base of its store. */
function baseChangeOf({ tipo, siguiente, valor, estado, base_anterior }: LoggedMovement): number {
  const state = movementStateOf(estado);
  if (tipo === 'aumento') return valor;
  if (tipo === 'disminucion') return state === 'paidIn' || state === 'keptBack' ? -valor : 0;
  return siguiente === null || state === 'takenBack' ? 0 : valor - (base_anterior ?? 0);
}

interface BookedMovementChange extends BookedChange {
  secuencia: number;
  instante: number;
  id: number;
}

interface MovementLog {
  movements: Map<number, LoggedMovement>;
  booked: BookedMovementChange[];
}

async function movementLog(trx: Trx): Promise<MovementLog> {
  const movements = new Map<number, LoggedMovement>();
  const booked: BookedMovementChange[] = [];
  for await (const { id, columns, isNew, secuencia, instante } of movementChanges(trx)) {
    const before = isNew ? null : (movements.get(id) ?? null);
    const after = { ...before, ...columns } as LoggedMovement;
    movements.set(id, after);
    const change = bookedBy(before, after);
    if (change !== null) booked.push({ ...change, secuencia, instante, id });
  }
  return { movements, booked };
}

/** The parts of an opening are not in the drawer; what is granted less of one stays among them. */
const partsOf = (movements: MovementLog['movements'], id: number): number =>
  [...movements.values()].reduce(
    (sum, { tipo, id_movimiento, valor }) =>
      sum + (tipo === 'apertura' && id_movimiento === id ? valor : 0),
    0,
  );

const partiesOf = async (
  trx: Trx,
  table: 'usuarios' | 'gastos',
  ids: readonly (number | null)[],
): Promise<Map<number, Party>> => {
  const known = [0, ...new Set(ids.flatMap((id) => id ?? []))];
  const rows = await rowsOf<{ id: number } & Party>(
    trx,
    table === 'usuarios'
      ? sql`select id, num_doc as documento, razon_social as tercero from usuarios
          where id in (${sql.join(known)})`
      : sql`select gastos.id, proveedores.num_doc as documento, gastos.proveedor_nombre as tercero
          from gastos inner join proveedores on proveedores.id = ${expenseSupplier}
          where gastos.id in (${sql.join(known)})`,
  );
  return new Map(rows.map(({ id, documento, tercero }) => [id, { documento, tercero }]));
};

const within = (instant: number, { from, until }: EntrySpan): boolean =>
  instant >= from && instant < until;

async function movementEntriesOf(
  trx: Trx,
  { movements, booked }: MovementLog,
  span: EntrySpan,
  { accounts, contrapartida, empresa, fondoDe }: Books,
): Promise<Entry[]> {
  const exported = new Set(
    (
      await trx
        .selectFrom('comprobante')
        .select('id_origen')
        .where('vigente', '=', 1)
        .where('origen', '=', 'movimiento')
        .execute()
    ).map(({ id_origen }) => id_origen),
  );
  const free = booked.filter(
    ({ tipo, secuencia, instante }) =>
      within(instante, span) &&
      !exported.has(secuencia) &&
      (tipo !== 'disminucionRetenida' || bookedApart(tipo, contrapartida)),
  );
  const concerned = free.flatMap(({ id }) => movements.get(id) ?? []);
  const sources = concerned.flatMap(({ id_movimiento }) => movements.get(id_movimiento ?? 0) ?? []);
  const people = await partiesOf(
    trx,
    'usuarios',
    [...concerned, ...sources].map(({ id_deudor }) => id_deudor),
  );
  const suppliers = await partiesOf(
    trx,
    'gastos',
    concerned.map(({ id_gasto }) => id_gasto),
  );
  return free.flatMap(({ id, tipo, deshecho, secuencia, instante, ...change }) => {
    const movement = movements.get(id);
    if (movement === undefined) return [];
    const { id_tienda, base_anterior, id_gasto, id_deudor, id_movimiento } = movement;
    const source = id_movimiento === null ? undefined : movements.get(id_movimiento);
    const deudor =
      suppliers.get(id_gasto ?? 0) ?? people.get(id_deudor ?? source?.id_deudor ?? 0) ?? empresa;
    const valor =
      tipo === 'apertura'
        ? change.valor - (base_anterior ?? 0) - partsOf(movements, id)
        : change.valor;
    if (valor === 0) return [];
    const detalle = detailOf(movementName(movement.tipo, movement.caja_externa), movement.motivo);
    const fondo = fondoDe(id_tienda);
    const amount = { valor, detalle, deudor, fondo, empresa };
    const { lineas, faltan } = plainLines(tipo, accounts, amount);
    const row = { origen: 'movimiento', id_origen: secuencia, tipo, deshecho } as const;
    const shown = deshecho ? reversedLines(lineas) : lineas;
    return [{ ...row, instante, id_tienda, valor: debitsOf(shown), lineas: shown, faltan }];
  });
}

/** The bases that stores began with: what no movement has changed since. */
async function firstBases(
  trx: Trx,
  { movements }: MovementLog,
  span: EntrySpan,
  { accounts, empresa, fondoDe }: Books,
): Promise<Entry[]> {
  const changed = new Map<number, number>();
  for (const movement of movements.values()) {
    const before = changed.get(movement.id_tienda) ?? 0;
    changed.set(movement.id_tienda, before + baseChangeOf(movement));
  }
  const stores = await rowsOf<{ id: number; base: number; creada: number }>(
    trx,
    sql`select * from (select tiendas.id, tiendas.base,
        (select min(cajas.creada) from cajas where cajas.id_tienda = tiendas.id) as creada
      from tiendas where ${isFree('tienda', sql`tiendas.id`)}) as nuevas
      where creada >= ${span.from} and creada < ${span.until} order by id`,
  );
  return stores.flatMap(({ id, base, creada }) => {
    const valor = base - (changed.get(id) ?? 0);
    const fondo = fondoDe(id);
    const amount = { valor, detalle: 'Fondo inicial', deudor: empresa, fondo, empresa };
    const lines = plainLines('fondoInicial', accounts, amount);
    const row = { origen: 'tienda', id_origen: id, tipo: 'fondoInicial', deshecho: false } as const;
    return valor === 0
      ? []
      : [{ ...row, instante: creada, id_tienda: id, valor: Math.abs(valor), ...lines }];
  });
}

/** Reversals that no export has yet. */
async function reversals(trx: Trx, { from, until }: EntrySpan): Promise<Entry[]> {
  const rows = await trx
    .selectFrom('reversa_contable')
    .innerJoin('comprobante as reversado', 'reversado.id', 'reversa_contable.id_comprobante')
    .select(['reversa_contable.id', 'reversa_contable.creado', 'reversado.tipo'])
    .select(['reversado.id_tienda', 'reversado.valor', 'reversado.lineas'])
    .where('reversa_contable.creado', '>=', from)
    .where('reversa_contable.creado', '<', until)
    .where(isFree('reversa', sql`reversa_contable.id`))
    .orderBy('reversa_contable.id')
    .execute();
  return rows.map(({ id, creado, tipo, id_tienda, valor, lineas }) => ({
    origen: 'reversa',
    id_origen: id,
    tipo,
    deshecho: true,
    instante: creado,
    id_tienda,
    valor,
    lineas: reversedLines(JSON.parse(lineas) as EntryLine[]),
    faltan: [],
  }));
}

/**
 * The entries of a span that no export in force has, in pages, not in the order of time.
 *
 * @param facts accounts and company of now
 */
export async function* freeEntries(
  trx: Trx,
  span: EntrySpan,
  facts: EntryFacts,
): AsyncGenerator<Entry[]> {
  const log = await movementLog(trx);
  const books = await booksOf(trx, facts);
  yield await firstBases(trx, log, span, books);
  yield await movementEntriesOf(trx, log, span, books);
  yield* boxEntries(trx, span, books);
  yield await paymentEntries(trx, span, books);
  yield await reversals(trx, span);
}

/** Expenses that were recorded until an instant in boxes that were not closed then. */
const notClosed = (trx: Trx, until: number) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .where('gastos.creado', '<', until)
    .where((of) =>
      of.or([
        of('cajas.active', '<>', boxStates.closed.codigo),
        of('cajas.fecha_movimiento', '>=', until),
      ]),
    );

/** How many they are, and their value in centavos. */
export const sumNotClosed = (trx: Trx, until: number) =>
  notClosed(trx, until)
    .select(({ fn }) => fn.countAll<number>().as('gastos'))
    .select(sql<number>`coalesce(sum(gastos.valor), 0)`.as('valor'))
    .executeTakeFirstOrThrow();

/** These expenses with their categories. */
export async function recordedAndNotClosed(trx: Trx, until: number) {
  const expenses = await notClosed(trx, until)
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .select(['gastos.id', 'tiendas.nombre as tienda', 'tiendas.centro_costo', 'cajas.consecutivo'])
    .select(['gastos.fecha_gasto', 'gastos.proveedor_nombre', 'proveedores.num_doc'])
    .select(['gastos.concepto', 'gastos.valor'])
    .orderBy('tiendas.nombre')
    .orderBy('gastos.id')
    .execute();
  const rows = [];
  for (let start = 0; start < expenses.length; start += CHUNK) {
    const some = expenses.slice(start, start + CHUNK);
    const categories = grouped(
      await categoriesForConsolidated(
        trx,
        some.map(({ id }) => id),
      ),
      ({ id_gasto }) => id_gasto,
      (category) => category,
    );
    for (const { id, ...expense } of some) {
      const own = (categories.get(id) ?? []).filter(({ valor_item }) => (valor_item ?? 0) >= 0);
      rows.push({
        ...expense,
        categorias: [...new Set(own.map(({ nombre }) => nombre))].join('; '),
        cuentas: [...new Set(own.map(({ cuenta }) => cuenta))].join('; '),
      });
    }
  }
  return rows;
}
