/** One box of the past: what happens to it is decided by the law and chained into its log, without a server. */
import { boxMachineVersion } from '#machines/domain/box.machine.ts';
import {
  type BoxCase,
  type CaseAfter,
  type CaseEvent,
  caseAfter,
  emptyCase,
  type Move,
} from '#machines/domain/box-case.ts';
import type { ExpenseDeed } from '#machines/domain/expense-guards.ts';
import { amountsOf, columnTotalsOf } from '#machines/domain/fund.ts';
import type { Person } from '#machines/domain/profiles.ts';
import type { NewRow } from '#server/database/schema.ts';
import {
  eventHash,
  type EventRow,
  type EventToAppend,
} from '#server/repositories/event.repository.ts';
import { type ProjectedRows, projectRows } from '#server/workflow/project-rows.ts';

export type PastPurchase = Omit<NewRow<'gastos'>, 'id_caja' | 'estado' | 'id_usuario' | 'creado'>;

export class PastBox {
  readonly events: EventToAppend[] = [];
  readonly id: number;
  readonly opened: number;
  private now: BoxCase = emptyCase;
  private consecutivo: number | null = null;

  constructor(id: number, opened: number) {
    this.id = id;
    this.opened = opened;
  }

  get active(): number {
    return this.now.active;
  }

  get expenses(): BoxCase['expenses'] {
    return this.now.expenses;
  }

  record(at: number, actor: Person, idGasto: number, row: PastPurchase, categoria: number): void {
    const facts = {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasSupport: false,
      recordedBy: actor.id,
      categoryIds: [categoria],
      valor: row.valor,
      reembolsar: null,
      offeredInvoices: [],
    };
    const event = { type: 'EXPENSE.RECORD', actor, facts } as const;
    const [move] = this.#take({ type: 'record', idGasto, event }).moves;
    this.#append(at, move, { cambios: row, facts });
  }

  /** Fires an event of the box, with what follows from it for its expenses. */
  fire(
    at: number,
    event: Extract<CaseEvent, { type: 'box' }>['event'],
    cambios: { consecutivo?: number; [column: string]: unknown } = {},
  ): void {
    const { moves } = this.#take({ type: 'box', idGasto: null, event });
    this.consecutivo = cambios.consecutivo ?? this.consecutivo;
    for (const move of moves)
      this.#append(at, move, { cambios: move.idGasto === null ? cambios : {} });
  }

  fireOn(at: number, idGasto: number, event: ExpenseDeed, cambios: object = {}): void {
    const [move] = this.#take({ type: 'expense', idGasto, event }).moves;
    this.#append(at, move, { cambios });
  }

  /** The rows that the program would have written. */
  rows(): ProjectedRows {
    const replayed = {
      active: this.active,
      consecutivo: this.consecutivo,
      ...columnTotalsOf(amountsOf(this)),
      expenses: this.expenses,
      version: this.events.length,
      hash: this.events.at(-1)?.hash ?? '',
    };
    return projectRows(this.events as unknown as EventRow[], replayed, this.opened);
  }

  #take(event: CaseEvent): CaseAfter {
    const after = caseAfter(this.now, event);
    if (!after.ok) throw new Error(`${event.event.type} is refused: ${JSON.stringify(after)}`);
    this.now = after.next;
    return after;
  }

  #append(
    at: number,
    { idGasto, event: { type, actor, ...carried }, from, to }: Move,
    beside: { cambios: object; facts?: object },
  ): void {
    const event = {
      hash_previo: this.events.at(-1)?.hash ?? '',
      id_caja: this.id,
      secuencia: this.events.length + 1,
      id_gasto: idGasto,
      evento: type,
      desde: from,
      hacia: to,
      id_actor: actor.id,
      perfil: actor.profile,
      instante: at,
      version_maquina: String(boxMachineVersion),
      payload: JSON.stringify({ ...carried, ...beside }),
      // As the log of the first version: without the store.
      id_tienda: null,
      ingreso: 'clave',
      version_hash: 1,
    };
    this.events.push({ ...event, hash: eventHash(event) });
  }
}
