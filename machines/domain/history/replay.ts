/**
 * Replay of the event log of a box through the state machine, from an empty box. Each event is judged by the version of
 * the rules that accepted it. The browser shows it step by step; the server compares the last step with the rows.
 */
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  type DomainMachines,
  domainMachines,
  emptyCase,
  machinesOf,
  type Move,
  rulesVersion,
} from '../case/box-case.ts';
import { boxFacts } from '../box/box.machine.ts';
import { type ExpenseContext, expenseFacts } from '../expense/expense-guards.ts';
import { changedFacts } from '../values/facts.ts';
import { type BoxMoney, moneyOf, amountsOf } from '../case/box-money.ts';
import { columnTotalsOf } from '../fund/fund.ts';
import type { Person } from '../people/profiles.ts';

/** An event as stored in the log. */
export interface PastEvent {
  /** 1, 2, 3… within the box. */
  secuencia: number;
  /** Null for an event of the box itself. */
  id_gasto: number | null;
  evento: string;
  /** State names before and after. */
  desde: string;
  hacia: string;
  id_actor: number | null;
  perfil: number | null;
  /** `rulesVersion` when it was written. */
  version_maquina: string;
  /** JSON of the other fields of the event. */
  payload: string;
}

/** The box right after one of its events; amounts in centavos. */
export interface Step extends Omit<BoxCase, 'seguida' | 'retenido'>, BoxMoney {
  /** Sequence of that event; 0 before the first one. */
  secuencia: number;
  /** Version of the rules that accepted it; 0 before the first one. */
  reglas: number;
  consecutivo: number | null;
  total: number;
  total_aprobado: number;
  por_decidir: number;
  /** Consequences of the last event of the box whose rows are still to come in the log. */
  following: readonly Move[];
}

/** From one event on, the log differs from what the state machine would have written. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
  readonly secuencia: number;
  readonly evento: string;
  /** In Spanish, for the operator. */
  readonly reason: string;
  /** Names of the failing guards; empty for any other difference. */
  readonly guardias: readonly string[];

  constructor(
    { secuencia, evento }: Pick<PastEvent, 'secuencia' | 'evento'>,
    reason: string,
    guardias: readonly string[] = [],
  ) {
    super(`evento ${secuencia}: ${reason}`);
    this.secuencia = secuencia;
    this.evento = evento;
    this.reason = reason;
    this.guardias = guardias;
  }
}

/** The payload of a stored event. */
export interface Payload {
  cambios: Record<string, unknown>;
  /** Context of a new expense. */
  facts?: ExpenseContext;
  [field: string]: unknown;
}

/** A new box, before its first event. */
export const firstStep: Step = {
  ...emptyCase,
  ...moneyOf(emptyCase),
  secuencia: 0,
  reglas: 0,
  consecutivo: null,
  total: 0,
  total_aprobado: 0,
  por_decidir: 0,
  following: [],
};

/** The case event of a log row. @throws BrokenLogError on a recorded expense without `facts` */
export function eventOf(row: PastEvent, { cambios: _, facts, ...carried }: Payload): CaseEvent {
  const actor = { id: row.id_actor ?? 0, profile: row.perfil } as Person;
  const { id_gasto: idGasto } = row;
  if (row.evento === 'EXPENSE.RECORD' && idGasto !== null) {
    if (facts === undefined) throw new BrokenLogError(row, 'no trae los hechos del gasto');
    return { type: 'record', idGasto, event: { type: row.evento, actor, facts } };
  }
  const event = { type: row.evento, actor, ...carried };
  if (row.evento.startsWith('PAYMENT.'))
    return { type: 'payment', idGasto: null, event } as CaseEvent;
  if (row.evento.startsWith('OWED.')) return { type: 'owed', idGasto, event } as CaseEvent;
  return { type: idGasto === null ? 'box' : 'expense', idGasto, event } as CaseEvent;
}

/** Applies the changes of columns that the log carries of a fact. */
function withColumns(after: BoxCase, idGasto: number | null, cambios: object): BoxCase {
  if (idGasto === null)
    return { ...after, facts: { ...after.facts, ...changedFacts(boxFacts, cambios) } };
  const expense = after.expenses.get(idGasto);
  const changed = changedFacts(expenseFacts, cambios);
  if (expense === undefined || Object.keys(changed).length === 0) return after;
  const context = { ...expense.context, ...changed };
  return { ...after, expenses: new Map(after.expenses).set(idGasto, { ...expense, context }) };
}

function requireMove({ from, to }: Pick<Move, 'from' | 'to'>, row: PastEvent): void {
  if (row.desde !== from || row.hacia !== to)
    throw new BrokenLogError(
      row,
      `las reglas llevan de ${from} a ${to}, el registro de ${row.desde} a ${row.hacia}`,
    );
}

type Moved = BoxCase & Pick<Step, 'following'>;

/** The case after a row with a consequence of the previous send, which the case already contains. */
function followed(step: Step, row: PastEvent): Moved {
  const { following, ...before } = step;
  const move = following.find(
    ({ idGasto, event: { type, actor } }) =>
      idGasto === row.id_gasto &&
      type === row.evento &&
      actor.id === row.id_actor &&
      actor.profile === row.perfil,
  );
  if (move === undefined) throw new BrokenLogError(row, 'falta lo que sigue del envío anterior');
  requireMove(move, row);
  return { ...before, following: following.filter((other) => other !== move) };
}

/** The case after an event sent by a user. */
function fired(step: Step, row: PastEvent, payload: Payload, machines: DomainMachines): Moved {
  const request = eventOf(row, payload);
  if (request.idGasto !== null && request.type !== 'record' && !step.expenses.has(request.idGasto))
    throw new BrokenLogError(row, 'su gasto no está');
  const after = caseAfter(step, request, machines);
  if (!after.ok) {
    const guardias = after.motivos.map(({ guardia }) => guardia);
    throw new BrokenLogError(row, `las reglas lo rechazan: ${guardias.join(', ')}`, guardias);
  }
  const [own, ...following] = after.moves;
  requireMove(own, row);
  return { ...withColumns(after.next, row.id_gasto, payload.cambios), following };
}

/** The state machines that judge the events of a version of the rules. */
type Rules = (version: number) => DomainMachines;

const earlierRules = Array.from({ length: rulesVersion - 1 }, (_, at) => machinesOf(at + 1));

export const rulesOf: Rules = (version) => earlierRules[version - 1] ?? domainMachines;

/**
 * The version of the rules that accepted the event. Within a box it never decreases, since all servers stop for an
 * upgrade: an event that claims an earlier version than the one before it was not written by the application.
 */
function versionOf({ reglas, following }: Step, row: PastEvent): number {
  const version = Number(row.version_maquina);
  if (!/^[1-9]\d*$/.test(row.version_maquina) || version > rulesVersion)
    throw new BrokenLogError(row, `no hay reglas de la versión «${row.version_maquina}»`);
  if (version < reglas || (following.length > 0 && version !== reglas))
    throw new BrokenLogError(
      row,
      `dice la versión ${version} de las reglas, el evento anterior la ${reglas}`,
    );
  return version;
}

function afterRow(step: Step, row: PastEvent, rules: Rules): Step {
  const reglas = versionOf(step, row);
  const payload = JSON.parse(row.payload) as Payload;
  const next =
    step.following.length > 0 ? followed(step, row) : fired(step, row, payload, rules(reglas));
  const { consecutivo } = payload.cambios;
  return {
    ...step,
    ...next,
    ...(row.id_gasto === null
      ? typeof consecutivo === 'number' && { consecutivo }
      : columnTotalsOf(amountsOf(next))),
    ...(movesMoney(row) && moneyOf(next)),
    secuencia: row.secuencia,
    reglas,
  };
}

/** True for an event that may change the amounts of the box outside the fund. */
const movesMoney = ({ evento }: PastEvent): boolean =>
  evento === 'BOX.SEND_FINAL' || evento.startsWith('PAYMENT.') || evento.startsWith('OWED.');

/**
 * The box after one more event.
 *
 * @param rules replaced only in tests
 * @throws BrokenLogError when the state machine would not have written the event
 */
export function stepAfter(step: Step, row: PastEvent, rules = rulesOf): Step {
  try {
    return afterRow(step, row, rules);
  } catch (error) {
    if (error instanceof BrokenLogError) throw error;
    // A tampered row may contain anything.
    throw new BrokenLogError(row, 'no se puede leer');
  }
}

export interface Replayed {
  /** The new box, and the box after each event before the one at which the log breaks. */
  steps: readonly [Step, ...Step[]];
  /** Null when the state machine agrees with every event. */
  broken: BrokenLogError | null;
}

/**
 * Replays the log of a box from its first event.
 *
 * @param events every event of the box, by `secuencia`
 * @param rules replaced only in tests
 */
export function replayLog(events: readonly PastEvent[], rules = rulesOf): Replayed {
  const steps: [Step, ...Step[]] = [firstStep];
  let last = firstStep;
  for (const event of events) {
    try {
      last = stepAfter(last, event, rules);
    } catch (error) {
      if (error instanceof BrokenLogError) return { steps, broken: error };
      throw error;
    }
    steps.push(last);
  }
  const end = events.at(-1);
  const broken =
    end !== undefined && last.following.length > 0
      ? new BrokenLogError(end, 'falta lo que sigue de este envío')
      : null;
  return { steps, broken };
}
