import { committedBy } from '#machines/domain/fund.ts';
import { type BoxStateName, boxStates } from '#machines/domain/states.ts';
import type { FundEvent } from '../../repositories/workflow-log.repository.ts';

interface Beside {
  active: number;
  /** Centavos. */
  total: number;
}

const valueIn = ({ payload }: FundEvent): number =>
  (JSON.parse(payload) as { facts: { valor: number } }).facts.valor;

/** Amounts that boxes keep from the fund of their store, event by event. */
class Commitments {
  readonly #boxes = new Map<number, Beside>();
  /** Value of each expense, for when it is removed. */
  readonly #values = new Map<number, number>();
  /** Centavos. */
  total = 0;

  take(event: FundEvent): void {
    const before = this.#boxes.get(event.id_caja) ?? { active: boxStates.open.codigo, total: 0 };
    const after = this.#after(before, event);
    this.#boxes.set(event.id_caja, after);
    this.total += committedBy(after) - committedBy(before);
  }

  #after({ active, total }: Beside, event: FundEvent): Beside {
    const { id_gasto, evento, hacia } = event;
    if (id_gasto === null) return { active: boxStates[hacia as BoxStateName].codigo, total };
    if (evento === 'EXPENSE.REMOVE')
      return { active, total: total - (this.#values.get(id_gasto) ?? 0) };
    const valor = valueIn(event);
    this.#values.set(id_gasto, valor);
    return { active, total: total + valor };
  }
}

/**
 * Amounts that other boxes kept from the fund at each of some moments, in centavos.
 *
 * @param others their events from the first of each, in the order of their keys
 * @param moments keys of events, ascending: right after each of them
 */
export function committedAt(others: readonly FundEvent[], moments: readonly number[]): number[] {
  const commitments = new Commitments();
  let next = 0;
  return moments.map((moment) => {
    for (let event = others[next]; event !== undefined && event.id <= moment; ) {
      commitments.take(event);
      next += 1;
      event = others[next];
    }
    return commitments.total;
  });
}
