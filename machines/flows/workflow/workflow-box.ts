/** The history of one box, event by event, as somebody who inspects it reads it. */
import type { AnswerOf } from '#contract/contract.ts';
import { type AllowedEvent, allowedAfter } from '#machines/domain/allowed-events.ts';
import {
  eventNameOf,
  findingSentence,
  guardSentence,
  signInName,
  stateNamesOf,
} from '#machines/domain/log-words.ts';
import { committedBy, grantNoteOf } from '#machines/domain/fund.ts';
import { formatMoney, toPesos } from '#machines/domain/money.ts';
import { isProfileId, type ProfileId, profiles } from '#machines/domain/profiles.ts';
import {
  type BrokenLogError,
  type Replayed,
  replayLog,
  type Step,
} from '#machines/domain/replay.ts';
import { expenseFactsAt } from '#machines/domain/expense-places.ts';
import {
  type BoxStateName,
  boxStateOf,
  expenseStateOf,
  type Tone,
} from '#machines/domain/states.ts';

export type BoxLog = AnswerOf<'/flujoCaja'>;
type LoggedEvent = BoxLog['eventos'][number];

/** One event as a line of the history. */
export interface Moment {
  secuencia: number;
  evento: string;
  nombre: string;
  id_gasto: number | null;
  /** The concept of its expense; empty for an event of the box. */
  gasto: string;
  /** Names of the machine. */
  desde: string;
  hacia: string;
  /** As people read them. */
  paso: string;
  actor: string;
  perfil: string;
  /** The way of signing in, when it was not with the password alone. */
  ingreso: string;
  /** Epoch milliseconds. */
  instante: number;
  /** Since the event before; null for the first one. */
  transcurrido: number | null;
  /** Fields of its payload that a person wrote or chose. */
  detalles: readonly { label: string; value: string }[];
}

export interface BoxHistory {
  log: BoxLog;
  moments: readonly Moment[];
  replayed: Replayed;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** @returns an empty object for what is no JSON: the replay says so of its event */
function payloadOf({ payload }: LoggedEvent): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(payload);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

const isDecision = (payload: Record<string, unknown>): boolean => 'observacion' in payload;

function detailsOf(log: BoxLog, event: LoggedEvent): Moment['detalles'] {
  const payload = payloadOf(event);
  const reason = log.motivos.find(({ id }) => id === payload.id_rechazo)?.nombre ?? '';
  const { reembolsar } = payload;
  return [
    { label: 'Motivo', value: reason },
    { label: 'Observación', value: isDecision(payload) ? text(payload.observacion) : '' },
    { label: 'Reconocido', value: typeof reembolsar === 'number' ? formatMoney(reembolsar) : '' },
    { label: 'Empresa', value: text(payload.empresa) },
    { label: 'Guía', value: text(payload.codigo) },
    { label: 'Factura', value: text(payload.url) },
  ].filter(({ value }) => value !== '');
}

const profileName = (perfil: number | null): string =>
  isProfileId(perfil) ? profiles[perfil].nombre : '';

const expenseName = (log: BoxLog, id: number | null): string => {
  const expense = log.gastos.find((one) => one.id === id);
  return expense === undefined ? '' : expense.concepto;
};

function momentOf(log: BoxLog, event: LoggedEvent, before: LoggedEvent | undefined): Moment {
  const [from, to] = stateNamesOf(event);
  return {
    secuencia: event.secuencia,
    evento: event.evento,
    nombre: eventNameOf(event.evento),
    id_gasto: event.id_gasto,
    gasto: expenseName(log, event.id_gasto),
    desde: event.desde,
    hacia: event.hacia,
    paso: from === to ? to : `${from} → ${to}`,
    actor: event.actor,
    perfil: profileName(event.perfil),
    ingreso: event.ingreso === 'clave' ? '' : `con ${signInName(event.ingreso).toLowerCase()}`,
    instante: event.instante,
    transcurrido: before === undefined ? null : event.instante - before.instante,
    detalles: detailsOf(log, event),
  };
}

/** The log as lines and as steps of the law, walked here, in the browser. */
export const historyOf = (log: BoxLog): BoxHistory => ({
  log,
  moments: log.eventos.map((event, index) => momentOf(log, event, log.eventos[index - 1])),
  replayed: replayLog(log.eventos),
});

/** The last step that the law agrees with; 0 for a box without events. */
export const lastStepOf = ({ replayed }: BoxHistory): number => replayed.steps.length - 1;

/** The box right after an event. @param paso 0 is the new box, before its first event */
export function stepAt({ replayed }: BoxHistory, paso: number): Step {
  return replayed.steps[paso] ?? replayed.steps[0];
}

/** Why the log breaks, one sentence for each guard that refuses or for the difference; empty when it does not. */
export function breakReasons({ broken }: Replayed): string[] {
  if (broken === null) return [];
  return reasonsOf(broken);
}

const reasonsOf = ({ evento, guardias, reason }: BrokenLogError): string[] =>
  guardias.length === 0
    ? [findingSentence(reason)]
    : guardias.map((guardia) => guardSentence(evento, guardia));

/** The fund of the store right after a step; pesos. `base` is what is assigned today. */
export interface FundAt {
  base: number;
  /** This box, until it is closed. */
  caja: number;
  /** The other boxes of the store. */
  otras: number;
  disponible: number;
}

export function fundAt({ log }: BoxHistory, step: Step): FundAt {
  const event = log.eventos[step.secuencia - 1];
  const otras = event?.comprometido_otras ?? 0;
  const caja = toPesos(committedBy(step));
  return { base: log.base, caja, otras, disponible: log.base - otras - caja };
}

/** An expense of the box at a step. */
export interface ExpenseAt {
  id: number;
  concepto: string;
  proveedor: string;
  /** Name of the machine. */
  estado: string;
  nombreEstado: string;
  color: Tone;
  /** Pesos, as people read them. */
  valor: string;
  /** The note of a value that the supervisor granted in part; else empty. */
  reconocido: string;
  /** The event of this step is about it. */
  cambio: boolean;
}

export function expensesAt(history: BoxHistory, step: Step): ExpenseAt[] {
  const changed = history.log.eventos[step.secuencia - 1]?.id_gasto ?? null;
  return [...step.expenses].map(([id, { estado, context }]) => {
    const facts = history.log.gastos.find((one) => one.id === id);
    const { nombre, color } = expenseFactsAt(step.active, estado);
    return {
      id,
      concepto: facts?.concepto ?? '',
      proveedor: facts?.proveedor ?? '',
      estado: expenseStateOf(estado),
      nombreEstado: nombre,
      color,
      valor: formatMoney(context.valor),
      reconocido: grantNoteOf({ estado, ...context }),
      cambio: id === changed,
    };
  });
}

/** Events that a profile could have sent after a step. */
export interface AllowedActions {
  perfil: ProfileId;
  nombre: string;
  acciones: readonly { evento: string; nombre: string; gastos: number }[];
}

/** Lists the allowed events by profile; `gastos` is for how many expenses, 0 for an event of the box. Profiles without any are left out. */
export function allowedAt(step: Step): AllowedActions[] {
  const allowed = allowedAfter(step);
  const perfiles = [...new Set(allowed.flatMap((one) => one.perfiles))].sort((a, b) => a - b);
  return perfiles.map((perfil) => ({
    perfil,
    nombre: profiles[perfil].nombre,
    acciones: actionsOf(allowed.filter((one) => one.perfiles.includes(perfil))),
  }));
}

const actionsOf = (allowed: readonly AllowedEvent[]): AllowedActions['acciones'] =>
  [...new Set(allowed.map(({ evento }) => evento))].map((evento) => ({
    evento,
    nombre: eventNameOf(evento),
    gastos: allowed.filter((one) => one.evento === evento && one.id_gasto !== null).length,
  }));

/** Returns the time in each state of the box up to a step, by the name of the state; milliseconds. */
export function timesUpTo({ log }: BoxHistory, paso: number): ReadonlyMap<string, number> {
  const moves = log.eventos
    .slice(0, paso)
    .filter(({ id_gasto, desde, hacia }) => id_gasto === null && desde !== hacia);
  const last = log.eventos[paso - 1];
  const times = new Map<string, number>();
  let since = log.creada;
  for (const { desde, instante } of moves) {
    times.set(desde, (times.get(desde) ?? 0) + instante - since);
    since = instante;
  }
  const now = moves.at(-1)?.hacia ?? 'open';
  if (last !== undefined && last.instante > since) times.set(now, last.instante - since);
  return times;
}

/** The state of the box at a step, by its name. */
export const boxNow = (history: BoxHistory, paso: number): BoxStateName =>
  boxStateOf(stepAt(history, paso).active);
