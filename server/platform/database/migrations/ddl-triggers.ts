import type { Engine } from './ddl-words.ts';

/** Statements that run with every row that is written. */
export interface Trigger {
  name: string;
  when: string;
  does: readonly string[];
}

export const differ = (...names: readonly string[]): string =>
  names.map((name) => `old.${name} <> new.${name}`).join(' or ');

/** When one of the columns of a row becomes another. */
export const changes = (table: string, ...names: readonly string[]): string =>
  `after update of ${names.join(', ')} on ${table} for each row when (${differ(...names)})`;

/** The same statements on both engines; PostgreSQL wants them in a function. */
const definitions: Record<Engine, (name: string, trigger: Trigger) => string[]> = {
  sqlite: (name, { when, does }) => [
    `create trigger ${name} ${when} begin ${does.join('; ')}; end`,
  ],
  postgres: (name, { when, does }) => [
    `create function ${name}() returns trigger language plpgsql as $$
  begin
    ${does.join(';\n    ')};
    return null;
  end $$`,
    `create trigger ${name} ${when} execute function ${name}()`,
  ],
};

/** @param prefix of their names */
export const triggersOf =
  (prefix: string, engine: Engine) =>
  (trigger: Trigger): string[] =>
    definitions[engine](`${prefix}_${trigger.name}`, trigger);
