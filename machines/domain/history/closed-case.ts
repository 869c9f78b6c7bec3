/** A closed box as a case: the data that the figures need, folded once from its log at the closing. */
import { millisecondsInSecond } from 'date-fns/constants';
import { longestQuickDecision } from '#contract/calls/administration.calls.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { placedChange } from '../expense/expense-places.ts';
import { arrivals } from '../expense/expense.machine.ts';
import { type DelayState, onTheWay } from '../box/box-delays.ts';
import { stageNames, stages } from '../stages/stages.ts';
import { type BoxStateName, boxStates } from '../stages/states.ts';

/** Fields read from an event of the log; instants are epoch milliseconds. */
interface LoggedEvent {
  id_gasto: number | null;
  evento: string;
  desde: string;
  hacia: string;
  id_actor: number | null;
  instante: number;
  payload: string;
}

/** A stay in a state: its start, the first user event there, and the user who ended it, 0 for the courier. */
type CaseStep = readonly [estado: DelayState, desde: number, primera: number, quien: number];

/** Code in place of a reason: the store corrected the expense, or a stage decided again what it had decided. */
export const corrected = 0;
export const redecided = -1;

/** A rejection with its reason, a correction or a repeated decision: code of the box state, first category of the expense. */
export type Rework = readonly [
  codigo: number,
  idGasto: number,
  quien: number,
  reason: number,
  idCategoria: number,
];

/** A decision about one expense soon after another by the same user; `espera` is the time between, milliseconds. */
type QuickDecision = readonly [idGasto: number, quien: number, instante: number, espera: number];

export interface ClosedCase {
  /** First expense, closing, and receipt of the money; the last is null until then, and when nothing was granted. */
  inicio: number;
  cierre: number;
  recibido: number | null;
  /** States of the path except the courier's; `+r` after a state with a rejection, `+c` after one with a correction. */
  camino: string;
  decisiones: number;
  rechazos: number;
  correcciones: number;
  /** Number of events by another person than the previous event (hand-overs). */
  relevos: number;
  pasos: readonly CaseStep[];
  retrabajo: readonly Rework[];
  /** Ids of the participants, and of the categories of its expenses. */
  personas: readonly number[];
  categorias: readonly number[];
  rapidas: readonly QuickDecision[];
  /** How often each transition was taken, up to the closing, by `chart event from to`. */
  transiciones: Readonly<Record<string, number>>;
  /** Stays of its expenses by state of their chart: start and end of each, alternately. */
  estancias: Readonly<Record<string, readonly number[]>>;
}

/** The stays of a box in its states, in order. */
export const staysOf = ({ pasos, cierre }: Pick<ClosedCase, 'pasos' | 'cierre'>) =>
  pasos.map(([estado, desde, primera, quien], index) => ({
    estado,
    desde,
    primera,
    hasta: pasos[index + 1]?.[1] ?? cierre,
    quien,
  }));

/** Longest time between two decisions that is recorded as quick, milliseconds. */
const QUICK = longestQuickDecision * millisecondsInSecond;

const arrivalAt: Readonly<Partial<Record<BoxStateName, string>>> = arrivals;
const followers: ReadonlySet<string> = new Set(Object.values(arrivals));
const rejections: ReadonlySet<string> = new Set(stageNames.map((name) => stages[name].reject));
const approvals: ReadonlySet<string> = new Set(stageNames.map((name) => stages[name].approve));

/** Stage of a decision: `FINAL` of `FINAL.APPROVE`. */
const stageOf = (evento: string): string => evento.split('.')[0] ?? '';

interface Payload {
  facts?: { categoryIds: readonly number[] };
  corregido?: { categoryIds: readonly number[] };
  id_rechazo?: number | null;
  lote?: number;
  seguida?: boolean;
}

/** Folds the events of a box in order, up to its closing and the receipt of its money. */
class CaseFold {
  readonly #steps: CaseStep[] = [];
  readonly #rework: Rework[] = [];
  readonly #people = new Set<number>();
  readonly #categories = new Map<number, readonly number[]>();
  readonly #quick: QuickDecision[] = [];
  /** Expenses with the stages that decided them. */
  readonly #decided = new Set<string>();
  readonly #taken: Record<string, number> = {};
  readonly #stays: Record<string, number[]> = {};
  /** The stored state of each expense, and when it last changed. */
  readonly #expenses = new Map<number, { estado: string; desde: number }>();
  /** The last event of the box and, at another instant, the one before. */
  #moved = 0;
  #movedBefore = 0;
  #state: BoxStateName = 'open';
  #since: number | null = null;
  #touched: number | null = null;
  #actor: number | null = null;
  #handOvers = 0;
  #decisions = 0;
  #lastDecision: { quien: number; instante: number } | null = null;
  #received: number | null = null;

  take(event: LoggedEvent): void {
    if (this.#state === 'closed') {
      if (event.evento === 'PAYMENT.RECEIVE') this.#received = event.instante;
      if (event.evento === 'PAYMENT.AGREE_RETURN') this.#received = null;
      if (event.evento === arrivals.closed) this.#count(event);
      return;
    }
    this.#meet(event);
    this.#count(event);
    if (event.id_gasto !== null) this.#takeOfExpense(event, event.id_gasto);
    else if (event.evento === 'BOX.PAPERS_RECEIVED') this.#end(onTheWay, event.instante, 0);
    else if (event.desde !== event.hacia) this.#move(event);
  }

  /** The path up to an instant, at which the stay of a box that is not closed ends. */
  pathUntil(now: number): Pick<ClosedCase, 'pasos' | 'cierre'> {
    if (this.#state === 'closed') return { pasos: this.#steps, cierre: this.#since ?? now };
    const waits = this.#state === 'finalAccounting' && this.#steps.at(-1)?.[0] !== onTheWay;
    const present: CaseStep = [
      waits ? onTheWay : this.#state,
      this.#since ?? now,
      this.#touched ?? now,
      0,
    ];
    return { pasos: [...this.#steps, present], cierre: now };
  }

  /** Null for a box that is not closed. */
  get closed(): ClosedCase | null {
    const [first, last] = [this.#steps[0], this.#steps.at(-1)];
    if (this.#state !== 'closed' || first === undefined || last === undefined) return null;
    const count = (isCounted: (reason: number) => boolean) =>
      this.#rework.filter(([, , , reason]) => isCounted(reason)).length;
    return {
      inicio: first[1],
      cierre: this.#since ?? last[1],
      recibido: this.#received,
      camino: [
        ...this.#steps.flatMap(([state]) => (state === onTheWay ? [] : this.#named(state))),
        'closed',
      ].join(' '),
      decisiones: this.#decisions,
      rechazos: count((reason) => reason > 0),
      correcciones: count((reason) => reason === corrected),
      relevos: this.#handOvers,
      pasos: this.#steps,
      retrabajo: this.#rework,
      personas: [...this.#people],
      categorias: [...new Set([...this.#categories.values()].flat())],
      rapidas: this.#quick,
      transiciones: this.#taken,
      estancias: this.#stays,
    };
  }

  #meet({ evento, id_actor, instante }: LoggedEvent): void {
    const quien = id_actor ?? 0;
    if (this.#actor !== null && this.#actor !== quien) this.#handOvers += 1;
    this.#actor = quien;
    if (quien > 0) this.#people.add(quien);
    if (this.#since === null && evento === 'EXPENSE.RECORD') this.#since = instante;
    if (!followers.has(evento)) this.#touched ??= instante;
  }

  #count(event: LoggedEvent): void {
    if (event.id_gasto === null) this.#countOfBox(event);
    else this.#countOfExpense(event, event.id_gasto);
  }

  #countOfBox({ evento, desde, hacia, instante }: LoggedEvent): void {
    this.#add(1, 'box', evento, desde, hacia);
    if (evento !== 'BOX.PDF_OPENED' && instante !== this.#moved)
      [this.#movedBefore, this.#moved] = [this.#moved, instante];
    const llegada = arrivalAt[hacia as BoxStateName];
    if (desde === hacia || llegada === undefined) return;
    for (const { estado } of this.#expenses.values())
      this.#add(1, 'expense', llegada, `${desde}.${estado}`, `${hacia}.${estado}`);
  }

  #countOfExpense({ evento, desde, hacia, instante }: LoggedEvent, id: number): void {
    const before = this.#expenses.get(id);
    const follows = followers.has(evento);
    this.#add(1, 'expense', evento, desde, hacia);
    // The log has one event for both charts.
    if (evento === 'EXPENSE.RECORD') this.#add(1, 'box', evento, 'open', 'open');
    if (follows && before !== undefined) {
      // The move of the box counted it as taken along without an event of its own.
      const [from, to] = [this.#steps.at(-1)?.[0], this.#state];
      this.#add(-1, 'expense', evento, `${from}.${before.estado}`, `${to}.${before.estado}`);
    }
    if (desde !== hacia && before !== undefined) {
      const moved = follows && this.#moved === instante ? this.#movedBefore : this.#moved;
      const state = placedChange({ evento, desde, hacia }).desde;
      this.#stays[state] ??= [];
      this.#stays[state].push(Math.max(before.desde, moved), instante);
    }
    if (hacia === 'removed') this.#expenses.delete(id);
    else
      this.#expenses.set(id, {
        estado: hacia,
        desde: desde === hacia ? (before?.desde ?? instante) : instante,
      });
  }

  #add(times: 1 | -1, maquina: ChartName, evento: string, desde: string, hacia: string): void {
    const name = [maquina, evento, desde, hacia].join(' ');
    const veces = (this.#taken[name] ?? 0) + times;
    if (veces === 0) delete this.#taken[name];
    else this.#taken[name] = veces;
  }

  #takeOfExpense({ evento, id_actor, instante, payload }: LoggedEvent, idGasto: number): void {
    const isRejection = rejections.has(evento);
    if (!isRejection && !approvals.has(evento)) {
      if (evento === 'EXPENSE.REMOVE') this.#categories.delete(idGasto);
      if (evento !== 'EXPENSE.RECORD' && evento !== 'EXPENSE.CORRECT') return;
    }
    const { facts, corregido, id_rechazo, lote = 1 } = JSON.parse(payload) as Payload;
    const categories = facts?.categoryIds ?? corregido?.categoryIds;
    if (categories !== undefined) this.#categories.set(idGasto, categories);
    if (evento === 'EXPENSE.RECORD') return;
    const quien = id_actor ?? 0;
    const category = this.#categories.get(idGasto)?.[0] ?? 0;
    const note = (reason: number) =>
      this.#rework.push([this.#code, idGasto, quien, reason, category]);
    if (evento === 'EXPENSE.CORRECT') {
      note(corrected);
      return;
    }
    if (isRejection) note(id_rechazo ?? 0);
    const decided = `${idGasto} ${stageOf(evento)}`;
    if (this.#decided.has(decided)) note(redecided);
    this.#decided.add(decided);
    this.#decisions += 1;
    const { quien: before, instante: then } = this.#lastDecision ?? { quien: 0, instante: 0 };
    if (lote === 1 && before === quien && instante - then <= QUICK)
      this.#quick.push([idGasto, quien, instante, Math.max(0, instante - then)]);
    this.#lastDecision = lote === 1 ? { quien, instante } : null;
  }

  #move({ evento, hacia, id_actor, instante, payload }: LoggedEvent): void {
    this.#end(this.#state, instante, id_actor ?? 0);
    this.#state = hacia as BoxStateName;
    this.#lastDecision = null;
    // A box whose payment is not followed counts as paid at the closing.
    if (evento === 'BOX.SEND_FINAL' && (JSON.parse(payload) as Payload).seguida !== true)
      this.#received = instante;
  }

  #end(state: DelayState, instante: number, quien: number): void {
    this.#steps.push([state, this.#since ?? instante, this.#touched ?? instante, quien]);
    [this.#since, this.#touched] = [instante, null];
  }

  get #code(): number {
    return boxStates[this.#state].codigo;
  }

  #named(state: BoxStateName): string {
    const code = boxStates[state].codigo;
    const reasons = this.#rework.filter(([at]) => at === code).map(([, , , reason]) => reason);
    return `${state}${reasons.some((reason) => reason > 0) ? '+r' : ''}${reasons.includes(corrected) ? '+c' : ''}`;
  }
}

function foldOf(events: readonly LoggedEvent[]): CaseFold {
  const fold = new CaseFold();
  for (const event of events) fold.take(event);
  return fold;
}

/** @param events of one box, from the first @returns null unless the box is closed */
export const closedCaseOf = (events: readonly LoggedEvent[]): ClosedCase | null =>
  foldOf(events).closed;

/** The stays of a box up to an instant, also of one that is not closed. @param events from the first */
export const staysUntil = (events: readonly LoggedEvent[], now: number) =>
  staysOf(foldOf(events).pathUntil(now));

/** Parses a path into its states, with flags for rejections and corrections. */
export const stepsOfPath = (camino: string) =>
  camino.split(' ').map((step) => {
    const [estado = '', ...happened] = step.split('+');
    const flag = (sign: string): 0 | 1 => (happened.includes(sign) ? 1 : 0);
    return { estado, rechazo: flag('r'), correccion: flag('c') };
  });

/** True for the happy path: no rejection, no correction, no maintenance. */
export const isDirect = (camino: string): boolean =>
  !camino.includes('+') && !camino.includes('maintenance');
