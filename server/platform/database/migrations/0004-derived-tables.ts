/**
 * The version of the rule by which each derived table was filled, and the derived rows that a nightly audit found wrong.
 * Version 0: the program has to fill the table, since only it can replay the log. Counts and search texts were always
 * maintained by the triggers of the baseline.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { end } = ddlWords(engine);
  const inLog = 'case when exists (select 1 from evento) then 0 else 1 end';
  return [
    `create table tabla_derivada (
      nombre text not null primary key,
      regla integer not null check (regla >= 0)
    ${end}`,
    "insert into tabla_derivada (nombre, regla) values ('conteo', 1), ('busqueda', 1)",
    `insert into tabla_derivada (nombre, regla) values ('historia', ${inLog}), ('caso_cerrado', ${inLog})`,
    'alter table verificacion add column derivados integer not null default 0 check (derivados >= 0)',
  ];
};

export async function derivedTables(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
