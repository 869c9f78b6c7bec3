/**
 * One box with its history: users act at random by a table of habits, the state machine decides the result, and the
 * rows are projected from the log.
 */
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  emptyCase,
} from '#machines/domain/case/box-case.ts';
import { amountsOf, moneyOf } from '#machines/domain/case/box-money.ts';
import { decisionEvent } from '#machines/domain/case/joint-approval.ts';
import {
  canBeRecordedAgain,
  correctableExpenses,
} from '#machines/domain/expense/expense-correction.ts';
import { columnTotalsOf } from '#machines/domain/fund/fund.ts';
import { decidersOf, inNameOf } from '#machines/domain/people/delegation.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { type StageName, stageNames, stages, waitsAt } from '#machines/domain/stages/stages.ts';
import { boxStateOf, expenseStateOf, isRejected } from '#machines/domain/stages/states.ts';
import { dateInBogota, momentInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { smallestCoin, toCentavos } from '#machines/domain/values/money.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { addWorkingTime, dayOf, midnightOf } from '#machines/domain/values/working-time.ts';
import { invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { columnsOfStage, undecided } from '../../features/cases/box.repository.ts';
import { recordedFacts, type StoredCorrection } from '../../features/cases/case-facts.ts';
import {
  BoxLog,
  closedCaseRow,
  type EventToAppend,
} from '../../features/cases/event.repository.ts';
import { projectRows } from '../../features/cases/project-rows.ts';
import { anomalySentences } from '../../features/expenses/anomalies.ts';
import { withoutInvoice } from '../../features/invoices/invoice.repository.ts';
import { stageColumns } from '../../features/review/decision.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How often each of these happens where it can. */
const habits = {
  /** The store removes an expense before it sends the box. */
  removes: 0.06,
  /** The store records a purchase a second time: under the number of an earlier one, or as its copy. */
  repeats: 0.015,
  copies: 0.4,
  /** The store records an expense again that was rejected for good. */
  insists: 0.3,
  /** The store names an electronic invoice that nobody has. */
  missesInvoice: 0.03,
  rejects: 0.09,
  /** The store corrects a rejected expense while it can, and the stage rejects it again. */
  corrects: 0.6,
  rejectsAgain: 0.5,
  /** A reviewer changes a decision before the box is sent. */
  decidesAgain: 0.06,
  /** A reviewer decides a few seconds after the previous decision. */
  hurries: 0.04,
  /** One person of accounting does both reviews. */
  keepsBoth: 0.08,
  /** The delegate decides while the supervisor is absent. */
  delegates: 0.9,
  /** Somebody works in the evening. */
  worksLate: 0.02,
  /** A pause is twelve times as long. */
  forgets: 0.04,
} as const;

/** How many times as long as others a stage takes: maintenance looks at the work first. */
const paces: Partial<Record<StageName, number>> = { maintenance: 2 };

type Columns<Name extends keyof NewRow<'gastos'>> = Pick<NewRow<'gastos'>, Name>;

/** Something that stores buy, under one category; `pesos` includes both ends. */
export type Article = Columns<
  'id_proveedor' | 'proveedor_nombre' | 'concepto' | 'requiere_mantenimiento'
> & {
  categoria: number;
  pesos: readonly [minimum: number, maximum: number];
  /** Kind of the supplier; absent: a company. */
  persona?: 'PJ' | 'PN';
};

type Receipt = Columns<
  'soporte_sha256' | 'soporte_contenido' | 'soporte_nombre' | 'soporte_tipo' | 'soporte_bytes'
>;

/** Rows that boxes refer to; all of them exist in the database. */
export interface Supplies {
  articles: readonly Article[];
  receipts: readonly Receipt[];
  reasons: readonly { id: number; nombre: string }[];
  company: { id: number; nombre: string };
}

/** Days, both inclusive, on which a delegate decides for the supervisor. */
export interface Absence {
  desde: DateText;
  hasta: DateText;
  id_delegado: number;
}

/** A store, and how its people work. */
export interface SimulatedPeople {
  /**
   * Ids of the users who record and decide; without `final`, the user of the first accounting review does both
   * accounting reviews.
   */
  people: Record<'store' | Exclude<StageName, 'final'>, number> & { final?: number };
  supplies: Supplies;
  /** Payments of boxes that are closed from this instant on are followed; absent: the boxes count as paid. */
  followedSince?: number;
  /** How many times as long as others its supervisor takes; absent: 1. */
  patience?: number;
  absences?: readonly Absence[];
  /** Something of which its store splits a purchase over two expenses, each just below the maximum. */
  splits?: Article;
}

/** An expense of an earlier box of the store. */
interface PastExpense {
  article: Omit<Article, 'pesos'>;
  fecha_gasto: DateText;
  recibo: string;
  /** Centavos. */
  valor: number;
  receipt: Receipt;
  id: number;
  /** When it was rejected for good and counted as paid; null otherwise. */
  lostAt: number | null;
}

/** Input of the simulation of one box. */
export interface BoxPlan extends SimulatedPeople {
  id: number;
  id_tienda: number;
  /** When the box is opened, and when its store sends it; epoch milliseconds. */
  creada: number;
  sent: number;
  /** Hash of the event that sent the previous box; '' for the first box of a store. */
  hash: string;
  consecutivo: number;
  firstExpense: number;
  calendar: WorkingCalendar;
  past?: readonly PastExpense[];
  /** Receipts drawn for expenses of this box, by their id; the others share those of the supplies. */
  drawn?: ReadonlyMap<number, Receipt>;
}

/** Days after a purchase within which it may still be recorded again. */
const WINDOW = 25 * millisecondsInDay;

/** Simulates one box until now, in memory: the state machine accepts each event, the log chains it. */
export class SimulatedBox {
  readonly events: EventToAppend[] = [];
  case: BoxCase = emptyCase;
  readonly #plan: BoxPlan;
  readonly #random: SeededRandom;
  readonly #log: BoxLog;
  readonly #bought = new Map<number, PastExpense>();
  /** Text of the last reason for which each expense was rejected. */
  readonly #reasons = new Map<number, string>();
  #pdfOpened: number | null = null;
  /** Epoch milliseconds; only grows. */
  #at: number;

  constructor(plan: BoxPlan, random: SeededRandom, now: number) {
    this.#plan = plan;
    this.#random = random;
    this.#log = new BoxLog({ ...plan, version: 0 }, plan.creada);
    this.#at = plan.creada;
    for (const instant of this.#steps()) {
      this.#at = Math.max(this.#at, Math.floor(instant));
      if (this.#at > now) break;
    }
  }

  get isUnderWay(): boolean {
    return !this.#isIn('closed');
  }

  /** The rows that the program would have written, by table. */
  rows() {
    const { id, id_tienda, creada, consecutivo } = this.#plan;
    const totals = { ...columnTotalsOf(amountsOf(this.case)), ...moneyOf(this.case) };
    const number = this.#isIn('open') ? null : consecutivo;
    const replayed = { ...this.case, ...totals, ...this.#log.head, consecutivo: number };
    const { box, expenses } = projectRows(this.events, replayed, creada);
    const unlogged = { fecha: dateInBogota(creada), pdf_descargado: this.#pdfOpened };
    return {
      cajas: { ...box, id, id_tienda, creada, ...unlogged },
      gastos: [...expenses].map(([idGasto, { columns }]) => ({ ...columns, id: idGasto })),
      gasto_categoria: [...expenses].flatMap(([id_gasto, { split }]) =>
        split.map((share, orden) => ({ ...share, id_gasto, orden })),
      ),
      caso_cerrado: closedCaseRow(id, this.events) ?? [],
    };
  }

  /** The expenses that later boxes of the store may repeat. */
  past(): PastExpense[] {
    const isPaid = this.#isIn('closed') && this.case.seguida !== 1;
    const { active } = this.case;
    return [...this.case.expenses].flatMap(([id, { estado }]) => {
      const bought = this.#bought.get(id);
      const rejection = { active, estado, motivo_rechazo: null, asumido: 0 };
      const lostAt = isPaid && canBeRecordedAgain(rejection) ? this.#at : null;
      return bought === undefined ? [] : [{ ...bought, lostAt }];
    });
  }

  #isIn(state: string): boolean {
    return boxStateOf(this.case.active) === state;
  }

  /** Yields the instant of each step. */
  *#steps(): Generator<number> {
    const { people, sent, consecutivo, splits } = this.#plan;
    const random = this.#random;
    const actor = { id: people.store, profile: 2 } as const;
    const splitsNow = splits !== undefined && consecutivo % 3 === 0;
    const bought = [
      ...Array.from({ length: random.pick([1, 2, 2, 3, 3, 4]) }, () => undefined),
      ...(splitsNow ? [splits, splits] : []),
    ];
    const share = (sent - this.#at) / bought.length;
    for (const [index, article] of bought.entries()) {
      // What was bought on a day off is recorded on the next working day.
      const wanted = article === undefined ? this.#at + share * random.next() : this.#at;
      yield Math.min(sent, this.#after(wanted, random.next() * millisecondsInHour));
      const idGasto = this.#plan.firstExpense + index;
      this.#record(idGasto, actor, article);
      yield Math.min(sent, this.#at + millisecondsInMinute);
      const isRemoved = index > 0 && article === undefined && random.chance(habits.removes);
      const type = isRemoved ? 'EXPENSE.REMOVE' : 'EXPENSE.ATTACH_SUPPORT';
      const soporte = { soporte: `recibo-${idGasto}.pdf`, ...this.#bought.get(idGasto)?.receipt };
      this.#fire({ type: 'expense', idGasto, event: { type, actor } }, isRemoved ? {} : soporte);
    }
    yield sent;
    const send = { type: 'BOX.SEND', actor } as const;
    const columns = { consecutivo, id_responsable: people.store };
    this.#fire({ type: 'box', idGasto: null, event: send }, columns);
    const isBoth = random.chance(habits.keepsBoth);
    const { accounting, final = accounting } = people;
    for (const stage of stageNames) {
      if (this.#isIn('readyToShip')) yield* this.#ship(actor);
      if (stage === 'final') yield* this.#receivePapers(isBoth ? accounting : final);
      if (this.#isIn(stages[stage].boxState))
        yield* this.#review(stage, isBoth || stage !== 'final' ? null : final);
    }
  }

  *#ship(actor: Person): Generator<number> {
    yield this.#pause(12);
    this.#fire({ type: 'box', idGasto: null, event: { type: 'BOX.PDF_OPENED', actor } });
    this.#pdfOpened = this.#at;
    yield this.#after(this.#at, this.#random.next() * millisecondsInHour);
    const { id: id_empresa, nombre: empresa } = this.#plan.supplies.company;
    const codigo = String(9_140_000_000 + this.#plan.id);
    const event = { type: 'BOX.SHIP', actor, empresa, codigo } as const;
    this.#fire({ type: 'box', idGasto: null, event }, { id_empresa, codigo_soporte: codigo });
  }

  *#receivePapers(id: number): Generator<number> {
    yield this.#pause(18);
    const event = { type: 'BOX.PAPERS_RECEIVED', actor: { id, profile: 6 } } as const;
    this.#fire({ type: 'box', idGasto: null, event }, { papeles: this.#at });
  }

  /** @param reviewer null: the person of the stage */
  *#review(stage: StageName, reviewer: number | null): Generator<number> {
    const { people, followedSince = Number.POSITIVE_INFINITY, patience = 1 } = this.#plan;
    const id = reviewer ?? people[stage === 'final' ? 'accounting' : stage];
    const { profile, send } = stages[stage];
    const slowness = stage === 'supervisor' ? patience : (paces[stage] ?? 1);
    yield this.#pause(6 * slowness);
    const decider = (): Person => (stage === 'supervisor' ? this.#supervisor(id) : { id, profile });
    for (const [idGasto, { estado }] of this.case.expenses) {
      if (!waitsAt(stage, expenseStateOf(estado))) continue;
      const isQuick = this.#random.chance(habits.hurries);
      yield this.#after(this.#at, isQuick ? 3_000 : this.#random.between(1, 12) * 60_000);
      yield* this.#decideUntilSettled(stage, idGasto, decider, slowness);
    }
    yield this.#pause(4 * slowness);
    for (const [idGasto, { estado }] of this.case.expenses) {
      const isOwn = stages[stage].codes.some((code) => code === estado);
      if (!isOwn || (stage !== 'supervisor' && stage !== 'final')) continue;
      if (this.#random.chance(habits.decidesAgain))
        this.#decide(stage, idGasto, decider(), isRejected(estado) ? 0 : 0.5);
    }
    yield this.#after(this.#at, this.#random.between(1, 30) * 60_000);
    const seguida = this.#at >= followedSince;
    const actor = decider();
    const event =
      send === 'BOX.SEND_FINAL' && seguida ? { type: send, actor, seguida } : { type: send, actor };
    this.#fire({ type: 'box', idGasto: null, event });
  }

  /** Who decides for the store now: its supervisor, or the delegate. */
  #supervisor(id_usuario: number): Person {
    const { absences = [] } = this.#plan;
    const delegations = absences.map((absence) => ({ ...absence, id_usuario }));
    const deciders = decidersOf(id_usuario, delegations, dateInBogota(this.#at));
    const delegate = deciders.at(1);
    const decides = delegate !== undefined && this.#random.chance(habits.delegates);
    return inNameOf({ id: decides ? delegate : id_usuario, profile: 3 }, deciders);
  }

  *#decideUntilSettled(
    stage: StageName,
    idGasto: number,
    decider: () => Person,
    slowness: number,
  ): Generator<number> {
    this.#decide(stage, idGasto, decider(), habits.rejects);
    while (this.#isCorrectable(idGasto) && this.#random.chance(habits.corrects)) {
      yield this.#pause(5);
      this.#correct(stage, idGasto);
      yield this.#pause(3 * slowness);
      this.#decide(stage, idGasto, decider(), habits.rejectsAgain);
    }
  }

  #isCorrectable(idGasto: number): boolean {
    const estado = this.case.expenses.get(idGasto)?.estado ?? 0;
    return correctableExpenses(this.case.active, [{ estado }]).length > 0;
  }

  /** The store writes more about the purchase, which changes nothing else. */
  #correct(etapa: StageName, idGasto: number): void {
    const { context } = this.case.expenses.get(idGasto) ?? {};
    const bought = this.#bought.get(idGasto);
    if (context === undefined || bought === undefined) return;
    const { needsMaintenance, categoryIds, valor, offeredInvoices } = context;
    const antes = bought.article.concepto ?? '';
    const despues = `${antes}, según recibo ${bought.recibo}${antes.includes(', según') ? ' y cotización' : ''}`;
    bought.article = { ...bought.article, concepto: despues };
    const diferencias = [{ campo: 'concepto', antes, despues } as const];
    const actor = { id: this.#plan.people.store, profile: 2 } as const;
    const corregido = { needsMaintenance, categoryIds, valor, offeredInvoices };
    const event = { type: 'EXPENSE.CORRECT', actor, corregido, diferencias } as const;
    const stored: StoredCorrection = {
      id_usuario: actor.id,
      instante: this.#at,
      etapa,
      motivo: this.#reasons.get(idGasto) ?? '',
      observacion: rejection,
      diferencias,
      sin_efecto: [],
    };
    this.#fire(
      { type: 'expense', idGasto, event },
      {
        concepto: despues,
        ...columnsOfStage(etapa, undecided),
        correccion: JSON.stringify(stored),
      },
    );
  }

  /** The instant after a random pause; a rare one is twelve times as long. */
  #pause(hours: number): number {
    const rare = this.#random.chance(habits.forgets) ? 12 : 1;
    return this.#after(this.#at, (0.2 + this.#random.next()) * hours * rare * millisecondsInHour);
  }

  /** The instant after some working time, rarely in the evening of that day. */
  #after(from: number, milliseconds: number): number {
    const { calendar } = this.#plan;
    const instant = addWorkingTime(from, Math.floor(milliseconds) + 1, calendar);
    if (!this.#random.chance(habits.worksLate)) return instant;
    const evening = this.#random.between(1, 120) * millisecondsInMinute;
    return midnightOf(dayOf(instant)) + calendar.closes + evening;
  }

  /** A rejected expense that the store may record again; null when there is none. */
  #lost(): PastExpense | null {
    const { past = [] } = this.#plan;
    const lost = past.filter(
      ({ lostAt, fecha_gasto }) =>
        lostAt !== null &&
        lostAt < this.#at &&
        momentInBogota(fecha_gasto, '00:00').getTime() > this.#at - WINDOW &&
        fecha_gasto <= dateInBogota(this.#at),
    );
    const used = [...this.#bought.values()].map(({ recibo }) => recibo);
    const left = lost.filter(({ recibo }) => !used.includes(recibo));
    return left.length > 0 && this.#random.chance(habits.insists) ? this.#random.pick(left) : null;
  }

  #record(idGasto: number, actor: Person, split?: Article): void {
    const random = this.#random;
    const { supplies, past = [], drawn } = this.#plan;
    const { pesos, ...article } = split ?? random.pick(supplies.articles);
    const bought: PastExpense = {
      article,
      fecha_gasto: dateInBogota(this.#at),
      recibo: `R${idGasto}`,
      valor: Math.round(toCentavos(random.between(...pesos)) / smallestCoin) * smallestCoin,
      receipt: random.pick(supplies.receipts),
      id: idGasto,
      lostAt: null,
    };
    const anomalies: (keyof typeof anomalySentences)[] = [];
    const lost = split === undefined ? this.#lost() : null;
    const repeated = past.filter(
      ({ fecha_gasto }) => momentInBogota(fecha_gasto, '00:00').getTime() > this.#at - WINDOW,
    );
    const misses = split === undefined && random.chance(habits.missesInvoice);
    if (lost !== null) Object.assign(bought, lost, { id: idGasto, lostAt: null });
    else if (split === undefined && repeated.length > 0 && random.chance(habits.repeats)) {
      const { article: same, recibo, fecha_gasto, valor } = random.pick(repeated);
      const isCopy = random.chance(habits.copies);
      Object.assign(bought, { article: same, recibo }, isCopy && { fecha_gasto, valor });
      anomalies.push('repeatedReceiptNumber', ...(isCopy ? (['repeatedPurchase'] as const) : []));
    }
    if (misses && lost === null) anomalies.push('invoiceNotFound');
    const isSecond = [...this.#bought.values()].some(
      (one) => one.article.id_proveedor === split?.id_proveedor,
    );
    if (split !== undefined && isSecond) anomalies.push('occasionalAboveMaximum');
    bought.receipt = drawn?.get(idGasto) ?? bought.receipt;
    this.#bought.set(idGasto, bought);
    const { categoria, persona: _, ...columns } = bought.article;
    const row = {
      ...columns,
      ...withoutInvoice,
      ...(anomalies.includes('invoiceNotFound') && {
        factura_elec: 1 as const,
        numero_factura: `FE${idGasto}`,
        enlace_factura: invoiceNotFound,
      }),
      ...(lost !== null && { origen: lost.id }),
      fecha_gasto: bought.fecha_gasto,
      recibo: bought.recibo,
      valor: bought.valor,
      informe_novedad: anomalies.map((anomaly) => anomalySentences[anomaly]).join('\n'),
    };
    const facts = recordedFacts(row, actor, [categoria]);
    this.#fire({ type: 'record', idGasto, event: { type: 'EXPENSE.RECORD', actor, facts } }, row);
  }

  /** @param rate of rejections */
  #decide(stage: StageName, idGasto: number, actor: Person, rate: number): void {
    const [approved, rejected] = stages[stage].codes;
    const { context } = this.case.expenses.get(idGasto) ?? {};
    if (context === undefined) return;
    const { reasons } = this.#plan.supplies;
    const reason = this.#random.chance(rate) ? this.#random.pick(reasons) : null;
    if (reason !== null) this.#reasons.set(idGasto, reason.nombre);
    const { valor, categoryIds } = context;
    const categorias = [...categoryIds];
    const tipo_persona = this.#bought.get(idGasto)?.article.persona ?? 'PJ';
    const split = { categorias, valores: [valor], impuestos: [1], indicador: 1, tipo_persona };
    const event = decisionEvent(stage, reason ? 'rejected' : 'approved', {
      actor,
      observacion: reason ? rejection : 'Revisado contra el soporte físico',
      id_rechazo: reason?.id ?? null,
      desglose: reason ? null : split,
    });
    const columns = {
      ...stageColumns(stage, { estado: reason ? rejected : approved }, event, this.#at),
      ...(event.type === 'ACCOUNTING.APPROVE' && {
        item: 1,
        indicador: 1,
        tipo_persona,
        categorias: categorias.map((id_categoria) => ({
          id_categoria,
          valor_item: valor,
          iva_item: 1,
        })),
      }),
    };
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

const rejection = 'No corresponde a la tienda';
