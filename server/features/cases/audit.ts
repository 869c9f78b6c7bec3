/** Compares the stored rows of a box with the projection of its log, column by column. */
import type { BrokenLogError } from '#machines/domain/history/replay.ts';
import type { PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SplitRow, boxIdsAfter, splitOfBox } from './audit.repository.ts';
import { type BoxRow, type ExpenseRow, expensesOfBox, findBox } from './box.repository.ts';
import { closedCaseRow, type EventRow, eventsOfBox, findClosedCase } from './event.repository.ts';
import {
  attemptsAfter,
  attemptsOfBox,
  type PaymentColumns,
  type PaymentRow,
} from './payment.repository.ts';
import {
  type ProjectedRows,
  type ReplayedBox,
  projectRows,
  replayVerified,
} from './project-rows.ts';

/** A value on one line, in which null and '' differ. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? `«${value.replace(/\s+/g, ' ')}»` : String(value ?? 'nada');

/** One sentence for each column whose stored value differs from the projected one. */
export const columnDifferences = (
  what: string,
  row: object,
  projected: object,
  source = 'el registro dice',
): string[] =>
  Object.entries(projected).flatMap(([column, value]) => {
    const stored: unknown = row[column as keyof typeof row];
    return stored === value
      ? []
      : [`${what}: ${column} es ${shown(stored)}, ${source} ${shown(value)}`];
  });

type ProjectedExpense =
  ProjectedRows['expenses'] extends ReadonlyMap<number, infer Value> ? Value : never;

function splitDifferences(
  id: number,
  stored: readonly SplitRow[],
  { split }: ProjectedExpense,
): string[] {
  const rows = Math.max(stored.length, split.length);
  return Array.from({ length: rows }, (_, orden) => orden).flatMap((orden) => {
    const what = `gasto ${id}, categoría ${orden + 1}`;
    const [row, projected] = [stored[orden], split[orden]];
    if (row === undefined) return [`${what}: está en el registro y no en el gasto`];
    if (projected === undefined) return [`${what}: está en el gasto y no en el registro`];
    return columnDifferences(what, row, { orden, ...projected });
  });
}

function expenseDifferences(
  expenses: readonly ExpenseRow[],
  split: readonly SplitRow[],
  projected: ProjectedRows['expenses'],
): string[] {
  const ids = new Set([...expenses.map(({ id }) => id), ...projected.keys()]);
  return [...ids].flatMap((id) => {
    const row = expenses.find((expense) => expense.id === id);
    const logged = projected.get(id);
    if (row === undefined) return [`gasto ${id}: está en el registro y no en la caja`];
    if (logged === undefined) return [`gasto ${id}: está en la caja y no en el registro`];
    const own = split.filter(({ id_gasto }) => id_gasto === id);
    return [
      ...columnDifferences(`gasto ${id}`, row, logged.columns),
      ...splitDifferences(id, own, logged),
    ];
  });
}

/** Compares the attempts to pay a box with its payment events. */
function paymentDifferences(
  attempts: readonly PaymentRow[],
  events: readonly EventRow[],
): string[] {
  const logged = events
    .filter(({ evento }) => evento.startsWith('PAYMENT.'))
    .reduce<PaymentColumns[]>((before, row) => {
      const { cambios: _, ...carried } = JSON.parse(row.payload) as { cambios: object };
      const actor = { id: row.id_actor ?? 0, profile: row.perfil };
      // The replay accepted the event, so its payload is complete.
      const event = { type: row.evento, actor, ...carried } as PaymentEvent;
      return attemptsAfter(before, event, row.instante);
    }, []);
  const longest = Math.max(attempts.length, logged.length);
  return Array.from({ length: longest }, (_, place) => place).flatMap((place) => {
    const what = `giro ${place + 1}`;
    const [row, projected] = [attempts[place], logged[place]];
    if (row === undefined) return [`${what}: está en el registro y no en la caja`];
    if (projected === undefined) return [`${what}: está en la caja y no en el registro`];
    return columnDifferences(what, row, projected);
  });
}

/** Compares the closed case of a box with the one folded from its events. */
function caseDifferences(
  stored: Row<'caso_cerrado'> | undefined,
  logged: Row<'caso_cerrado'> | null,
  what: string,
): string[] {
  if (stored === undefined) return logged === null ? [] : [`${what}: falta`];
  if (logged === null) return [`${what}: está y la caja no está cerrada`];
  return columnDifferences(what, stored, logged);
}

/** What an audit found, one sentence each. */
export interface Differences {
  /** The logs do not agree with the rows, or are broken. */
  differences: string[];
  /** Rows of derived tables that do not agree with the logs and the rows from which they can be rebuilt. */
  derived: string[];
}

/** One inconsistency of a box. */
interface Finding {
  /** The event at which the log breaks; null when the log is intact and the rows differ from it. */
  secuencia: number | null;
  /** Spanish; at least one. */
  diferencias: string[];
}

/** Breaks of the chain and of the state machine at the same event are one finding. */
const findingsInLog = (broken: readonly BrokenLogError[]): Finding[] =>
  [...new Set(broken.map(({ secuencia }) => secuencia))].map((secuencia) => {
    const here = broken.filter((one) => one.secuencia === secuencia);
    return {
      secuencia,
      diferencias: here.map(({ reason }) => reason),
    };
  });

const findingsInRows = (diferencias: string[]): Finding[] =>
  diferencias.length === 0 ? [] : [{ secuencia: null, diferencias }];

/** One sentence for each difference of the rows; for a broken log, only its first break. */
function sentencesOf(idCaja: number, [first]: readonly Finding[]): string[] {
  if (first === undefined) return [];
  const { secuencia, diferencias } = first;
  return secuencia === null
    ? diferencias
    : [`caja ${idCaja}: registro roto, evento ${secuencia}: ${diferencias[0]}`];
}

export interface AuditedBox extends Differences {
  box: BoxRow;
  events: readonly EventRow[];
  /** The projection of the log; null when it is broken. */
  projected: ReplayedBox | null;
  /** The differences that are not of derived tables. */
  findings: Finding[];
}

/**
 * A box with its findings: none when its rows and its log agree, the state machine accepts every event and the hash
 * chain is intact.
 *
 * @param trx reads one snapshot: a box that moves meanwhile would differ from its log
 */
export async function readAudited(trx: Trx, idCaja: number): Promise<AuditedBox> {
  const box = await findBox(trx, idCaja);
  if (box === undefined) throw new RangeError(`there is no box ${idCaja}`);
  const events = await eventsOfBox(trx, idCaja);
  const { projected, broken } = replayVerified(events, box.hash);
  const found = (
    findings: Finding[],
    whole: ReplayedBox | null,
    derived: string[] = [],
  ): AuditedBox => ({
    box,
    events,
    projected: whole,
    findings,
    differences: sentencesOf(idCaja, findings),
    derived,
  });
  if (broken.length > 0) return found(findingsInLog(broken), null);
  const rows = projectRows(events, projected, box.creada);
  const last = events.at(-1);
  const differences = [
    ...columnDifferences(`caja ${idCaja}`, box, {
      ...(last !== undefined && { id_tienda: last.id_tienda }),
      ...rows.box,
    }),
    ...expenseDifferences(
      await expensesOfBox(trx, idCaja),
      await splitOfBox(trx, idCaja),
      rows.expenses,
    ),
    ...paymentDifferences(await attemptsOfBox(trx, idCaja), events),
  ];
  const derived = caseDifferences(
    await findClosedCase(trx, idCaja),
    closedCaseRow(idCaja, events),
    `caso de la caja ${idCaja}`,
  );
  return found(findingsInRows(differences), projected, derived);
}

/** Returns all differences of a box as sentences. */
export async function auditBox(trx: Trx, idCaja: number): Promise<string[]> {
  const { differences, derived } = await readAudited(trx, idCaja);
  return [...differences, ...derived];
}

/**
 * Number of findings, and of wrong rows of closed cases, in the next `limit` boxes by id, and the last id read; null after
 * the last box.
 */
export async function findingsAfter(
  trx: Trx,
  after: number,
  limit: number,
): Promise<{ hallazgos: number; derivados: number; siguiente: number | null }> {
  const boxes = await boxIdsAfter(trx, after, limit);
  let [hallazgos, derivados] = [0, 0];
  for (const id of boxes) {
    const { findings, derived } = await readAudited(trx, id);
    hallazgos += findings.length;
    if (derived.length > 0) derivados += 1;
  }
  const siguiente = boxes.length < limit ? null : (boxes.at(-1) ?? null);
  return { hallazgos, derivados, siguiente };
}
