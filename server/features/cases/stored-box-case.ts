/**
 * A box within one transaction. Every change asks the state machine, writes the columns and appends the event; no
 * other code writes a state.
 */

import {
  type BoxSend,
  type CaseAfter,
  type CaseEvent,
  type CaseExpense,
  type CasePayment,
  caseAfter,
  type Move,
  type BoxCase as PureCase,
  type Refused,
} from '#machines/domain/case/box-case.ts';
import { moneyOf, owedOf, paymentColumnsOf, amountsOf } from '#machines/domain/case/box-money.ts';
import type { OwedEvent } from '#machines/domain/payment/owed.machine.ts';
import type { PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import { boxFacts } from '#machines/domain/box/box.machine.ts';
import { type ExpenseCommand, expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { decidersOf, inNameOf } from '#machines/domain/people/delegation.ts';
import { type ExpenseAmount, columnTotalsOf } from '#machines/domain/fund/fund.ts';
import { factsOfRow } from '#machines/domain/values/facts.ts';
import { keyOf } from '#machines/domain/payment/payee.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { stageOfBox, stages, storeProfiles } from '#machines/domain/stages/stages.ts';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { updateRows } from '../../platform/database/bulk-rows.ts';
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
import { addClosedCase, BoxLog, insertEvents, markMoneyReceived } from './event.repository.ts';
import { casePaymentsOf, type Payable, writePayments } from './payment.repository.ts';
import { arrivalColumns, keysOf, movesNoBox, recordedFacts } from './case-facts.ts';

export type CategoryRow = Omit<NewRow<'gasto_categoria'>, 'id_gasto' | 'orden'>;

/** Columns that a store records; state, version and keys are set by `BoxCase`. */
type RecordedColumns = Omit<
  NewRow<'gastos'>,
  'id_caja' | 'estado' | 'cambio' | 'id_usuario' | 'creado' | keyof ReturnType<typeof keysOf>
>;

const caseExpenseOf = (row: ExpenseRow): CaseExpense => ({
  estado: row.estado,
  context: factsOfRow(expenseFacts, row),
  saldado: row.saldado,
});

/** The payment of a box. */
export const payableOf = ({
  id,
  id_tienda,
  giro,
  total_aprobado,
  retenido,
}: Pick<BoxRow, 'id' | 'id_tienda' | 'giro' | 'total_aprobado' | 'retenido'>): Payable => ({
  payee: { column: 'id_caja', id },
  id_tienda,
  giro,
  granted: total_aprobado - retenido,
  takenOverBy: null,
});

/** @throws HttpError 409 or 422 with the failing guards */
export function accepted<After extends { ok: true }>(after: After | Refused): After {
  if (after.ok) return after;
  throw new HttpError(after.kind === 'rule' ? 422 : 409, { motivos: after.motivos });
}

export class BoxCase {
  private readonly trx: Trx;
  private readonly now: number;
  private readonly log: BoxLog;
  private current: BoxRow;
  /** Expenses that were read, by id. */
  private readonly read = new Map<number, ExpenseRow>();
  private excess = 0;
  private deciders: readonly number[] | undefined;
  /** The payment that `writePayments` has to write. */
  private moved: { event: PaymentEvent; changes: ReturnType<typeof paymentColumnsOf> } | null =
    null;

  /** @param box its row, locked by this transaction */
  constructor(trx: Trx, now: number, box: BoxRow) {
    this.trx = trx;
    this.now = now;
    this.log = new BoxLog(box, now);
    this.current = box;
  }

  /** Locks the box; its expenses are read on demand. */
  static async open(trx: Trx, idCaja: number, now: number): Promise<BoxCase> {
    return new BoxCase(trx, now, await lockBox(trx, idCaja));
  }

  get box(): Readonly<BoxRow> {
    return this.current;
  }

  get payable(): Payable {
    return payableOf(this.current);
  }

  /** @throws HttpError 404 when the expense is not of this box */
  async expense(idGasto: number): Promise<Readonly<ExpenseRow>> {
    return this.read.get(idGasto) ?? this.keep(await findExpense(this.trx, idGasto));
  }

  /**
   * Reuses an expense that was read before the box was locked, unless the box has changed since: its version counts
   * every event of the box and of its expenses.
   *
   * @param version of the box, read with the expense
   */
  requireUnchanged(expense: ExpenseRow, version: number): void {
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

  /** All expenses of the box, read by one query. */
  async expenses(): Promise<readonly Readonly<ExpenseRow>[]> {
    const rows = await expensesOfBox(this.trx, this.current.id);
    for (const row of rows) this.read.set(row.id, row);
    return rows;
  }

  /** @throws HttpError 409 when `version` is not the current version of the box (optimistic locking) */
  requireBoxVersion(version: number | undefined): void {
    if (version !== undefined && version !== this.current.version) throw changedMeanwhile();
  }

  /** @throws HttpError 409 when `version` is not the current version of the expense (optimistic locking) */
  async requireExpenseVersion(idGasto: number, version: number | undefined): Promise<void> {
    if (version !== undefined && version !== (await this.expense(idGasto)).version)
      throw changedMeanwhile();
  }

  /**
   * Makes the state machine check who may decide the box. Call it under the box's lock: ended delegations do not count.
   *
   * @param idGasto expense to read by the same query
   * @throws HttpError 404 when the expense is not of this box
   */
  async loadDeciders(idGasto?: number): Promise<void> {
    const stage = stageOfBox(boxStateOf(this.current.active));
    if (stage === null || stages[stage].assignee === null) return;
    const today = dateInBogota(this.now);
    const people =
      idGasto === undefined
        ? await peopleOfStore(this.trx, this.current.id_tienda, today)
        : await this.peopleBeside(idGasto, today);
    this.deciders = decidersOf(people.id_supervisor, people.delegations, today);
  }

  /** The actor as the log records it: a delegate together with the absent person. */
  actingAs(actor: Person): Person {
    return inNameOf(actor, this.deciders ?? []);
  }

  /** The case for the state machine, with these expenses. */
  caseOf(rows: readonly ExpenseRow[]): PureCase {
    const { active, seguida, retenido, id_responsable: debtor } = this.current;
    const { excess, deciders } = this;
    return {
      active,
      seguida,
      retenido,
      debtor,
      facts: { ...factsOfRow(boxFacts, this.current), excess, deciders },
      expenses: new Map(rows.map((row) => [row.id, caseExpenseOf(row)])),
    };
  }

  /** Makes the state machine refuse what exceeds the store's fund. @param excess centavos beyond the fund */
  setFundExcess(excess: number): void {
    this.excess = excess;
  }

  /** @throws HttpError 409 or 422 when the state machine refuses the event; nothing is written */
  async requireAllowed(event: BoxSend): Promise<void> {
    await this.askBox(event);
  }

  /** @throws HttpError 409 or 422 when the state machine refuses the event, 404 when the expense is not of this box */
  async requireAllowedOn(idGasto: number, event: ExpenseCommand): Promise<void> {
    await this.askExpense(idGasto, event);
  }

  /**
   * Fires an event of the box: writes its state, the consequences for its expenses, and the log.
   *
   * @param given columns of the box that the event sets, such as company and guide; a function is called when the event
   *   is accepted
   * @throws HttpError 409 or 422 with the failing guards
   */
  async fire(
    event: BoxSend,
    given: RowChanges<'cajas'> | (() => Promise<RowChanges<'cajas'>>) = {},
  ): Promise<void> {
    const { next, moves } = await this.askBox(event);
    const changes = typeof given === 'function' ? await given() : given;
    const money = event.type === 'BOX.SEND_FINAL' ? moneyOf(next) : {};
    this.log.appendMoves(moves, { cambios: { ...changes, ...money } });
    // The box first, so that all transactions lock its counts in the same order.
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

  /** Logs that the store opened the legalisation, the first time only. */
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

  /** Receives the papers unless they were received before: a decision in the final pass implies that they arrived. */
  async receivePapersIfAwaited(actor: Person): Promise<void> {
    if (this.awaitsPapers) await this.receivePapers(actor);
  }

  /** Accounting received the papers. @throws HttpError 409 when they were received before, or were not sent */
  async receivePapers(actor: Person): Promise<void> {
    await this.fire({ type: 'BOX.PAPERS_RECEIVED', actor }, { papeles: this.now });
  }

  /**
   * Fires an event of the payment of the box: writes the attempt, the amount to be paid, and the log.
   *
   * @throws HttpError 409 or 422 with the failing guards
   */
  async firePayment(event: PaymentEvent): Promise<void> {
    const { payable } = this;
    const actor = { idUsuario: event.actor.id, now: this.now };
    const payments = await casePaymentsOf(this.trx, [payable], actor);
    this.movePayment(payments.get(keyOf(payable.payee)), event);
    await BoxCase.writePayments(this.trx, this.now, [this]);
  }

  /**
   * Asks the state machine about an event of the payment of the box; `writePayments` writes what it changes.
   *
   * @throws HttpError 409 or 422 with the failing guards
   */
  movePayment(payment: CasePayment | undefined, event: PaymentEvent): void {
    const request = { type: 'payment', idGasto: null, event } as const;
    const before = { ...this.caseOf([]), payment: payment ?? null };
    const { next, moves } = accepted(caseAfter(before, request));
    const changes = paymentColumnsOf(next);
    this.log.append({ ...moves[0], cambios: changes });
    this.moved = { event, changes };
  }

  /** Writes the moved payments of boxes, with their logs: a few statements for all. */
  static async writePayments(trx: Trx, now: number, boxes: readonly BoxCase[]): Promise<void> {
    const moved = boxes.flatMap((box) => (box.moved === null ? [] : [{ box, ...box.moved }]));
    if (moved.length === 0) return;
    await insertEvents(
      trx,
      moved.flatMap(({ box }) => box.log.take()),
    );
    await writePayments(
      trx,
      moved.map(({ box, event }) => ({ payee: box.payable.payee, event })),
      now,
    );
    const rows = moved.map(({ box, changes }) => ({
      id: box.current.id,
      ...changes,
      ...box.log.head,
    }));
    await updateRows(trx, 'cajas', 'id', rows);
    for (const [place, { box }] of moved.entries()) {
      box.current = { ...box.current, ...rows[place] };
      box.moved = null;
    }
    const boxesOf = (type: PaymentEvent['type']) =>
      moved.filter(({ event }) => event.type === type).map(({ box }) => box.current.id);
    await markMoneyReceived(trx, boxesOf('PAYMENT.RECEIVE'), now);
    await markMoneyReceived(trx, boxesOf('PAYMENT.AGREE_RETURN'), null);
  }

  /**
   * Fires an event about the part of an expense that was not granted.
   *
   * @throws HttpError 409 or 422 with the failing guards, 404 when the expense is not of this box
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

  /** Centavos of an expense that are owed, or will be once the box is closed. */
  async owedOf(idGasto: number): Promise<number> {
    const row = await this.expense(idGasto);
    const expense = this.caseOf([row]).expenses.get(idGasto);
    return expense === undefined ? 0 : owedOf(this.current, expense);
  }

  /**
   * Fires an event of one expense.
   *
   * @param changes columns of the expense that the event sets
   * @param categories its categories after the event, when they change
   * @throws HttpError 409 or 422 with the failing guards, 404 when the expense is not of this box
   */
  async fireExpenseEvent(
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
   * Fires one event on several expenses; it must change the state of each and leave the granted amounts unchanged.
   *
   * @param changes columns that the event sets, the same for all
   * @throws HttpError 409 or 422 with the failing guards, 404 for one that is not of this box
   */
  async fireExpenseEvents(
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
   * @param row its columns; state and version are set here
   * @throws HttpError 409 when the box is no longer open, 422 when the fund of its store cannot pay it
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

  /** Events of the box are checked with all of its expenses, which move with it. */
  private async askBox(event: BoxSend): Promise<CaseAfter> {
    const expenses = await expensesOfBox(this.trx, this.current.id);
    return this.ask(expenses, { type: 'box', idGasto: null, event });
  }

  /** Events of an expense are checked with that expense alone. */
  private async askExpense(idGasto: number, event: ExpenseCommand): Promise<CaseAfter> {
    return this.ask([await this.expense(idGasto)], { type: 'expense', idGasto, event });
  }

  /**
   * @param rows the expenses that the event depends on; none for a recording
   * @throws HttpError 409 or 422 with the failing guards
   */
  private ask(rows: readonly ExpenseRow[], event: CaseEvent): CaseAfter {
    return accepted(caseAfter(this.caseOf(rows), event));
  }

  /** Writes the new states of expenses, with the same changes: one statement for each state. */
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

  /** Totals of the box after the amounts `gone` are replaced by `come`. */
  private totalsAfter(gone: readonly ExpenseAmount[], come: readonly ExpenseAmount[]) {
    const { total, total_aprobado, por_decidir } = this.current;
    const [less, more] = [columnTotalsOf(gone), columnTotalsOf(come)];
    return {
      total: total - less.total + more.total,
      total_aprobado: total_aprobado - less.total_aprobado + more.total_aprobado,
      por_decidir: por_decidir - less.por_decidir + more.por_decidir,
    };
  }

  /** Writes the appended events and the box's row. */
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
