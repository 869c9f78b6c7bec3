/** Row values that the answers of a server acknowledged, to be compared with its rows after a kill. */

/** Acknowledged columns of a row. */
export interface RowFacts {
  id?: number;
  id_caja?: number;
  estado?: number;
  valor?: number;
  categorias?: readonly number[];
  /** Centavos of each category once accounting has split the expense. */
  items?: readonly (number | null)[];
  /** Undefined: it has a new one, whose name only the answer contains. */
  soporte?: string | null | undefined;
  soporte_sha256?: string | null;
  obs_supervisor?: string;
  obs_mantenimiento?: string;
  obs_contabilidad?: string;
  obs_contabilidad_dos?: string;
  active?: number;
  consecutivo?: number | null;
  codigo_soporte?: string | null;
  giro?: string | null;
  active_?: number;
  id_ciudad?: number;
  field_content?: string;
}

/** Rows by a name that is known before they are written, such as `gasto R12`; null: the row does not exist. */
export type Facts = Record<string, RowFacts | null>;
export type Rows = ReadonlyMap<string, RowFacts>;

/** Stored values of the acknowledged columns. */
function asPromised(stored: RowFacts | undefined, wanted: RowFacts | null): RowFacts | null {
  if (stored === undefined || wanted === null) return stored ?? null;
  const known = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([column]) => [column, stored[column as keyof RowFacts]]));
}

const differing = (stored: RowFacts | undefined, wanted: RowFacts | null): boolean =>
  reported(asPromised(stored, wanted)) !== reported(wanted);

const reported = (row: RowFacts | null): string => JSON.stringify(row);

export class Ledger {
  readonly #rows = new Map<string, RowFacts>();
  /** The change whose outcome is unknown. */
  #begun: Facts | null = null;
  /** Changes that were answered; cut off and done; cut off and not done. */
  answered = 0;
  happened = 0;
  undone = 0;
  /** Begun changes that concern the payment of a closed box. */
  payments = 0;

  get rows(): Rows {
    return this.#rows;
  }

  /** Copy of the current state, to be compared with a database of this instant. */
  copy(): Ledger {
    const copy = new Ledger();
    for (const [name, facts] of this.#rows) copy.#rows.set(name, facts);
    copy.#begun = this.#begun;
    return copy;
  }

  /** Called before the request is sent. */
  begin(change: Facts): void {
    this.#begun = change;
    if (Object.values(change).some((facts) => facts?.giro !== undefined)) this.payments += 1;
  }

  /** Called with the answer: the facts hold from now on. */
  promise(change: Facts): void {
    if (this.#begun !== null) this.answered += 1;
    this.#begun = null;
    this.#apply(change);
  }

  /** Differences: a partial change that was cut off, or rows other than acknowledged. */
  differences(stored: Rows): string[] {
    return [...this.#settle(stored), ...this.#lost(stored)];
  }

  #apply(change: Facts): void {
    for (const [name, facts] of Object.entries(change))
      if (facts === null) this.#rows.delete(name);
      else this.#rows.set(name, { ...this.#rows.get(name), ...facts });
  }

  #settle(stored: Rows): string[] {
    const change = this.#begun;
    this.#begun = null;
    if (change === null) return [];
    const names = Object.keys(change);
    const before = (name: string): RowFacts | null => this.#rows.get(name) ?? null;
    const after = (name: string): RowFacts | null => {
      const facts = change[name] ?? null;
      return facts && { ...before(name), ...facts };
    };
    if (names.every((name) => !differing(stored.get(name), after(name)))) {
      this.happened += 1;
      this.#apply(change);
      for (const name of names) {
        const id = stored.get(name)?.id;
        if (id !== undefined) this.#apply({ [name]: { id } });
      }
      return [];
    }
    if (names.every((name) => !differing(stored.get(name), before(name)))) {
      this.undone += 1;
      return [];
    }
    return names.map(
      (name) =>
        `${name}: half a change, ${reported(before(name))} to ${reported(after(name))}: ${reported(asPromised(stored.get(name), after(name)))}`,
    );
  }

  #lost(stored: Rows): string[] {
    return [...this.#rows]
      .filter(([name, facts]) => differing(stored.get(name), facts))
      .map(
        ([name, facts]) =>
          `${name}: promised ${reported(facts)}, stored ${reported(asPromised(stored.get(name), facts))}`,
      );
  }
}
