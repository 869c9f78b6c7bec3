/**
 * A box as it stands in one transaction, and the only ways to change it: ask the law, write the
 * columns, append the event. Nothing else writes a state.
 */
import type { BoxContext, BoxEvent } from '#machines/domain/box.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense-guards.ts';
import { approvedTotalOf, totalOf } from '#machines/domain/fund.ts';
import {
  type Accepted,
  consequenceOf,
  decideBox,
  decideExpense,
  firstExpenseCode,
  type Refused,
} from '#machines/domain/law.ts';
import { invoiceUrlsOf } from '#machines/domain/offered-invoices.ts';
import type { Actor } from '#machines/domain/permissions.ts';
import { boxStateOf, boxStates, expenseStateOf } from '#machines/domain/states.ts';
import type { NewRow, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { changedMeanwhile, notFound, Refusal } from '../refusal.ts';
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
import { boxExpenseOf, expenseContextOf, keysOf, receivedByAccounting } from './law-facts.ts';

export { boxExpenseOf } from './law-facts.ts';

export type CategoryRow = Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>;

/** What a store records; state, version and keys are given here. */
type RecordedColumns = Omit<
  NewRow<'gastos'>,
  'id_caja' | 'estado' | 'id_usuario' | 'creado' | keyof ReturnType<typeof keysOf>
>;

/** @throws Refusal 409 or 422 with the failing guards */
function accepted<Context>(decided: Accepted<Context> | Refused): Accepted<Context> {
  if (decided.ok) return decided;
  throw new Refusal(decided.kind === 'rule' ? 422 : 409, { motivos: decided.motivos });
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

  /** @throws Refusal 404 when the expense is not of this box */
  expense(idGasto: number): Readonly<ExpenseRow> {
    const found = this.list.find(({ id }) => id === idGasto);
    if (found === undefined) throw notFound();
    return found;
  }

  /** @throws Refusal 409 when a caller saw another version of the box */
  requireBoxVersion(version: number | undefined): void {
    if (version !== undefined && version !== this.current.version) throw changedMeanwhile();
  }

  /** @throws Refusal 409 when a caller saw another version of the expense */
  requireExpenseVersion(idGasto: number, version: number | undefined): void {
    if (version !== undefined && version !== this.expense(idGasto).version)
      throw changedMeanwhile();
  }

  /** From here on the law refuses what the fund of the store cannot pay. @param excess centavos beyond it */
  forbidExcess(excess: number): void {
    this.excess = excess;
  }

  /** @throws Refusal 409 or 422 when the law refuses the event; nothing is written */
  requireAllowed(event: BoxEvent): void {
    this.decide(event);
  }

  /** @throws Refusal 409 or 422 when the law refuses the event, 404 when it is not of this box */
  requireAllowedOn(idGasto: number, event: ExpenseEvent): void {
    this.decideOn(this.expense(idGasto), event);
  }

  /**
   * Fires an event of the box: its state, the consequences on its expenses, the log.
   *
   * @param changes columns of the box that come with the event, as company and guide
   * @throws Refusal 409 or 422 with the failing guards
   */
  async fire(event: BoxEvent, changes: RowChanges<'cajas'> = {}): Promise<void> {
    const from = this.current.active;
    const to = this.decide(event).codigo ?? from;
    this.log.append({
      idGasto: null,
      event,
      from: boxStateOf(from),
      to: boxStateOf(to),
      cambios: changes,
    });
    this.current = { ...this.current, active: to } as BoxRow;
    const consequence = consequenceOf(event);
    if (consequence !== null) await this.fireOnAll(consequence);
    await this.settle({
      ...changes,
      active: to,
      fecha_movimiento: this.now,
      ...(receivedByAccounting.includes(boxStateOf(to)) && { fecha_contabilidad: this.now }),
    });
  }

  /**
   * Fires an event of one expense.
   *
   * @param changes columns of the expense that come with the event
   * @param categories its categories after the event, when they change
   * @throws Refusal 409 or 422 with the failing guards, 404 when it is not of this box
   */
  async fireOn(
    idGasto: number,
    event: ExpenseEvent,
    changes: RowChanges<'gastos'> = {},
    categories?: readonly CategoryRow[],
  ): Promise<void> {
    const expense = this.expense(idGasto);
    const { codigo, context } = this.decideOn(expense, event);
    this.log.append({
      idGasto,
      event,
      from: expenseStateOf(expense.estado),
      to: codigo === null ? 'removed' : expenseStateOf(codigo),
      cambios: { ...changes, ...(categories && { categorias: categories }) },
    });
    if (codigo === null) {
      await deleteExpense(this.trx, idGasto);
    } else {
      const { reembolsar } = context;
      await updateExpense(this.trx, idGasto, { ...changes, estado: codigo, reembolsar });
      if (categories !== undefined) await replaceCategories(this.trx, idGasto, categories);
    }
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.settle({});
  }

  /**
   * Records a new expense in the open box.
   *
   * @param row its columns; state and version are given here
   * @throws Refusal 409 when the box is no longer open, 422 when its store has not the money
   */
  async record(
    actor: Actor,
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
      boxState: boxStateOf(this.current.active),
    } satisfies ExpenseContext;
    const estado = firstExpenseCode(facts);
    const event = (id: number) =>
      ({
        type: 'EXPENSE.RECORD',
        actor,
        expense: { id, estado, needsMaintenance: facts.needsMaintenance, hasSupport: false },
      }) satisfies BoxEvent;
    this.decide(event(0));
    const id = await insertExpense(this.trx, {
      ...row,
      ...keysOf(row, facts),
      id_caja: this.current.id,
      estado,
      id_usuario: actor.id,
      creado: this.now,
    });
    await replaceCategories(this.trx, id, categories);
    this.log.append({
      idGasto: id,
      event: event(id),
      from: 'recording',
      to: expenseStateOf(estado),
      cambios: row,
      facts,
    });
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.settle({});
    return id;
  }

  private decide(event: BoxEvent): Accepted<BoxContext> {
    const context: BoxContext = {
      expenses: this.list.map(boxExpenseOf),
      excess: this.excess,
    };
    return accepted(decideBox(this.current.active, context, event));
  }

  private decideOn(expense: ExpenseRow, event: ExpenseEvent): Accepted<ExpenseContext> {
    return accepted(decideExpense(expense.estado, expenseContextOf(this.current, expense), event));
  }

  /** A consequence moves expenses and changes nothing else of them; one statement for each new state. */
  private async fireOnAll(event: ExpenseEvent): Promise<void> {
    const moved = new Map<number, number[]>();
    for (const expense of this.list) {
      const context = expenseContextOf(this.current, expense);
      const decided = decideExpense(expense.estado, context, event);
      if (!decided.ok || decided.codigo === null) continue;
      moved.set(decided.codigo, [...(moved.get(decided.codigo) ?? []), expense.id]);
      this.log.append({
        idGasto: expense.id,
        event,
        from: expenseStateOf(expense.estado),
        to: expenseStateOf(decided.codigo),
        cambios: {},
      });
    }
    for (const [estado, ids] of moved) await moveExpenses(this.trx, ids, estado);
    this.list = await expensesOfBox(this.trx, this.current.id);
  }

  /** Appends what happened and writes the box's row, with the totals of its expenses. */
  private async settle(changes: RowChanges<'cajas'>): Promise<void> {
    await this.log.write(this.trx);
    const written = {
      ...changes,
      ...this.log.head,
      total: totalOf(this.list),
      total_aprobado: approvedTotalOf(this.list),
    };
    await updateBox(this.trx, this.current.id, written);
    this.current = { ...this.current, ...(written as Partial<BoxRow>) };
  }
}

/** True while a store may change the box. */
export const isOpen = (box: Readonly<BoxRow>): boolean => box.active === boxStates.open.codigo;
