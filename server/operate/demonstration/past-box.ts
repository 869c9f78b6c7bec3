/** One box of the past: what happens to it is decided by the state machine and chained into its log, without a server. */
import { boxMachineVersion } from '#machines/domain/box/box.machine.ts';
import {
  type BoxCase,
  type CaseAfter,
  type CaseEvent,
  caseAfter,
  emptyCase,
  type Move,
} from '#machines/domain/box/box-case.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { moneyOf } from '#machines/domain/fund/box-money.ts';
import { amountsOf, columnTotalsOf } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import {
  type EventRow,
  type EventToAppend,
  chainEvent,
} from '../../features/cases/event.repository.ts';
import {
  type Payload,
  type ProjectedRows,
  projectRows,
} from '../../features/cases/project-rows.ts';

export type PastPurchase = Omit<NewRow<'gastos'>, 'id_caja' | 'estado' | 'id_usuario' | 'creado'>;

/**
 * Answers of the state machine, step by step. Boxes whose people do the same in the same order share one, since asking the state machine is
 * most of the time that a box takes; who does it, when, and the keys differ.
 */
export type Precedent = CaseAfter[];

export interface PastPlace {
  id: number;
  idTienda: number;
  /** Epoch milliseconds. */
  opened: number;
  /** Key of its first expense; inside of a box they count from 0. */
  firstExpense: number;
  /** Hash of the event that sent the box before it; '' for the first of a store. */
  after: string;
}

export class PastBox {
  readonly events: EventToAppend[] = [];
  readonly place: PastPlace;
  readonly #precedent: Precedent;
  /** Parsed, in the order of the events. */
  readonly #payloads: Payload[] = [];
  #now: BoxCase = emptyCase;
  #steps = 0;
  #consecutivo: number | null = null;

  constructor(place: PastPlace, precedent: Precedent = []) {
    this.place = place;
    this.#precedent = precedent;
  }

  get active(): number {
    return this.#now.active;
  }

  /** By their place in the box. */
  get expenses(): BoxCase['expenses'] {
    return this.#now.expenses;
  }

  keyOf(index: number): number {
    return this.place.firstExpense + index;
  }

  record(at: number, actor: Person, index: number, row: PastPurchase, categoria: number): void {
    const facts = {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasReceipt: false,
      recordedBy: actor.id,
      categoryIds: [categoria],
      valor: row.valor,
      reembolsar: null,
      offeredInvoices: [],
    };
    const event = { type: 'EXPENSE.RECORD', actor, facts } as const;
    this.#take(at, { type: 'record', idGasto: index, event }, { cambios: row, facts });
  }

  /** Fires an event of the box, with what follows from it for its expenses. */
  fire(
    at: number,
    event: Extract<CaseEvent, { type: 'box' }>['event'],
    cambios: { consecutivo?: number; [column: string]: unknown } = {},
  ): void {
    this.#take(at, { type: 'box', idGasto: null, event }, { cambios });
    this.#consecutivo = cambios.consecutivo ?? this.#consecutivo;
  }

  fireOn(at: number, index: number, event: ExpenseCommand, cambios: Payload['cambios'] = {}): void {
    this.#take(at, { type: 'expense', idGasto: index, event }, { cambios });
  }

  /** The rows that the program would have written. */
  rows(): ProjectedRows {
    const replayed = {
      active: this.active,
      consecutivo: this.#consecutivo,
      ...columnTotalsOf(amountsOf(this)),
      ...moneyOf(this),
      expenses: new Map([...this.expenses].map(([index, row]) => [this.keyOf(index), row])),
      version: this.events.length,
      hash: this.events.at(-1)?.hash ?? this.place.after,
    };
    const events = this.events as unknown as EventRow[];
    return projectRows(
      events,
      replayed,
      this.place.opened,
      ({ secuencia }) => this.#payloads[secuencia - 1] ?? { cambios: {} },
    );
  }

  #take(at: number, event: CaseEvent, beside: Payload): void {
    const known = this.#precedent[this.#steps];
    const after = known ?? caseAfter(this.#now, event);
    if (!after.ok) throw new Error(`${event.event.type} is refused: ${JSON.stringify(after)}`);
    this.#precedent[this.#steps] = after;
    this.#steps += 1;
    this.#now = after.next;
    for (const move of after.moves) {
      // The move of a precedent carries what somebody else wrote; what follows from it carries nothing.
      const own = move.idGasto === event.idGasto;
      if (own && move.event.type !== event.event.type) throw new Error('another event happened');
      const fired = own ? event.event : { ...move.event, actor: event.event.actor };
      this.#append(at, move, fired, own ? beside : { cambios: {} });
    }
  }

  #append(
    at: number,
    { idGasto, from, to }: Move,
    { type, actor, ...carried }: { type: string; actor: Person },
    beside: Payload,
  ): void {
    const payload = { ...carried, ...beside };
    this.#payloads.push(payload);
    this.events.push(
      chainEvent({
        hash_previo: this.events.at(-1)?.hash ?? this.place.after,
        id_caja: this.place.id,
        id_tienda: this.place.idTienda,
        secuencia: this.events.length + 1,
        id_gasto: idGasto === null ? null : this.keyOf(idGasto),
        evento: type,
        desde: from,
        hacia: to,
        id_actor: actor.id,
        perfil: actor.profile,
        ingreso: 'clave',
        instante: at,
        version_maquina: String(boxMachineVersion),
        payload: JSON.stringify(payload),
      }),
    );
  }
}
