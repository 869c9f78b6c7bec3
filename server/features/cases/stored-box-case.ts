/**
 * A box as it stands in one transaction, and the only ways to change it: ask the state machine, write the
 * columns, append the event. Nothing else writes a state.
 */

import {
  type BoxSend,
  type CaseAfter,
  type CaseEvent,
  caseAfter,
  type Move,
  type BoxCase as PureCase,
  type Refused,
} from '#machines/domain/box/box-case.ts';
import { moneyOf, owedOf, paymentColumnsOf } from '#machines/domain/fund/box-money.ts';
import type { OwedEvent } from '#machines/domain/payment/owed.machine.ts';
import type { PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { decidersOf, inNameOf } from '#machines/domain/people/delegation.ts';
import { type ExpenseAmount, amountsOf, columnTotalsOf } from '#machines/domain/fund/fund.ts';
import { type Person, storeProfiles } from '#machines/domain/people/profiles.ts';
import { stageOfBox, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import type { NewRow, RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, changedMeanwhile, notFound } from '../../platform/errors/http-error.ts';
import {
  type BoxRow,
  type ExpenseRow,
  deleteExpense,
  expensesOfBox,
  findExpense,
  insertCategories,
  insertExpense,
  lockBox,
  moveExpenses,
  replaceCategories,
  updateBox,
  updateExpense,
} from './box.repository.ts';
import { type StorePeople, expenseWithPeople, peopleOfStore } from './box-location.repository.ts';
import { addClosedCase, BoxLog, markMoneyReceived } from './event.repository.ts';
import { casePaymentOf, writePayment } from './payment.repository.ts';
import { arrivalColumns, expenseFactsOf, keysOf, movesNoBox, recordedFacts } from './case-facts.ts';

export type CategoryRow = Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>;

/** The columns that a store records; state, version and keys are given here. */
type RecordedColumns = Omit<
  NewRow<'gastos'>,
  'id_caja' | 'estado' | 'cambio' | 'id_usuario' | 'creado' | keyof ReturnType<typeof keysOf>
>;

const caseOfRows = (
  {
    active,
    seguida,
    papeles,
    pdf_descargado,
  }: Pick<BoxRow, 'active' | 'seguida' | 'papeles' | 'pdf_descargado'>,
  rows: readonly ExpenseRow[],
): PureCase => ({
  active,
  seguida,
  pdfUnread: pdf_descargado === null,
  hasPapers: papeles !== null,
  expenses: new Map(
    rows.map((row) => [
      row.id,
      { estado: row.estado, context: expenseFactsOf(row), saldado: row.saldado },
    ]),
  ),
});

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
  /** The expenses that were asked for. */
  private readonly read = new Map<number, ExpenseRow>();
  private excess = 0;
  private deciders: readonly number[] | undefined;

  /** @param box its row, locked by this transaction */
  constructor(trx: Trx, now: number, box: BoxRow) {
    this.trx = trx;
    this.now = now;
    this.log = new BoxLog(box, now);
    this.current = box;
  }

  /** Locks the box; of its expenses only those are read that something is asked about. */
  static async open(trx: Trx, idCaja: number, now: number): Promise<BoxCase> {
    return new BoxCase(trx, now, await lockBox(trx, idCaja));
  }

  get box(): Readonly<BoxRow> {
    return this.current;
  }

  /** @throws HttpError 404 when the expense is not of this box */
  async expense(idGasto: number): Promise<Readonly<ExpenseRow>> {
    return this.read.get(idGasto) ?? this.keep(await findExpense(this.trx, idGasto));
  }

  /**
   * Takes an expense as it was read before the box was locked, unless something has happened in the box since: its
   * version counts every event, of the box and of its expenses.
   *
   * @param version of the box, read with the expense
   */
  expectUnchanged(expense: ExpenseRow, version: number): void {
    if (version === this.current.version) this.keep(expense);
  }

  private keep(found: ExpenseRow | undefined): Readonly<ExpenseRow> {
    if (found?.id_caja !== this.current.id) throw notFound();
    this.read.set(found.id, found);
    return found;
  }

  private async peopleBeside(idGasto: number, today: DateText): Promise<StorePeople> {
    const { id_tienda } = this.current;
    const found = await expenseWithPeople(this.trx, idGasto, id_tienda, today);
    if (found === undefined) throw notFound();
    this.keep(found.expense);
    return found.people;
  }

  /** Every expense of the box, read at once. */
  async expenses(): Promise<readonly Readonly<ExpenseRow>[]> {
    const rows = await expensesOfBox(this.trx, this.current.id);
    for (const row of rows) this.read.set(row.id, row);
    return rows;
  }

  /** @throws HttpError 409 when a caller saw another version of the box */
  requireBoxVersion(version: number | undefined): void {
    if (version !== undefined && version !== this.current.version) throw changedMeanwhile();
  }

  /** @throws HttpError 409 when a caller saw another version of the expense */
  async requireExpenseVersion(idGasto: number, version: number | undefined): Promise<void> {
    if (version !== undefined && version !== (await this.expense(idGasto)).version)
      throw changedMeanwhile();
  }

  /**
   * From here on the state machine asks who may decide the box. Read under its lock: what ended before is over.
   *
   * @param idGasto an expense that is read with it
   * @throws HttpError 404 when the expense is not of this box
   */
  async restrictToDeciders(idGasto?: number): Promise<void> {
    const stage = stageOfBox(boxStateOf(this.current.active));
    if (stage === null || stages[stage].assignee === null) return;
    const today = dateInBogota(this.now);
    const people =
      idGasto === undefined
        ? await peopleOfStore(this.trx, this.current.id_tienda, today)
        : await this.peopleBeside(idGasto, today);
    this.deciders = decidersOf(people.id_supervisor, people.delegations, today);
  }

  /** The person as the log names him or her: a delegate with the one for whom he or she decides. */
  actingAs(actor: Person): Person {
    return inNameOf(actor, this.deciders ?? []);
  }

  /** The case as the state machine sees it, with these expenses in it. */
  caseOf(rows: readonly ExpenseRow[]): PureCase {
    return {
      ...caseOfRows(this.current, rows),
      excess: this.excess,
      deciders: this.deciders,
    };
  }

  /** From here on the state machine refuses what the fund of the store cannot pay. @param excess centavos beyond it */
  forbidExcess(excess: number): void {
    this.excess = excess;
  }

  /** @throws HttpError 409 or 422 when the state machine refuses the event; nothing is written */
  async requireAllowed(event: BoxSend): Promise<void> {
    await this.askBox(event);
  }

  /** @throws HttpError 409 or 422 when the state machine refuses the event, 404 when it is not of this box */
  async requireAllowedOn(idGasto: number, event: ExpenseCommand): Promise<void> {
    await this.askExpense(idGasto, event);
  }

  /**
   * Fires an event of the box: its state, what follows for its expenses, the log.
   *
   * @param changes columns of the box that come with the event, as company and guide
   * @throws HttpError 409 or 422 with the failing guards
   */
  async fire(event: BoxSend, changes: RowChanges<'cajas'> = {}): Promise<void> {
    const { next, moves } = await this.askBox(event);
    const money = event.type === 'BOX.SEND_FINAL' ? moneyOf(next) : {};
    this.log.appendMoves(moves, { cambios: { ...changes, ...money } });
    // The box first: its counts are locked in the order in which everybody locks them.
    await this.settle({
      ...changes,
      ...columnTotalsOf(amountsOf(next)),
      ...moneyOf(next),
      active: next.active,
      ...(!movesNoBox(event.type) && arrivalColumns(boxStateOf(next.active), this.now)),
    });
    await this.writeStates(moves.slice(1));
    if (boxStateOf(next.active) === 'closed') await addClosedCase(this.trx, this.current.id);
  }

  /** The store has the legalisation; only the first time is logged. */
  async openLegalisation(actor: Person): Promise<void> {
    const { active, pdf_descargado } = this.current;
    if (boxStateOf(active) !== 'readyToShip' || pdf_descargado !== null) return;
    if (!storeProfiles.includes(actor.profile)) return;
    await this.fire({ type: 'BOX.PDF_OPENED', actor });
    await this.settle({ pdf_descargado: this.now });
  }

  private get awaitsPapers(): boolean {
    return boxStateOf(this.current.active) === 'finalAccounting' && this.current.papeles === null;
  }

  /** The person who decides for good has them. */
  async receivePapersOnTheirWay(actor: Person): Promise<void> {
    if (this.awaitsPapers) await this.receivePapers(actor);
  }

  /** Accounting has the papers. @throws HttpError 409 when they came before, or are not sent */
  async receivePapers(actor: Person): Promise<void> {
    await this.fire({ type: 'BOX.PAPERS_RECEIVED', actor }, { papeles: this.now });
  }

  /**
   * Fires an event of the payment of the box: the attempt, what is still to be paid, the log.
   *
   * @throws HttpError 409 or 422 with the failing guards
   */
  async firePayment(event: PaymentEvent): Promise<void> {
    const { total_aprobado } = this.current;
    const payment = await casePaymentOf(this.trx, this.current, total_aprobado);
    const request = { type: 'payment', idGasto: null, event } as const;
    const { next, moves } = accepted(caseAfter({ ...this.caseOf([]), payment }, request));
    const changes = paymentColumnsOf(next);
    this.log.append({ ...moves[0], cambios: changes });
    await writePayment(this.trx, this.current.id, event, this.now);
    await this.settle(changes);
    if (event.type === 'PAYMENT.RECEIVE')
      await markMoneyReceived(this.trx, this.current.id, this.now);
  }

  /**
   * Fires an event about what an expense of the box was not granted.
   *
   * @throws HttpError 409 or 422 with the failing guards, 404 when it is not of this box
   */
  async fireOwed(idGasto: number, event: OwedEvent): Promise<void> {
    const before = await this.expense(idGasto);
    const request = { type: 'owed', idGasto, event } as const;
    const { next, moves } = this.ask([before], request);
    const saldado = next.expenses.get(idGasto)?.saldado ?? 0;
    this.log.append({ ...moves[0], cambios: { saldado } });
    await updateExpense(this.trx, idGasto, { saldado });
    this.read.delete(idGasto);
    const settled = saldado - before.saldado;
    const { a_cargo, trasladado } = this.current;
    const isClosed = boxStateOf(this.current.active) === 'closed';
    await this.settle(
      isClosed ? { a_cargo: a_cargo - settled } : { trasladado: trasladado + settled },
    );
  }

  /** What of an expense is owed, or will be at the closing; centavos. */
  async owedOf(idGasto: number): Promise<number> {
    const row = await this.expense(idGasto);
    const expense = this.caseOf([row]).expenses.get(idGasto);
    return expense === undefined ? 0 : owedOf(this.current, expense);
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
    event: ExpenseCommand,
    changes: RowChanges<'gastos'> = {},
    categories?: readonly CategoryRow[],
  ): Promise<void> {
    const before = await this.expense(idGasto);
    const { next, moves } = await this.askExpense(idGasto, event);
    this.log.append({
      ...moves[0],
      cambios: { ...changes, ...(categories && { categorias: categories }) },
    });
    const after = next.expenses.get(idGasto);
    this.read.delete(idGasto);
    if (after === undefined) {
      await deleteExpense(this.trx, idGasto);
      await this.settle(this.totalsAfter([before], []));
      return;
    }
    const { estado, context } = after;
    const cambio = estado === before.estado ? before.cambio : this.now;
    const written = { ...changes, estado, cambio, reembolsar: context.reembolsar };
    await updateExpense(this.trx, idGasto, written);
    if (categories !== undefined) await replaceCategories(this.trx, idGasto, categories);
    const now = { ...before, ...(written as Partial<ExpenseRow>) };
    await this.settle(this.totalsAfter([before], [now]));
  }

  /**
   * Fires one event at several expenses, which all come to another state by it and keep what is granted of them.
   *
   * @param changes columns that come with the event, the same for all
   * @throws HttpError 409 or 422 with the failing guards, 404 for one that is not of this box
   */
  async fireOnAll(
    ids: readonly number[],
    event: ExpenseCommand,
    changes: RowChanges<'gastos'>,
  ): Promise<void> {
    const [gone, come]: [ExpenseAmount[], ExpenseAmount[]] = [[], []];
    const moves: Move[] = [];
    for (const idGasto of ids) {
      const before = await this.expense(idGasto);
      const [move] = (await this.askExpense(idGasto, event)).moves;
      this.log.append({ ...move, cambios: changes });
      moves.push(move);
      gone.push(before);
      come.push({ ...before, estado: move.codigo ?? before.estado });
    }
    await this.writeStates(moves, changes);
    await this.settle(this.totalsAfter(gone, come));
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
    const categoryIds = categories.map(({ id_categoria }) => id_categoria);
    const facts = recordedFacts(row, actor, categoryIds);
    const recording = (idGasto: number): CaseAfter =>
      this.ask([], { type: 'record', idGasto, event: { type: 'EXPENSE.RECORD', actor, facts } });
    const estado = recording(0).moves[0].codigo ?? 0;
    const id = await insertExpense(this.trx, {
      ...row,
      ...keysOf(row, facts),
      id_caja: this.current.id,
      estado,
      id_usuario: actor.id,
      creado: this.now,
      cambio: this.now,
    });
    await insertCategories(this.trx, id, categories);
    this.log.append({ ...recording(id).moves[0], cambios: row, facts });
    await this.settle(this.totalsAfter([], [{ estado, valor: row.valor, reembolsar: null }]));
    return id;
  }

  /** An event of the box asks about all of its expenses: they go with it. */
  private async askBox(event: BoxSend): Promise<CaseAfter> {
    const expenses = await expensesOfBox(this.trx, this.current.id);
    return this.ask(expenses, { type: 'box', idGasto: null, event });
  }

  /** An event of an expense asks about no other one. */
  private async askExpense(idGasto: number, event: ExpenseCommand): Promise<CaseAfter> {
    return this.ask([await this.expense(idGasto)], { type: 'expense', idGasto, event });
  }

  /**
   * @param rows the expenses that the event is about; a recording is about none of those that are there
   * @throws HttpError 409 or 422 with the failing guards, 404 for an expense that is not of this box
   */
  private ask(rows: readonly ExpenseRow[], event: CaseEvent): CaseAfter {
    return accepted(caseAfter(this.caseOf(rows), event));
  }

  /** Expenses that move together, with the same changes: one statement for each new state. */
  private async writeStates(
    moves: readonly Move[],
    changes: RowChanges<'gastos'> = {},
  ): Promise<void> {
    const moved = new Map<number, number[]>();
    for (const { idGasto, codigo } of moves)
      if (idGasto !== null && codigo !== null)
        moved.set(codigo, [...(moved.get(codigo) ?? []), idGasto]);
    for (const [estado, ids] of moved)
      await moveExpenses(this.trx, ids, { ...changes, estado, cambio: this.now });
    this.read.clear();
  }

  /** The totals of the box after some of its expenses became others. */
  private totalsAfter(gone: readonly ExpenseAmount[], come: readonly ExpenseAmount[]) {
    const { total, total_aprobado, por_decidir } = this.current;
    const [less, more] = [columnTotalsOf(gone), columnTotalsOf(come)];
    return {
      total: total - less.total + more.total,
      total_aprobado: total_aprobado - less.total_aprobado + more.total_aprobado,
      por_decidir: por_decidir - less.por_decidir + more.por_decidir,
    };
  }

  /** Appends what happened and writes the box's row. */
  private async settle(changes: RowChanges<'cajas'>): Promise<void> {
    await this.log.write(this.trx);
    const written = { ...changes, ...this.log.head };
    await updateBox(this.trx, this.current.id, written);
    this.current = { ...this.current, ...(written as Partial<BoxRow>) };
  }
}

/** True while a store may change the box. */
export const isOpen = (box: Readonly<Pick<BoxRow, 'active'>>): boolean =>
  box.active === boxStates.open.codigo;
