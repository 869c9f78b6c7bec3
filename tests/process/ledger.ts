/** What the answers of a server promised about its rows, to be compared with the rows after it was killed. */

/** Columns of a row that somebody was promised. */
export interface RowFacts {
  id?: number;
  id_caja?: number;
  estado?: number;
  valor?: number;
  categorias?: readonly number[];
  /** Centavos of each category once accounting has split the expense. */
  items?: readonly (number | null)[];
  /** Undefined: it has another one, whose name the answer would have had. */
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

/** Rows under names that are known before they are written, as `gasto R12`; null: there is none. */
export type Facts = Record<string, RowFacts | null>;
export type Rows = ReadonlyMap<string, RowFacts>;

/** What is stored in the columns that were promised something. */
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
  /** The change that nobody knows the outcome of. */
  #begun: Facts | null = null;
  /** Changes that were answered; that were cut off and done; that were cut off and not done. */
  answered = 0;
  happened = 0;
  undone = 0;
  /** Those of them that were about the money of a closed box. */
  payments = 0;

  get rows(): Rows {
    return this.#rows;
  }

  /** What was promised until now, for a database of this moment. */
  copy(): Ledger {
    const copy = new Ledger();
    for (const [name, facts] of this.#rows) copy.#rows.set(name, facts);
    copy.#begun = this.#begun;
    return copy;
  }

  /** Before the request goes out. */
  begin(change: Facts): void {
    this.#begun = change;
    if (Object.values(change).some((facts) => facts?.giro !== undefined)) this.payments += 1;
  }

  /** The answer came: this is so from now on. */
  promise(change: Facts): void {
    if (this.#begun !== null) this.answered += 1;
    this.#begun = null;
    this.#apply(change);
  }

  /** The change that was cut off happened as a whole or not at all; everything else is as it was promised. */
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
