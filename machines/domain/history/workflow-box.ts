import type { AnswerOf } from '#contract/contract.ts';
import { type BoxCase, refusalsOfIntention } from '../case/box-case.ts';
import type { BoxEventType } from '../box/box.machine.ts';
import { type BoxStateName, boxStateOf, expenseStateOf } from '../stages/states.ts';
import { type Difference, correctionText } from '../expense/expense-correction.ts';
import type { ExpenseCommand, ExpenseEventType } from '../expense/expense-guards.ts';
import { expenseFactsAt } from '../expense/expense-places.ts';
import { isConsequence } from '../expense/expense.machine.ts';
import { committedBy, grantNoteOf } from '../fund/fund.ts';
import {
  type Person,
  type ProfileId,
  isProfileId,
  profileIds,
  profiles,
} from '../people/profiles.ts';
import { formatMoney, toPesos } from '../values/money.ts';
import type { WorkingCalendar } from '../values/working-hours.ts';
import { type Targets, stagesOfLog, worstStay } from './case-figures.ts';
import {
  boxEventNames,
  eventNameOf,
  expenseEventNames,
  findingSentence,
  guardSentence,
  signInName,
  stateNamesOf,
} from './log-words.ts';
import { type Replayed, type Step, replayLog } from './replay.ts';

/** Events that can be sent to a box and its expenses, with the profiles that may send them. */

type CommandType = ExpenseCommand['type'];

const boxEventTypes = Object.keys(boxEventNames) as BoxEventType[];
const commandTypes = (Object.keys(expenseEventNames) as ExpenseEventType[]).filter(
  (type): type is CommandType => !isConsequence(type),
);

/** Profiles that pass the check, for an actor who recorded none of the expenses. */
const profilesWho = (mayFire: (actor: Person) => boolean): ProfileId[] =>
  profileIds.filter((profile) => mayFire({ id: 0, profile }));

interface AllowedEvent {
  /** Null for an event of the box. */
  id_gasto: number | null;
  evento: BoxEventType | CommandType;
  /** Profiles that may send it; at least one. */
  perfiles: ProfileId[];
}

/**
 * Returns every event of the box and of its expenses that the state machine accepts after a step, given a valid form.
 */
export const allowedAfter = (step: BoxCase): AllowedEvent[] =>
  [
    ...boxEventTypes.map((type) => ({
      id_gasto: null,
      evento: type,
      perfiles: profilesWho(
        (actor) =>
          refusalsOfIntention(step, { type: 'box', idGasto: null, event: { type, actor } })
            .length === 0,
      ),
    })),
    ...[...step.expenses.keys()].flatMap((idGasto) =>
      commandTypes.map((type) => ({
        id_gasto: idGasto,
        evento: type,
        perfiles: profilesWho(
          (actor) =>
            refusalsOfIntention(step, { type: 'expense', idGasto, event: { type, actor } })
              .length === 0,
        ),
      })),
    ),
  ].filter(({ perfiles }) => perfiles.length > 0);

/** The history of one box, event by event, for display. */

export type BoxLog = AnswerOf<'/flujoCaja'>;
type LoggedEvent = BoxLog['eventos'][number];

export interface BoxHistory {
  log: BoxLog;
  moments: readonly Moment[];
  replayed: Replayed;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** @returns an empty object for invalid JSON, which the replay reports */
function payloadOf({ payload }: LoggedEvent): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(payload);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

const differencesIn = ({ diferencias }: Record<string, unknown>): Difference[] =>
  Array.isArray(diferencias) ? (diferencias as Difference[]) : [];

/** Lists the user input in the payload. */
function detailsOf(log: BoxLog, event: LoggedEvent) {
  const payload = payloadOf(event);
  const reason = log.motivos.find(({ id }) => id === payload.id_rechazo)?.nombre ?? '';
  const { reembolsar, lote, soporte_visto } = payload;
  return [
    { label: 'Motivo', value: reason },
    { label: 'Observación', value: text(payload.observacion) },
    { label: 'Gastos aprobados a la vez', value: typeof lote === 'number' ? String(lote) : '' },
    { label: 'Reconocido', value: typeof reembolsar === 'number' ? formatMoney(reembolsar) : '' },
    { label: 'Soporte', value: soporte_visto === false ? 'No se había visto' : '' },
    { label: 'Cambios', value: correctionText(differencesIn(payload)) },
    { label: 'Empresa', value: text(payload.empresa) },
    { label: 'Guía', value: text(payload.codigo) },
    { label: 'Factura', value: text(payload.url) },
  ].filter(({ value }) => value !== '');
}

/** One event as a line of the history. */
export type Moment = ReturnType<typeof momentOf>;

function momentOf(log: BoxLog, event: LoggedEvent, before: LoggedEvent | undefined) {
  const { secuencia, evento, id_gasto, desde, hacia, actor, perfil, ingreso, instante } = event;
  const [from, to] = stateNamesOf(event);
  return {
    secuencia,
    evento,
    nombre: eventNameOf(evento),
    id_gasto,
    /** The concept of its expense; empty for an event of the box. */
    gasto: log.gastos.find(({ id }) => id === id_gasto)?.concepto ?? '',
    /** State names of the machine. */
    desde,
    hacia,
    /** Display names of the states. */
    paso: from === to ? to : `${from} → ${to}`,
    actor,
    perfil: isProfileId(perfil) ? profiles[perfil].nombre : '',
    /** Sign-in method, unless it was the password only. */
    ingreso: ingreso === 'clave' ? '' : `con ${signInName(ingreso).toLowerCase()}`,
    /** Epoch milliseconds. */
    instante,
    /** Milliseconds since the previous event; null for the first one. */
    transcurrido: before === undefined ? null : instante - before.instante,
    detalles: detailsOf(log, event),
  };
}

/** The log as display lines and as steps of its replay, computed in the browser. */
export const historyOf = (log: BoxLog): BoxHistory => ({
  log,
  moments: log.eventos.map((event, index) => momentOf(log, event, log.eventos[index - 1])),
  replayed: replayLog(log.eventos),
});

/** Index of the last step that the state machine accepts; 0 for a box without events. */
export const lastStepOf = ({ replayed }: BoxHistory): number => replayed.steps.length - 1;

/** The box right after an event. @param paso 0 is the new box, before its first event */
export function stepAt({ replayed }: BoxHistory, paso: number): Step {
  return replayed.steps[paso] ?? replayed.steps[0];
}

/** Why the log breaks: one sentence per failing guard, or one for the difference; empty for an intact log. */
export function breakReasons({ broken }: Replayed): string[] {
  if (broken === null) return [];
  const { evento, guardias, reason } = broken;
  return guardias.length === 0
    ? [findingSentence(reason)]
    : guardias.map((guardia) => guardSentence(evento, guardia));
}

/**
 * The fund of the store right after a step; pesos. `base` is the fund assigned today, `caja` the part committed to this
 * box, `otras` the part committed to the other boxes of the store.
 */
export function fundAt({ log }: BoxHistory, step: Step) {
  const event = log.eventos[step.secuencia - 1];
  const otras = event?.comprometido_otras ?? 0;
  const caja = toPesos(committedBy(step));
  return { base: log.base, caja, otras, disponible: log.base - otras - caja };
}

/** An expense of the box at a step. */
export type ExpenseAt = ReturnType<typeof expensesAt>[number];

export function expensesAt(history: BoxHistory, step: Step) {
  const changed = history.log.eventos[step.secuencia - 1]?.id_gasto ?? null;
  return [...step.expenses].map(([id, { estado, context }]) => {
    const facts = history.log.gastos.find((one) => one.id === id);
    const { nombre, color } = expenseFactsAt(step.active, estado);
    return {
      id,
      concepto: facts?.concepto ?? '',
      proveedor: facts?.proveedor ?? '',
      /** State name of the machine. */
      estado: expenseStateOf(estado),
      nombreEstado: nombre,
      color,
      /** Formatted pesos. */
      valor: formatMoney(context.valor),
      /** Note for a value that the supervisor granted in part; else empty. */
      reconocido: grantNoteOf({ estado, ...context }),
      /** True when the event of this step concerns the expense. */
      cambio: id === changed,
    };
  });
}

/**
 * Lists the events that each profile could have sent after a step; `gastos` is the number of expenses, 0 for an event
 * of the box. Profiles without events are omitted.
 */
export function allowedAt(step: Step) {
  const allowed = allowedAfter(step);
  const perfiles = [...new Set(allowed.flatMap((one) => one.perfiles))].sort((a, b) => a - b);
  return perfiles.map((perfil) => ({
    perfil,
    nombre: profiles[perfil].nombre,
    acciones: actionsOf(allowed.filter((one) => one.perfiles.includes(perfil))),
  }));
}

const actionsOf = (allowed: readonly AllowedEvent[]) =>
  [...new Set(allowed.map(({ evento }) => evento))].map((evento) => ({
    evento,
    nombre: eventNameOf(evento),
    gastos: allowed.filter((one) => one.evento === evento && one.id_gasto !== null).length,
  }));

/** The stays of the box up to a step, in working time; the last one up to `now` when the step is the last. */
export function staysAt(
  { log, replayed }: BoxHistory,
  paso: number,
  calendar: WorkingCalendar,
  now: number,
) {
  const targets: Targets = Object.fromEntries(log.metas.map(({ estado, dias }) => [estado, dias]));
  const events = log.eventos.slice(0, paso);
  const until = paso < replayed.steps.length - 1 ? (events.at(-1)?.instante ?? now) : now;
  const stages = stagesOfLog(events, calendar, targets, until).map((stage) => ({
    ...stage,
    meta: targets[stage.estado] ?? null,
  }));
  return { stages, worst: worstStay(stages, targets) };
}

/** The state of the box at a step, by its name. */
export const boxNow = (history: BoxHistory, paso: number): BoxStateName =>
  boxStateOf(stepAt(history, paso).active);
