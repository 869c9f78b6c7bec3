/** A table of the browser's database, opened when it is first used. */
import { createStore, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';

/** Each of them throws a DOMException where the browser keeps nothing: it is full, forbidden or missing. */
export function browserTable<Row>(database: string, table: string) {
  let opened: UseStore | undefined;
  const store = (): UseStore => {
    opened ??= createStore(database, table);
    return opened;
  };
  return {
    get: async (name: string) => get<Row>(name, store()),
    set: async (name: string, row: Row) => set(name, row, store()),
    remove: async (...names: string[]) => delMany(names, store()),
    names: async () => keys<string>(store()),
    entries: async () => entries<string, Row>(store()),
  };
}

/** The answer of the database, or a substitute for its silence. */
export const orElse = <Answer>(missing: Answer, work: Promise<Answer>): Promise<Answer> =>
  work.catch(() => missing);
