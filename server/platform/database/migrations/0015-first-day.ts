/** Formats that are switched off; a new installation begins without formats and categories. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { flag } = ddlWords(engine);
  // An installation that was started once has its reference rows in the log.
  const isNew = `not exists (select 1 from evento_administracion)
    and not exists (select 1 from tiendas)`;
  return [
    `alter table formato_tienda add column ${flag('active_', 1)}`,
    `delete from categoria_gasto where ${isNew}`,
    `delete from formato_tienda where ${isNew}`,
  ];
};

export async function firstDay(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
