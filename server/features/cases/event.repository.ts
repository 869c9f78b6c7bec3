import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hash } from 'node:crypto';
import { type CaseAfter, rulesVersion } from '#machines/domain/case/box-case.ts';
import { type BoxStateName, boxStates } from '#machines/domain/stages/states.ts';
import { type ClosedCase, closedCaseOf, staysOf } from '#machines/domain/history/closed-case.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { BulkInsert } from '../../platform/database/bulk-rows.ts';
import { adding, finding, rowsOf, valuesOf } from '../../platform/database/queries.ts';
import type { NewRow, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { BoxRow } from './box.repository.ts';

export type EventRow = Row<'evento'>;

type Hashed = Omit<EventRow, 'id' | 'hash'>;

/** Columns that the hash covers, in this order; `hash_previo` links each row to the previous one. */
const hashed = [
  'hash_previo',
  'id_caja',
  'secuencia',
  'id_gasto',
  'evento',
  'desde',
  'hacia',
  'id_actor',
  'perfil',
  'instante',
  'version_maquina',
  'payload',
  'id_tienda',
  'ingreso',
  'version_hash',
] as const satisfies readonly (keyof Hashed)[];

/** Stored with every event; increase it when the hashed columns change. */
const hashVersion = 1;

/** SHA-256 in hexadecimal over the JSON list of the columns. */
export const eventHash = (event: Hashed): string =>
  hash('sha256', JSON.stringify(hashed.map((column) => event[column])), 'hex');

export type EventToAppend = NewRow<'evento'> & Hashed;

/** Adds the hash and its version to an event. */
function chainEvent(event: Omit<Hashed, 'version_hash'>): EventToAppend {
  const versioned = { ...event, version_hash: hashVersion, hash: '' };
  versioned.hash = eventHash(versioned);
  return versioned;
}

/** Rows per statement: with 16 parameters each, far below the limits of both engines. */
const CHUNK = 200;

/** Appends events; the log is never updated nor deleted. */
export async function insertEvents(trx: Trx, events: readonly EventToAppend[]): Promise<void> {
  for (let start = 0; start < events.length; start += CHUNK)
    await trx
      .insertInto('evento')
      .values(events.slice(start, start + CHUNK))
      .execute();
}

/** Actor and instant of the last movement of a box; undefined for a box that was never sent. */
export const lastMovementOfBox = (trx: Trx, idCaja: number) =>
  trx
    .selectFrom('evento')
    .innerJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.id_actor', 'usuarios.razon_social as actor', 'evento.instante'])
    .orderBy('evento.secuencia', 'desc')
    .limit(1)
    .where('evento.id_caja', '=', idCaja)
    .where('evento.id_gasto', 'is', null)
    .whereRef('evento.desde', '<>', 'evento.hacia')
    .executeTakeFirst();

/** The events of a box, from the first. */
export const eventsOfBox = (trx: Trx, idCaja: number): Promise<EventRow[]> =>
  trx.selectFrom('evento').selectAll().where('id_caja', '=', idCaja).orderBy('secuencia').execute();

/** The log of one box: events are chained in memory and appended together. */

interface LoggedEvent {
  idGasto: number | null;
  event: { type: string; actor: Person };
  from: string;
  to: string;
  /** Columns that changed with the event. */
  cambios: object;
  /** Facts that neither the event nor the columns carry but a replay needs. */
  facts?: object | undefined;
}

/** `version` and `hash` of a box: those of its last event. */
type LogHead = Pick<BoxRow, 'version' | 'hash'>;

export class BoxLog {
  private readonly box: Pick<BoxRow, 'id' | 'id_tienda'>;
  private readonly now: number;
  private last: LogHead;
  private waiting: EventToAppend[] = [];

  constructor(box: LogHead & Pick<BoxRow, 'id' | 'id_tienda'>, now: number) {
    this.box = box;
    this.now = now;
    this.last = { version: box.version, hash: box.hash };
  }

  get head(): LogHead {
    return this.last;
  }

  /** @param at instant of the event; by default that of this log */
  append({ idGasto, event, from, to, cambios, facts }: LoggedEvent, at = this.now): void {
    const { type, actor, ...carried } = event;
    const chained = chainEvent({
      hash_previo: this.last.hash,
      id_caja: this.box.id,
      id_tienda: this.box.id_tienda,
      secuencia: this.last.version + 1,
      id_gasto: idGasto,
      evento: type,
      desde: from,
      hacia: to,
      id_actor: actor.id,
      perfil: actor.profile,
      ingreso: actor.ingreso ?? 'clave',
      instante: at,
      version_maquina: String(rulesVersion),
      payload: JSON.stringify({
        ...carried,
        ...(actor.enNombreDe !== undefined && { enNombreDe: actor.enNombreDe }),
        cambios,
        ...(facts && { facts }),
      }),
    });
    this.waiting.push(chained);
    this.last = { version: chained.secuencia, hash: chained.hash };
  }

  /** Appends the moves of one event: the first carries the changed columns, the moves that follow carry none. */
  appendMoves(
    [own, ...followers]: CaseAfter['moves'],
    brought: Pick<LoggedEvent, 'cambios' | 'facts'>,
    at = this.now,
  ): void {
    this.append({ ...own, ...brought }, at);
    for (const move of followers) this.append({ ...move, cambios: {} }, at);
  }

  /** Returns and clears the events appended since the last call, for the caller to write. */
  take(): EventToAppend[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  write(trx: Trx): Promise<void> {
    return insertEvents(trx, this.take());
  }
}

export const lastSignedHead = (trx: Trx): Promise<Row<'firma'> | undefined> =>
  trx.selectFrom('firma').selectAll().orderBy('secuencia', 'desc').limit(1).executeTakeFirst();

export const signedHeadAt = finding('firma', 'secuencia');
export const insertSignedHead = adding('firma');

export const signedHeadsAfter = (trx: Trx, secuencia: number, limit: number) =>
  trx
    .selectFrom('firma')
    .selectAll()
    .where('secuencia', '>', secuencia)
    .orderBy('secuencia')
    .limit(limit)
    .execute();

/** Approximate number of events in both logs that no signed head covers: the difference of the ids. */
export async function eventsSinceLastHead(trx: Trx): Promise<number> {
  const head = await lastSignedHead(trx);
  const newest = async (table: 'evento' | 'evento_administracion'): Promise<number> =>
    (
      await trx
        .selectFrom(table)
        .select(({ fn }) => fn.max<number | null>('id').as('last'))
        .executeTakeFirstOrThrow()
    ).last ?? 0;
  const administration = await newest('evento_administracion');
  return (
    (await newest('evento')) - (head?.evento ?? 0) + administration - (head?.administracion ?? 0)
  );
}

/** When the oldest event was recorded that no signed head covers; null when all are covered. */
export async function oldestUnsigned(trx: Trx): Promise<number | null> {
  const head = await lastSignedHead(trx);
  const firstAfter = async (table: 'evento' | 'evento_administracion', id: number) =>
    (
      await trx
        .selectFrom(table)
        .select('instante')
        .where('id', '>', id)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
    )?.instante ?? [];
  const found = [
    await firstAfter('evento', head?.evento ?? 0),
    await firstAfter('evento_administracion', head?.administracion ?? 0),
  ].flat();
  return found.length === 0 ? null : Math.min(...found);
}

/**
 * Closed cases (`caso_cerrado`): one row for each closed box, folded from its log. Increase the version when the fold
 * changes: all rows are then written again before the next start, restore or audit.
 */
export const closedCaseRule = 3;

/** Content of the column `detalle`. */
export type CaseDetail = Omit<ClosedCase, keyof Row<'caso_cerrado'>>;

/** The closed case folded from the log of a box; null unless the box is closed. @param events from the first */
export function closedCaseRow(
  id_caja: number,
  events: readonly EventToAppend[],
): Row<'caso_cerrado'> | null {
  const closed = closedCaseOf(events);
  if (closed === null) return null;
  const { inicio, cierre, recibido, camino, decisiones, rechazos, correcciones, relevos, ...rest } =
    closed;
  const columns = { inicio, cierre, recibido, camino, decisiones, rechazos, correcciones, relevos };
  return { id_caja, ...columns, detalle: JSON.stringify(rest satisfies CaseDetail) };
}

export const findClosedCase = finding('caso_cerrado', 'id_caja');

/** Writes the closed case of a box, if the box is closed. */
export async function addClosedCase(trx: Trx, idCaja: number): Promise<void> {
  const row = closedCaseRow(idCaja, await eventsOfBox(trx, idCaja));
  if (row !== null) await trx.insertInto('caso_cerrado').values(row).execute();
}

/** Sets the instant at which the stores received the money of closed boxes. */
export const markMoneyReceived = async (
  trx: Trx,
  boxes: readonly number[],
  recibido: number | null,
): Promise<void> => {
  if (boxes.length === 0) return;
  await trx
    .updateTable('caso_cerrado')
    .set({ recibido })
    .where('id_caja', 'in', [...boxes])
    .execute();
};

/** Boxes read at a time. */
const BOXES = 100;

/** Writes the closed cases of all closed boxes into the empty table. */
export async function addEveryClosedCase(trx: Trx): Promise<void> {
  const bulk = new BulkInsert(trx);
  for (let last = 0; ; ) {
    const ids = await valuesOf(
      trx
        .selectFrom('cajas')
        .select('id')
        .where('active', '=', boxStates.closed.codigo)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BOXES),
      'id',
    );
    if (ids.length === 0) return;
    const events = await trx
      .selectFrom('evento')
      .selectAll()
      .where('id_caja', 'in', ids)
      .orderBy('id_caja')
      .orderBy('secuencia')
      .execute();
    const ofBox = grouped(
      events,
      ({ id_caja }) => id_caja,
      (event) => event,
    );
    const rows = [...ofBox].flatMap(([id, own]) => closedCaseRow(id, own) ?? []);
    if (rows.length > 0) await bulk.insert('caso_cerrado', rows);
    last = ids.at(-1) ?? last;
  }
}

/** Last closed boxes of a store whose stays are measured. */
const LAST_BOXES = 12;

/** The stays of the last closed boxes of stores. @param which condition on `tiendas` */
export async function lastStays(trx: Trx, which: RawBuilder<SqlBool>) {
  const rows = await rowsOf<{ id_tienda: number; cierre: number; detalle: string }>(
    trx,
    sql`select cajas.id_tienda, caso_cerrado.cierre, caso_cerrado.detalle
      from tiendas cross join cajas cross join caso_cerrado
      where ${which} and cajas.id_tienda = tiendas.id and caso_cerrado.id_caja = cajas.id
        and cajas.id in (select ultima.id from cajas as ultima
          where ultima.id_tienda = tiendas.id and ultima.active = ${sql.lit(boxStates.closed.codigo)}
          order by ultima.consecutivo desc limit ${sql.lit(LAST_BOXES)})`,
  );
  return rows.flatMap(({ id_tienda, cierre, detalle }) =>
    staysOf({ ...(JSON.parse(detalle) as CaseDetail), cierre }).map((stay) => ({
      id_tienda,
      ...stay,
    })),
  );
}

/** Stays of the last closed boxes of a store in a state, in milliseconds of working time. */
export const staysOfStore = async (
  trx: Trx,
  idTienda: number,
  state: BoxStateName,
  calendar: WorkingCalendar,
): Promise<number[]> =>
  (await lastStays(trx, sql`tiendas.id = ${idTienda}`))
    .filter(({ estado }) => estado === state)
    .map(({ desde, hasta }) => workingTimeBetween(desde, hasta, calendar));
