/** A store and its reviewers: expenses from their recording to the closed box, in an order that chance decides. */
import type { WebClient } from '#tests/kit/web-client.ts';
import {
  finalActions,
  maintenanceActions,
  preliminaryActions,
  supervisorActions,
} from './review-actions.ts';
import { type Box, type Desk, type Expense, openBoxActions, shipActions } from './store-actions.ts';
import { type Action, Worker } from './worker.ts';

/** What each state of a box lets people do; nothing with a closed one. */
const turns: Readonly<Record<number, (desk: Desk, box: Box) => Action[]>> = {
  0: openBoxActions,
  2: supervisorActions,
  1: maintenanceActions,
  9: preliminaryActions,
  3: shipActions,
  4: finalActions,
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

  /** What the answers say of the fund, in centavos: the open box, and those sent and not closed. */
  fund(): { current: number; reembolso: number } {
    const boxes = this.#boxes();
    const sum = (wanted: (box: Box) => boolean) =>
      boxes
        .filter(wanted)
        .flatMap(({ expenses }) => expenses)
        .reduce((total, { valor }) => total + valor, 0);
    return {
      current: sum(({ active }) => active === 0),
      reembolso: sum(({ active }) => active !== 0 && active !== 5),
    };
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
      .map(([, { id = 0, active = 0 }]) => ({
        id,
        active,
        expenses: expenses.filter(({ id_caja }) => id_caja === id),
      }));
  }

  async #readOpenBox(): Promise<void> {
    const { team, idTienda } = this.#desk;
    const { id, active } = await team.store.must('/obtenerCajaActual', { id_tienda: idTienda });
    this.ledger.promise({ [`caja ${id}`]: { id, active } });
  }
}
