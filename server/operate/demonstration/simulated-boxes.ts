/**
 * Any number of boxes with their history: users act at random, the state machine decides the result, and the rows are
 * projected from the log. For a demonstration of company size, for benchmarks, and for figures over many boxes.
 */
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  emptyCase,
} from '#machines/domain/case/box-case.ts';
import { type StageName, stageNames, stages, waitsAt } from '#machines/domain/stages/stages.ts';
import { boxStateOf, expenseStateOf } from '#machines/domain/stages/states.ts';
import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';
import { moneyOf, amountsOf } from '#machines/domain/case/box-money.ts';
import { columnTotalsOf } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { decisionEvent } from '#machines/domain/case/joint-approval.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { recordedFacts } from '../../features/cases/case-facts.ts';
import {
  BoxLog,
  closedCaseRow,
  type EventToAppend,
} from '../../features/cases/event.repository.ts';
import { projectRows } from '../../features/cases/project-rows.ts';
import { withoutInvoice } from '../../features/invoices/invoice.repository.ts';
import { stageColumns } from '../../features/review/decision.ts';
import {
  BulkInsert,
  endBulk,
  highestKey,
  setLastNumber,
} from '../../platform/database/bulk-rows.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

type Columns<Name extends keyof NewRow<'gastos'>> = Pick<NewRow<'gastos'>, Name>;

/** Something that stores buy, under one category; `pesos` includes both ends. */
export type Article = Columns<
  'id_proveedor' | 'proveedor_nombre' | 'concepto' | 'requiere_mantenimiento'
> & { categoria: number; pesos: readonly [minimum: number, maximum: number] };

/** Rows that boxes refer to; all of them exist in the database. */
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
  /** Ids of the users who record and decide; one accounting user does both accounting reviews. */
  people: Record<'store' | Exclude<StageName, 'final'>, number>;
  supplies: Supplies;
  /** Number of boxes to add; the last one stays open. */
  boxes: number;
  /** The payments of closed boxes are followed; absent: the boxes count as paid. */
  seguida?: boolean;
}

/** Input of the simulation of one box. */
interface BoxPlan extends Pick<SimulatedStore, 'people' | 'supplies' | 'seguida'> {
  id: number;
  id_tienda: number;
  /** When the box is opened, and when its store sends it; epoch milliseconds. */
  creada: number;
  sent: number;
  /** Hash of the event that sent the previous box; '' for the first box of a store. */
  hash: string;
  consecutivo: number;
  firstExpense: number;
}

/** Simulates one box until now, in memory: the state machine accepts each event, the log chains it. */
export class SimulatedBox {
  readonly events: EventToAppend[] = [];
  case: BoxCase = emptyCase;
  readonly #plan: BoxPlan;
  readonly #random: SeededRandom;
  readonly #log: BoxLog;
  /** Epoch milliseconds; only grows. */
  #at: number;

  constructor(plan: BoxPlan, random: SeededRandom, now: number) {
    this.#plan = plan;
    this.#random = random;
    this.#log = new BoxLog({ ...plan, version: 0 }, plan.creada);
    this.#at = plan.creada;
    for (const milliseconds of this.#steps()) {
      this.#at += Math.max(0, Math.floor(milliseconds));
      if (this.#at > now) break;
    }
  }

  /** The rows that the program would have written, by table. */
  rows() {
    const { id, id_tienda, creada, consecutivo } = this.#plan;
    const totals = { ...columnTotalsOf(amountsOf(this.case)), ...moneyOf(this.case) };
    const number = this.#isIn('open') ? null : consecutivo;
    const replayed = { ...this.case, ...totals, ...this.#log.head, consecutivo: number };
    const { box, expenses } = projectRows(this.events, replayed, creada);
    return {
      cajas: { ...box, id, id_tienda, creada, fecha: dateInBogota(creada) },
      gastos: [...expenses].map(([idGasto, { columns }]) => ({ ...columns, id: idGasto })),
      gasto_categoria: [...expenses].flatMap(([id_gasto, { split }]) =>
        split.map((share, orden) => ({ ...share, id_gasto, orden })),
      ),
      caso_cerrado: closedCaseRow(id, this.events) ?? [],
    };
  }

  #isIn(state: string): boolean {
    return boxStateOf(this.case.active) === state;
  }

  /** Yields the milliseconds that pass before each step. */
  *#steps(): Generator<number> {
    const { id: idCaja, people, supplies, sent, firstExpense, consecutivo } = this.#plan;
    const random = this.#random;
    const actor = { id: people.store, profile: 2 } as const;
    const count = random.pick([1, 2, 2, 3, 3, 4]);
    const share = (sent - this.#at) / count / 2;
    for (let idGasto = firstExpense; idGasto < firstExpense + count; idGasto += 1) {
      yield share * random.next();
      this.#record(idGasto, actor);
      yield Math.min(share, millisecondsInMinute);
      const receipt = { soporte: `recibo-${idGasto}.pdf`, ...random.pick(supplies.receipts) };
      const isRemoved = idGasto > firstExpense && random.chance(0.06);
      const type = isRemoved ? 'EXPENSE.REMOVE' : 'EXPENSE.ATTACH_SUPPORT';
      this.#fire({ type: 'expense', idGasto, event: { type, actor } }, isRemoved ? {} : receipt);
    }
    yield sent - this.#at;
    const send = { type: 'BOX.SEND', actor } as const;
    const columns = { consecutivo, id_responsable: people.store };
    this.#fire({ type: 'box', idGasto: null, event: send }, columns);
    for (const stage of stageNames) {
      if (this.#isIn('readyToShip')) {
        yield this.#pause(96);
        const { id: id_empresa, nombre: empresa } = supplies.company;
        const codigo = String(9_140_000_000 + idCaja);
        const event = { type: 'BOX.SHIP', actor, empresa, codigo } as const;
        this.#fire({ type: 'box', idGasto: null, event }, { id_empresa, codigo_soporte: codigo });
      }
      if (this.#isIn(stages[stage].boxState)) yield* this.#review(stage);
    }
  }

  *#review(stage: StageName): Generator<number> {
    const { people, seguida = false } = this.#plan;
    const id = people[stage === 'final' ? 'accounting' : stage];
    const { profile, send } = stages[stage];
    const actor = { id, profile };
    for (const [idGasto, { estado, context }] of this.case.expenses) {
      if (!waitsAt(stage, expenseStateOf(estado))) continue;
      yield this.#pause(8);
      this.#decide(stage, idGasto, actor, context);
    }
    yield this.#pause(48);
    const event =
      send === 'BOX.SEND_FINAL' && seguida ? { type: send, actor, seguida } : { type: send, actor };
    this.#fire({ type: 'box', idGasto: null, event });
  }

  /** A random pause in milliseconds; a rare one is twelve times as long. */
  #pause(hours: number): number {
    const rare = this.#random.chance(0.04) ? 12 : 1;
    return (0.2 + this.#random.next()) * hours * rare * millisecondsInHour;
  }

  #record(idGasto: number, actor: Person): void {
    const { categoria, pesos, ...article } = this.#random.pick(this.#plan.supplies.articles);
    const row = {
      ...article,
      ...withoutInvoice,
      fecha_gasto: dateInBogota(this.#at),
      recibo: `R${idGasto}`,
      valor: toCentavos(this.#random.between(...pesos)),
      informe_novedad: '',
    };
    const facts = recordedFacts(row, actor, [categoria]);
    this.#fire({ type: 'record', idGasto, event: { type: 'EXPENSE.RECORD', actor, facts } }, row);
  }

  #decide(stage: StageName, idGasto: number, actor: Person, expense: ExpenseContext): void {
    const [approved, rejected] = stages[stage].codes;
    const { reasons } = this.#plan.supplies;
    const reason = this.#random.chance(0.09) ? this.#random.pick(reasons) : null;
    const categorias = [...expense.categoryIds];
    const split = { categorias, valores: [expense.valor], impuestos: [1], indicador: 1 };
    const event = decisionEvent(stage, reason ? 'rejected' : 'approved', {
      actor,
      observacion: reason ? 'No corresponde a la tienda' : 'Revisado contra el soporte físico',
      id_rechazo: reason?.id ?? null,
      desglose: reason ? null : { ...split, tipo_persona: 'PJ' },
    });
    const columns = stageColumns(stage, { estado: reason ? rejected : approved }, event, this.#at);
    const explained = { ...event, ...(reason && { motivo: reason.nombre }) };
    this.#fire({ type: 'expense', idGasto, event: explained }, columns);
  }

  #fire(request: CaseEvent, cambios: object = {}): void {
    const after = caseAfter(this.case, request);
    if (!after.ok) throw new Error(`${request.event.type} is refused: ${JSON.stringify(after)}`);
    const facts = request.type === 'record' ? request.event.facts : undefined;
    this.#log.appendMoves(after.moves, { cambios, facts }, this.#at);
    this.events.push(...this.#log.take());
    this.case = after.next;
  }
}

const SEED = 7;

/** Called with the progress: items done, and all items. */
export type Report = (done: number, all: number) => void;

/**
 * Adds boxes to stores, the same ones each time. A store opens a box when it has sent the previous one; the stores take
 * turns, so that their keys interleave as they do with concurrent users.
 *
 * @param days before `now` over which the boxes are spread
 */
export async function addSimulatedBoxes(
  trx: Trx,
  stores: readonly SimulatedStore[],
  { days, now, report }: { days: number; now: number; report?: Report | undefined },
): Promise<{ boxes: number; expenses: number; events: number }> {
  const random = seededRandom(SEED);
  const bulk = new BulkInsert(trx);
  const counts = { boxes: 0, expenses: 0, events: 0 };
  const all = stores.reduce((sum, { boxes }) => sum + boxes, 0);
  for (const { id, boxes } of stores) await setLastNumber(trx, id, boxes - 1);
  let id = await highestKey(trx, 'cajas');
  let firstExpense = (await highestKey(trx, 'gastos')) + 1;
  let events: EventToAppend[] = [];
  const opening = stores.map((store) => {
    const creada = now - Math.round((days - random.next()) * millisecondsInDay);
    return { ...store, creada, hash: '' };
  });
  for (let consecutivo = 1; counts.boxes < all; consecutivo += 1) {
    const rows: ReturnType<SimulatedBox['rows']>[] = [];
    const working = opening.filter(({ boxes }) => boxes >= consecutivo);
    for (const store of working) {
      const { creada } = store;
      const left = store.boxes - consecutivo + 1;
      // The boxes are spread evenly over the remaining time; the last one stays open.
      const lasts = Math.min(1, (0.7 + 0.6 * random.next()) / left) * (now - creada);
      const sent = left === 1 ? now + millisecondsInDay : creada + Math.floor(lasts);
      id += 1;
      const plan = { ...store, id, id_tienda: store.id, sent, consecutivo, firstExpense };
      const box = new SimulatedBox(plan, random, now);
      rows.push(box.rows());
      events.push(...box.events);
      firstExpense += box.events.filter(({ evento }) => evento === 'EXPENSE.RECORD').length;
      store.creada = sent;
      store.hash = box.events.find(({ evento }) => evento === 'BOX.SEND')?.hash ?? '';
    }
    // The log is in chronological order: events after the opening of the next box wait for the events of that box.
    const next = Math.min(...working.map(({ creada }) => creada));
    const happened = events.filter(({ instante }) => instante < next);
    events = events.filter(({ instante }) => instante >= next);
    happened.sort((one, other) => one.instante - other.instante);
    for (const table of ['cajas', 'gastos', 'gasto_categoria', 'caso_cerrado'] as const)
      await bulk.insert(
        table,
        rows.flatMap<NewRow<typeof table>>((row) => row[table]),
      );
    await bulk.insert('evento', happened);
    counts.boxes += rows.length;
    counts.expenses += rows.reduce((sum, { gastos }) => sum + gastos.length, 0);
    counts.events += happened.length;
    report?.(counts.boxes, all);
  }
  await endBulk(trx);
  return counts;
}
