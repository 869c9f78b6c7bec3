/** Openings of stores that begin with a fund that another system kept. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { int8 } = ddlWords(engine);
  return [
    // Of an opening: the base before it, and the number of the first box.
    `alter table movimiento_fondo add column base_anterior ${int8}`,
    `alter table movimiento_fondo add column siguiente ${int8}`,
    // The number of a box that the other system sent.
    `alter table movimiento_fondo add column caja_externa ${int8}`,
    `create unique index movimiento_apertura on movimiento_fondo (id_tienda)
      where siguiente is not null and estado = 'hecho'`,
    // The opening whose receipts a vale covers.
    `alter table vale add column id_movimiento ${int8} references movimiento_fondo (id)`,
  ];
};

export async function openings(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
