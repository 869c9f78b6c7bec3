/**
 * A box as it stands in one transaction, and the only ways to change it: ask the law, write the
 * columns, append the event. Nothing else writes a state.
 */
import { approvedTotalOf, totalOf } from '#machines/domain/fund.ts';
import {
  type BoxContext,
  type BoxEvent,
  type BoxExpense,
  boxMachineVersion,
} from '#machines/domain/box.machine.ts';
import type { ExpenseContext, ExpenseEvent } from '#machines/domain/expense.machine.ts';
import {
  consequenceOf,
  decideBox,
  decideExpense,
  firstExpenseCode,
  type Refused,
} from '#machines/domain/law.ts';
import type { Actor } from '#machines/domain/permissions.ts';
import { boxStateOf, boxStates, expenseStateOf } from '#machines/domain/states.ts';
import type { NewRow, RowChanges } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { type BoxRow, lockBox, updateBox } from '../repositories/box.repository.ts';
import { insertEvent } from '../repositories/event.repository.ts';
import {
  deleteExpense,
  type ExpenseRow,
  expensesOfBox,
  insertExpense,
  replaceCategories,
  updateExpense,
} from '../repositories/expense.repository.ts';
import { changedMeanwhile, notFound, Refusal } from '../refusal.ts';

type CategoryRow = Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>;

interface LoggedEvent {
  idGasto: number | null;
  event: { type: string; actor: Actor };
  from: string;
  to: string;
  /** Facts that the event does not carry but a replay or a reader needs. */
  extra?: Record<string, unknown>;
}

const refuse = (refused: Refused): Refusal =>
  new Refusal(refused.kind === 'rule' ? 422 : 409, { motivos: refused.motivos });

export const boxExpenseOf = (expense: ExpenseRow): BoxExpense => ({
  id: expense.id,
  estado: expense.estado,
  needsMaintenance: expense.requiere_mantenimiento === 1,
  hasSupport: expense.soporte !== null,
});

const offeredInvoices = (expense: ExpenseRow): string[] =>
  (JSON.parse(expense.data_factura) as { url: string }[]).map(({ url }) => url);

const expenseContextOf = (box: BoxRow, expense: ExpenseRow): ExpenseContext => ({
  boxState: boxStateOf(box.active),
  needsMaintenance: expense.requiere_mantenimiento === 1,
  hasSupport: expense.soporte !== null,
  recordedBy: expense.id_usuario,
  categoryIds: expense.categoryIds,
  valor: expense.valor,
  reembolsar: expense.reembolsar,
  offeredInvoices: offeredInvoices(expense),
});

export class BoxCase {
  private readonly trx: Trx;
  private readonly now: number;
  private current: BoxRow;
  private list: ExpenseRow[];

  private constructor(trx: Trx, now: number, box: BoxRow, expenses: ExpenseRow[]) {
    this.trx = trx;
    this.now = now;
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

  /**
   * Fires an event of the box: its state, the consequences on its expenses, the log.
   *
   * @param changes columns of the box that come with the event, as company and guide
   * @throws Refusal 409 or 422 with the failing guards
   */
  async fire(event: BoxEvent, changes: RowChanges<'cajas'> = {}): Promise<void> {
    const from = this.current.active;
    const decided = decideBox(from, this.boxContext(), event);
    if (!decided.ok) throw refuse(decided);
    const to = decided.codigo ?? from;
    await this.change({ ...changes, active: to, fecha_movimiento: this.now });
    await this.append({
      idGasto: null,
      event,
      from: boxStateOf(from),
      to: boxStateOf(to),
      extra: changes,
    });
    const consequence = consequenceOf(event);
    if (consequence !== null) await this.fireOnAll(consequence);
    await this.writeTotals();
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
    const decided = decideExpense(expense.estado, expenseContextOf(this.current, expense), event);
    if (!decided.ok) throw refuse(decided);
    await this.take(expense, event, decided.codigo, changes, decided.context.reembolsar);
    if (categories !== undefined) await replaceCategories(this.trx, idGasto, categories);
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.writeTotals();
  }

  /**
   * Records a new expense in the open box.
   *
   * @param row its columns; state and version are given here
   * @throws Refusal 409 when the box is no longer open
   */
  async record(
    actor: Actor,
    row: Omit<NewRow<'gastos'>, 'id_caja' | 'estado' | 'id_usuario' | 'creado'>,
    categories: readonly CategoryRow[],
  ): Promise<number> {
    const facts = {
      needsMaintenance: row.requiere_mantenimiento === 1,
      hasSupport: false,
      recordedBy: actor.id,
      categoryIds: categories.map(({ id_categoria }) => id_categoria),
      valor: row.valor,
      reembolsar: null,
      offeredInvoices: [],
      boxState: boxStateOf(this.current.active),
    } satisfies ExpenseContext;
    const estado = firstExpenseCode(facts);
    const event = (id: number): BoxEvent => ({
      type: 'EXPENSE.RECORD',
      actor,
      expense: { id, estado, needsMaintenance: facts.needsMaintenance, hasSupport: false },
    });
    const decided = decideBox(this.current.active, this.boxContext(), event(0));
    if (!decided.ok) throw refuse(decided);
    const id = await insertExpense(this.trx, {
      ...row,
      id_caja: this.current.id,
      estado,
      id_usuario: actor.id,
      creado: this.now,
    });
    await replaceCategories(this.trx, id, categories);
    await this.append({
      idGasto: id,
      event: event(id),
      from: 'recording',
      to: expenseStateOf(estado),
      extra: { facts, gasto: row },
    });
    this.list = await expensesOfBox(this.trx, this.current.id);
    await this.writeTotals();
    return id;
  }

  private boxContext(): BoxContext {
    return { expenses: this.list.map(boxExpenseOf) };
  }

  private async fireOnAll(event: ExpenseEvent): Promise<void> {
    for (const expense of this.list) {
      const decided = decideExpense(expense.estado, expenseContextOf(this.current, expense), event);
      if (decided.ok)
        await this.take(expense, event, decided.codigo, {}, decided.context.reembolsar);
    }
    this.list = await expensesOfBox(this.trx, this.current.id);
  }

  /** Writes what the law accepted; a null code means that the expense is gone. */
  private async take(
    expense: ExpenseRow,
    event: ExpenseEvent,
    codigo: number | null,
    changes: RowChanges<'gastos'>,
    reembolsar: number | null,
  ): Promise<void> {
    if (codigo === null) await deleteExpense(this.trx, expense.id);
    else await updateExpense(this.trx, expense.id, { ...changes, estado: codigo, reembolsar });
    await this.append({
      idGasto: expense.id,
      event,
      from: expenseStateOf(expense.estado),
      to: codigo === null ? 'removed' : expenseStateOf(codigo),
      extra: changes,
    });
  }

  private async change(changes: RowChanges<'cajas'>): Promise<void> {
    await updateBox(this.trx, this.current.id, changes);
    this.current = { ...this.current, ...(changes as Partial<BoxRow>) };
  }

  private async append({ idGasto, event, from, to, extra }: LoggedEvent): Promise<void> {
    const { type, actor, ...carried } = event;
    const version = this.current.version + 1;
    const hash = await insertEvent(this.trx, {
      hash_previo: this.current.hash,
      id_caja: this.current.id,
      secuencia: version,
      id_gasto: idGasto,
      evento: type,
      desde: from,
      hacia: to,
      id_actor: actor.id,
      perfil: actor.profile,
      instante: this.now,
      version_maquina: String(boxMachineVersion),
      payload: JSON.stringify({ ...carried, ...extra }),
    });
    await this.change({ version, hash });
  }

  /** A closed box keeps its totals; every other change may move them. */
  private async writeTotals(): Promise<void> {
    await this.change({ total: totalOf(this.list), total_aprobado: approvedTotalOf(this.list) });
  }
}

/** True while a store may change the box. */
export const isOpen = (box: Readonly<BoxRow>): boolean => box.active === boxStates.open.codigo;
