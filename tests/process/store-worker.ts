/** A store and its reviewers: expenses from their recording to the closed and paid box, in random order. */
import type { WebClient } from '#tests/kit/web-client.ts';
import {
  finalActions,
  maintenanceActions,
  preliminaryActions,
  supervisorActions,
} from './review-actions.ts';
import { grantedOf, owedTo, paymentActions } from './payment-actions.ts';
import { type Box, type Desk, type Expense, openBoxActions, shipActions } from './store-actions.ts';
import { type Action, Worker } from './worker.ts';

/** Actions that are possible in each state of a box. */
const turns: Readonly<Record<number, (desk: Desk, box: Box) => Action[]>> = {
  0: openBoxActions,
  2: supervisorActions,
  1: maintenanceActions,
  9: preliminaryActions,
  3: shipActions,
  4: finalActions,
  5: paymentActions,
};

export class StoreWorker extends Worker {
  protected readonly browsers: readonly WebClient[];
  readonly #desk: Desk;

  constructor(desk: Desk) {
    super(desk.random);
    this.#desk = desk;
    this.browsers = Object.values(desk.team);
  }

  get idTienda(): number {
    return this.#desk.idTienda;
  }

  /** Fund according to the answers, in centavos: the open box, the reimbursement under way, and what is owed. */
  fund(): { current: number; reembolso: number; aCargo: number } {
    const sum = (wanted: (box: Box) => boolean, part: (box: Box) => number) =>
      this.#boxes()
        .filter(wanted)
        .reduce((total, box) => total + part(box), 0);
    const requestedOf = ({ expenses }: Box) =>
      expenses.reduce((total, { valor }) => total + valor, 0);
    const isClosed = ({ active }: Box) => active === 5;
    return {
      current: sum(({ active }) => active === 0, requestedOf),
      reembolso:
        sum(({ active }) => active !== 0 && active !== 5, requestedOf) + sum(isClosed, owedTo),
      aCargo: sum(isClosed, (box) => requestedOf(box) - grantedOf(box)),
    };
  }

  /** True once a payment to the store was confirmed. */
  get isPaid(): boolean {
    return this.#boxes().some(({ giro }) => giro === 'girado' || giro === 'recibido');
  }

  protected async choices(): Promise<Action[]> {
    if (!this.#boxes().some(({ active }) => active === 0)) await this.#readOpenBox();
    return this.#boxes().flatMap((box) => turns[box.active]?.(this.#desk, box) ?? []);
  }

  #boxes(): Box[] {
    const rows = [...this.ledger.rows];
    const expenses = rows
      .filter(([name]) => name.startsWith('gasto '))
      .map(([name, facts]) => ({ name, ...facts }) as Expense);
    return rows
      .filter(([name]) => name.startsWith('caja '))
      .map(([, { id = 0, active = 0, giro = null }]) => ({
        id,
        active,
        giro,
        expenses: expenses.filter(({ id_caja }) => id_caja === id),
      }));
  }

  async #readOpenBox(): Promise<void> {
    const { team, idTienda } = this.#desk;
    const { id, active } = await team.store.must('/obtenerCajaActual', { id_tienda: idTienda });
    this.ledger.promise({ [`caja ${id}`]: { id, active } });
  }
}
