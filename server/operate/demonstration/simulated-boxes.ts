/**
 * Any number of boxes with their history: what people do is random, what comes of it the state machine says, and the rows are
 * those that the log gives. For a demonstration of the size of a company, for measuring, and for figures over many boxes.
 */
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import {
  type BoxCase,
  type BoxSend,
  type CaseEvent,
  caseAfter,
  emptyCase,
} from '#machines/domain/box/box-case.ts';
import { type StageName, stageNames, stages, waitsAt } from '#machines/domain/box/stages.ts';
import { boxStateOf, type BoxStateName, expenseStateOf } from '#machines/domain/box/states.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { moneyOf } from '#machines/domain/fund/box-money.ts';
import { amountsOf, columnTotalsOf } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { decisionEvent } from '#machines/domain/review/joint-approval.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import {
  BoxLog,
  closedCaseRow,
  type EventToAppend,
} from '../../features/cases/event.repository.ts';
import { projectRows } from '../../features/cases/project-rows.ts';
import { stageColumns } from '../../features/review/decision.ts';
import {
  BulkInsert,
  highestKey,
  resetSequences,
  setLastNumber,
} from '../../platform/database/bulk-rows.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

type Columns<Name extends keyof NewRow<'gastos'>> = Pick<NewRow<'gastos'>, Name>;

/** Something that stores buy, under one category; pesos, both ends included. */
export type Article = Columns<
  'id_proveedor' | 'proveedor_nombre' | 'concepto' | 'requiere_mantenimiento'
> & { categoria: number; pesos: readonly [minimum: number, maximum: number] };

/** What boxes name, all of it stored. */
export interface Supplies {
  articles: readonly Article[];
  receipts: readonly Columns<
    'soporte_sha256' | 'soporte_contenido' | 'soporte_nombre' | 'soporte_tipo' | 'soporte_bytes'
  >[];
  reasons: readonly { id: number; nombre: string }[];
  company: { id: number; nombre: string };
}

/** A store without any box. */
export interface SimulatedStore {
  id: number;
  /** Those who record and decide; one of accounting does both of its reviews. */
  people: Record<'store' | Exclude<StageName, 'final'>, number>;
  supplies: Supplies;
  /** How many it gets; the last one stays open. */
  boxes: number;
}

/** A box that is about to be opened. */
interface BoxPlan extends Pick<SimulatedStore, 'people' | 'supplies'> {
  id: number;
  id_tienda: number;
  /** When it is opened, and when its store sends it; epoch milliseconds. */
  creada: number;
  sent: number;
  /** Hash of the event that sent the box before it; '' for the first of a store. */
  hash: string;
  consecutivo: number;
  firstExpense: number;
}

/** What happens to one box, in memory: the state machine accepts each event, the log chains it. */
export class SimulatedBox {
  readonly events: EventToAppend[] = [];
  readonly #plan: BoxPlan;
  readonly #random: SeededRandom;
  readonly #log: BoxLog;
  #case: BoxCase = emptyCase;
  /** Epoch milliseconds; only grows. */
  #at: number;

  constructor(plan: BoxPlan, random: SeededRandom) {
    this.#plan = plan;
    this.#random = random;
    this.#log = new BoxLog({ ...plan, version: 0 }, plan.creada);
    this.#at = plan.creada;
  }

  get expenses(): BoxCase['expenses'] {
    return this.#case.expenses;
  }

  get #state(): BoxStateName {
    return boxStateOf(this.#case.active);
  }

  /** Lets everything happen to it that happens until now. */
  run(now: number): this {
    for (const milliseconds of this.#steps()) {
      this.#at += Math.max(0, Math.floor(milliseconds));
      if (this.#at > now) break;
    }
    return this;
  }

  /** The rows that the program would have written. */
  rows() {
    const { id, id_tienda, creada, consecutivo } = this.#plan;
    const totals = { ...columnTotalsOf(amountsOf(this.#case)), ...moneyOf(this.#case) };
    const number = this.#state === 'open' ? null : consecutivo;
    const replayed = { ...this.#case, ...totals, ...this.#log.head, consecutivo: number };
    const { box, expenses } = projectRows(this.events, replayed, creada);
    const closed = closedCaseRow(id, this.events);
    return {
      box: { ...box, id, id_tienda, creada, fecha: dateInBogota(creada) },
      expenses,
      closed,
    };
  }

  /** Before each step so many milliseconds go by. */
  *#steps(): Generator<number> {
    const { id: idCaja, people, supplies, sent, firstExpense, consecutivo } = this.#plan;
    const random = this.#random;
    const actor = { id: people.store, profile: 2 } as const;
    const count = random.pick([1, 2, 2, 3, 3, 4]);
    const share = (sent - this.#at) / count / 2;
    for (let id = firstExpense; id < firstExpense + count; id += 1) {
      yield share * random.next();
      this.#record(id, actor);
      yield Math.min(share, millisecondsInMinute);
      const receipt = { soporte: `recibo-${id}.pdf`, ...random.pick(supplies.receipts) };
      if (id > firstExpense && random.chance(0.06))
        this.#fireOn(id, { type: 'EXPENSE.REMOVE', actor });
      else this.#fireOn(id, { type: 'EXPENSE.ATTACH_SUPPORT', actor }, receipt);
    }
    yield sent - this.#at;
    this.#fireBox({ type: 'BOX.SEND', actor }, { consecutivo });
    for (const stage of stageNames) {
      if (this.#state === 'readyToShip') {
        yield this.#pause(96);
        const { id: id_empresa, nombre: empresa } = supplies.company;
        const codigo = String(9_140_000_000 + idCaja);
        const columns = { id_empresa, codigo_soporte: codigo };
        this.#fireBox({ type: 'BOX.SHIP', actor, empresa, codigo }, columns);
      }
      if (this.#state === stages[stage].boxState) yield* this.#review(stage);
    }
  }

  *#review(stage: StageName): Generator<number> {
    const id = this.#plan.people[stage === 'final' ? 'accounting' : stage];
    const actor = { id, profile: stages[stage].profile };
    for (const [idGasto, { estado }] of this.expenses) {
      if (!waitsAt(stage, expenseStateOf(estado))) continue;
      yield this.#pause(8);
      this.#decide(stage, idGasto, actor);
    }
    yield this.#pause(48);
    this.#fireBox({ type: stages[stage].send, actor });
  }

  /** Most things take hours; now and then one takes weeks. */
  #pause(hours: number): number {
    const rare = this.#random.chance(0.04) ? 12 : 1;
    return (0.2 + this.#random.next()) * hours * rare * millisecondsInHour;
  }

  #record(idGasto: number, actor: Person): void {
    const { categoria, pesos, ...article } = this.#random.pick(this.#plan.supplies.articles);
    const valor = toCentavos(this.#random.between(...pesos));
    const row = {
      ...article,
      fecha_gasto: dateInBogota(this.#at),
      recibo: `R${idGasto}`,
      valor,
      factura_elec: 0,
      numero_factura: '',
      enlace_factura: '',
      data_factura: '[]',
      informe_novedad: '',
    };
    const facts = {
      needsMaintenance: article.requiere_mantenimiento === 1,
      hasReceipt: false,
      recordedBy: actor.id,
      categoryIds: [categoria],
      valor,
      reembolsar: null,
      offeredInvoices: [],
    };
    const event = { type: 'EXPENSE.RECORD', actor, facts } as const;
    this.#fire({ type: 'record', idGasto, event }, row, facts);
  }

  #decide(stage: StageName, idGasto: number, actor: Person): void {
    const { reasons } = this.#plan.supplies;
    const { categoryIds = [], valor = 0 } = this.expenses.get(idGasto)?.context ?? {};
    const [approved, rejected] = stages[stage].codes;
    const reason = this.#random.chance(0.09) ? this.#random.pick(reasons) : null;
    const split = { categorias: [...categoryIds], valores: [valor], impuestos: [1] };
    const event = decisionEvent(stage, reason ? 'rejected' : 'approved', {
      actor,
      observacion: reason ? 'No corresponde a la tienda' : 'Revisado contra el soporte físico',
      id_rechazo: reason?.id ?? null,
      desglose: reason ? null : { ...split, indicador: 1, tipo_persona: 'PJ' },
    });
    const columns = stageColumns(stage, { estado: reason ? rejected : approved }, event, this.#at);
    this.#fireOn(idGasto, { ...event, ...(reason && { motivo: reason.nombre }) }, columns);
  }

  #fireBox(event: BoxSend, cambios: object = {}): void {
    this.#fire({ type: 'box', idGasto: null, event }, cambios);
  }

  #fireOn(idGasto: number, event: ExpenseCommand, cambios: object = {}): void {
    this.#fire({ type: 'expense', idGasto, event }, cambios);
  }

  #fire(event: CaseEvent, cambios: object, facts?: object): void {
    const after = caseAfter(this.#case, event);
    if (!after.ok) throw new Error(`${event.event.type} is refused: ${JSON.stringify(after)}`);
    const [own, ...followers] = after.moves;
    this.#log.append({ ...own, cambios, ...(facts && { facts }) }, this.#at);
    for (const move of followers) this.#log.append({ ...move, cambios: {} }, this.#at);
    this.events.push(...this.#log.take());
    this.#case = after.next;
  }
}

const SEED = 7;
/** Events that are written together. */
const TOGETHER = 2_000;
/** In the order of their references. */
const tables = ['cajas', 'gastos', 'gasto_categoria', 'caso_cerrado', 'evento'] as const;
type Rows = { [Table in (typeof tables)[number]]: NewRow<Table>[] };

function addRows(rows: Rows, simulated: SimulatedBox): void {
  const { box, expenses, closed } = simulated.rows();
  rows.cajas.push(box);
  if (closed !== null) rows.caso_cerrado.push(closed);
  for (const [id_gasto, { columns, split }] of expenses) {
    rows.gastos.push({ ...columns, id: id_gasto });
    rows.gasto_categoria.push(...split.map((share, orden) => ({ ...share, id_gasto, orden })));
  }
  rows.evento.push(...simulated.events);
}

export interface Simulation {
  stores: readonly SimulatedStore[];
  /** Over how many days, until now. */
  days: number;
  /** Epoch milliseconds. */
  now: number;
  /** Called now and then with how many boxes there are. */
  report?: ((done: number, all: number) => void) | undefined;
}

/**
 * Adds boxes to stores, the same ones each time. A store opens a box when it has sent the one before; all stores take turns,
 * so that their keys are mixed as they are where people work side by side.
 */
export async function addSimulatedBoxes(
  trx: Trx,
  { stores, days, now, report }: Simulation,
): Promise<{ boxes: number; expenses: number; events: number }> {
  const random = seededRandom(SEED);
  const bulk = new BulkInsert(trx);
  const counts = { boxes: 0, expenses: 0, events: 0 };
  const all = stores.reduce((sum, { boxes }) => sum + boxes, 0);
  let id = await highestKey(trx, 'cajas');
  let firstExpense = (await highestKey(trx, 'gastos')) + 1;
  const none = (): Rows => ({
    cajas: [],
    gastos: [],
    gasto_categoria: [],
    caso_cerrado: [],
    evento: [],
  });
  let rows = none();
  let held = 0;
  const queue = stores.map((store) => {
    const creada = now - Math.round((days - random.next()) * millisecondsInDay);
    return { ...store, creada, hash: '', consecutivo: 1 };
  });
  const write = async () => {
    // The log grows in the order of time: what happened after the next box opens waits for the events of that box.
    const horizon = queue.reduce((least, { creada }) => Math.min(least, creada), Infinity);
    rows.evento.sort((one, other) => one.instante - other.instante);
    const end = rows.evento.findIndex(({ instante }) => instante >= horizon);
    const later = end < 0 ? [] : rows.evento.splice(end);
    for (const table of tables) await bulk.insert(table, rows[table]);
    counts.boxes += rows.cajas.length;
    counts.expenses += rows.gastos.length;
    counts.events += rows.evento.length;
    report?.(counts.boxes, all);
    rows = { ...none(), evento: later };
    held = later.length;
  };
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    const { boxes, creada, consecutivo } = store;
    // Evenly over what is left of the time; the last one stays open.
    const lasts = Math.min(1, (0.7 + 0.6 * random.next()) / boxes) * (now - creada);
    const sent = boxes === 1 ? now + millisecondsInDay : creada + Math.floor(lasts);
    id += 1;
    const plan = { ...store, id, id_tienda: store.id, sent, firstExpense };
    const box = new SimulatedBox(plan, random).run(now);
    addRows(rows, box);
    firstExpense += box.events.filter(({ evento }) => evento === 'EXPENSE.RECORD').length;
    const end = box.events.find(({ evento }) => evento === 'BOX.SEND');
    if (end === undefined) await setLastNumber(trx, store.id, consecutivo - 1);
    else {
      const next = { creada: end.instante, hash: end.hash, consecutivo: consecutivo + 1 };
      queue.push({ ...store, ...next, boxes: boxes - 1 });
    }
    if (rows.evento.length >= held + TOGETHER) await write();
  }
  await write();
  await resetSequences(trx);
  return counts;
}
