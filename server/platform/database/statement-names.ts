import { sha256Of } from '../access/digests.ts';

/** Names of the statements that PostgreSQL keeps prepared for a connection. */

/** Names in use at a time; the daily calls send about 150 different texts. */
const MOST = 500;

/** Names by text. When all are given up, the names that follow differ, and the open connections are to be closed. */
export class StatementNames {
  #generation = 0;
  #connections = new WeakSet<object>();
  readonly #names = new Map<string, string>();
  readonly #sentOnce = new Set<string>();

  /**
   * The name of a text, from the second time that it is asked for: a list of a rare length, whose text is its own, takes
   * no place. Undefined: the statement is not prepared.
   */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (!this.#sentOnce.delete(text)) {
      if (this.#sentOnce.size >= MOST) this.#sentOnce.clear();
      this.#sentOnce.add(text);
      return undefined;
    }
    if (this.#names.size >= MOST) this.giveUp();
    const name = `${this.#generation}-${sha256Of(text).slice(0, 40)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives up all names: the tables changed, or there are too many. */
  giveUp(): void {
    this.#generation += 1;
    this.#connections = new WeakSet();
    this.#names.clear();
  }

  /** A connection was opened. */
  open(connection: object): void {
    this.#connections.add(connection);
  }

  /** Whether a connection keeps statements under names that were given up. */
  isFormer(connection: object): boolean {
    return !this.#connections.has(connection);
  }
}
