/**
 * A box as it stands in one transaction, and the only ways to change it: ask the law, write the
 * columns, append the event. Nothing else writes a state.
 */

import {
  type BoxSend,
  type CaseAfter,
  type CaseEvent,
  caseAfter,
  type Move,
  type BoxCase as PureCase,
  type Recording,
  type Refused,
} from '#machines/domain/box-case.ts';
import type { ExpenseDeed } from '#machines/domain/expense-guards.ts';
import { columnTotalsOf } from '#machines/domain/fund.ts';
import { invoiceUrlsOf } from '#machines/domain/offered-invoices.ts';
import type { Person } from '#machines/domain/profiles.ts';
import { boxStateOf, boxStates } from '#machines/domain/states.ts';
import type { NewRow, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { changedMeanwhile, notFound, HttpError } from '../errors/http-error.ts';
import { type BoxRow, lockBox, updateBox } from '../repositories/box.repository.ts';
import {
  deleteExpense,
  type ExpenseRow,
  expensesOfBox,
  insertExpense,
  moveExpenses,
  replaceCategories,
  updateExpense,
} from '../repositories/expense.repository.ts';
import { BoxLog } from './box-log.ts';
import { expenseFactsOf, keysOf, receivedByAccounting } from './law-facts.ts';

export type CategoryRow = Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>;

/** The columns that a store records; state, version and keys are given here. */
type RecordedColumns = Omit<
  NewRow<'gastos'>,
  'id_caja' | 'estado' | 'id_usuario' | 'creado' | keyof ReturnType<typeof keysOf>
>;

/** @throws HttpError 409 or 422 with the failing guards */
function accepted(after: CaseAfter | Refused): CaseAfter {
  if (after.ok) return after;
  throw new HttpError(after.kind === 'rule' ? 422 : 409, { motivos: after.motivos });
}

export class BoxCase {
  private readonly trx: Trx;
  private readonly now: number;
  private readonly log: BoxLog;
  private current: BoxRow;
  private list: ExpenseRow[];
  private excess = 0;

  private constructor(trx: Trx, now: number, box: BoxRow, expenses: ExpenseRow[]) {
    this.trx = trx;
    this.now = now;
    this.log = new BoxLog(box, now);
    this.current = box;
    this.list = expenses;
  }

  /** Locks the box and reads its expenses. */
  static async open(trx: Trx, idCaja: number, now: number): Promise<BoxCase> {
    const box = await lockBox(trx, idCaja);
    return new BoxCase(trx, now, box, await expensesOfBox(trx, idCaja));
  }

  get box(): Readonly<BoxRow> {
    return this.current;
  }

  get expenses(): readonly Readonly<ExpenseRow>[] {
    return this.list;
  }

  /** @throws HttpError 404 when the expense is not of this box */
  expense(idGasto: number): Readonly<ExpenseRow> {
    const found = this.list.find(({ id }) => id === idGasto);
    if (found === undefined) throw notFound();
    return found;
  }

  /** @throws HttpError 409 when a caller saw another version of the box */
  requireBoxVersion(version: number | undefined): void {
    if (version !== undefined && version !== this.current.version) throw changedMeanwhile();
  }

  /** @throws HttpError 409 when a caller saw another version of the expense */
  requireExpenseVersion(idGasto: number, version: number | undefined): void {
    if (version !== undefined && version !== this.expense(idGasto).version)
      throw changedMeanwhile();
  }

  /** From here on the law refuses what the fund of the store cannot pay. @param excess centavos beyond it */
  forbidExcess(excess: number): void {
    this.excess = excess;
  }

  /** @throws HttpError 409 or 422 when the law refuses the event; nothing is written */
  requireAllowed(event: BoxSend): void {
    this.ask({ type: 'box', idGasto: null, event });
  }

  /** @throws HttpError 409 or 422 when the law refuses the event, 404 when it is not of this box */
  requireAllowedOn(idGasto: number, event: ExpenseDeed): void {
    this.ask({ type: 'expense', idGasto, event });
  }

  /**
   * Fires an event of the box: its state, what follows for its expenses, the log.
   *
   * @param changes columns of the box that come with the event, as company and guide
   * @throws HttpError 409 or 422 with the failing guards
   */
  async fire(event: BoxSend, changes: RowChanges<'cajas'> = {}): Promise<void> {
    const { next, moves } = this.ask({ type: 'box', idGasto: null, event });
    const [own, ...followers] = moves;
    this.log.append({ ...own, cambios: changes });
    for (const move of followers) this.log.append({ ...move, cambios: {} });
    await this.writeStates(followers);
    await this.settle({
      ...changes,
      active: next.active,
      fecha_movimiento: this.now,
      ...(receivedByAccounting.includes(boxStateOf(next.active)) && {
        fecha_contabilidad: this.now,
      }),
    });
  }

  /**
   * Fires an event of one expense.
   *
   * @param changes columns of the expense that come with the event
   * @param categories its categories after the event, when they change
   * @throws HttpError 409 or 422 with the failing guards, 404 when it is not of this box
   */
  async fireOn(
    idGasto: number,
    event: ExpenseDeed,
    changes: RowChanges<'gastos'> = {},
    categories?: readonly CategoryRow[],
  ): Promise<void> {
    const { next, moves } = this.ask({ type: 'expense', idGasto, event });
    this.log.append({
      ...moves[0],
      cambios: { ...changes, ...(categories && { categorias: categories }) },
    });
    const after = next.expenses.get(idGasto);
    if (after === undefined) {
      await deleteExpense(this.trx, idGasto);
    } else {
      const { reembolsar } = after.context;
      await updateExpense(this.trx, idGasto, { ...changes, estado: after.estado, reembolsar });
      if (categories !== undefined) await replaceCategories(this.trx, idGasto, categories);
    }
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.settle({});
  }

  /**
   * Records a new expense in the open box.
   *
   * @param row its columns; state and version are given here
   * @throws HttpError 409 when the box is no longer open, 422 when its store has not the money
   */
  async record(
    actor: Person,
    row: RecordedColumns,
    categories: readonly CategoryRow[],
  ): Promise<number> {
    const facts = {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasSupport: false,
      recordedBy: actor.id,
      categoryIds: categories.map(({ id_categoria }) => id_categoria),
      valor: row.valor,
      reembolsar: null,
      offeredInvoices: invoiceUrlsOf(row.data_factura ?? '[]'),
    } satisfies Recording['facts'];
    const recording = (idGasto: number): CaseAfter =>
      this.ask({ type: 'record', idGasto, event: { type: 'EXPENSE.RECORD', actor, facts } });
    const [{ codigo }] = recording(0).moves;
    const id = await insertExpense(this.trx, {
      ...row,
      ...keysOf(row, facts),
      id_caja: this.current.id,
      estado: codigo ?? 0,
      id_usuario: actor.id,
      creado: this.now,
    });
    await replaceCategories(this.trx, id, categories);
    this.log.append({ ...recording(id).moves[0], cambios: row, facts });
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.settle({});
    return id;
  }

  /**
   * Asks the law about a box, or about one expense with no other row than its own.
   *
   * @throws HttpError 409 or 422 with the failing guards, 404 for an expense that is not of this box
   */
  private ask(event: CaseEvent): CaseAfter {
    const { active } = this.current;
    const rows = event.type === 'expense' ? [this.expense(event.idGasto)] : this.list;
    const expenses = rows.map(
      (row) => [row.id, { estado: row.estado, context: expenseFactsOf(row) }] as const,
    );
    const before = { active, expenses: new Map(expenses), excess: this.excess } satisfies PureCase;
    return accepted(caseAfter(before, event));
  }

  /** Expenses that follow their box change nothing but their state: one statement for each new one. */
  private async writeStates(moves: readonly Move[]): Promise<void> {
    const moved = new Map<number, number[]>();
    for (const { idGasto, codigo } of moves)
      if (idGasto !== null && codigo !== null)
        moved.set(codigo, [...(moved.get(codigo) ?? []), idGasto]);
    for (const [estado, ids] of moved) await moveExpenses(this.trx, ids, estado);
    if (moved.size > 0) this.list = await expensesOfBox(this.trx, this.current.id);
  }

  /** Appends what happened and writes the box's row, with the totals of its expenses. */
  private async settle(changes: RowChanges<'cajas'>): Promise<void> {
    await this.log.write(this.trx);
    const written = {
      ...changes,
      ...this.log.head,
      ...columnTotalsOf(this.list),
    };
    await updateBox(this.trx, this.current.id, written);
    this.current = { ...this.current, ...(written as Partial<BoxRow>) };
  }
}

/** True while a store may change the box. */
export const isOpen = (box: Readonly<BoxRow>): boolean => box.active === boxStates.open.codigo;
