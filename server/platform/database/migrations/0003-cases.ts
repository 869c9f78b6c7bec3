/** Summaries of closed boxes for the figures of the analyst, and the results of the log verifications. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  const count = (name: string) => `${name} integer not null check (${name} >= 0)`;
  return [
    `create table caso_cerrado (
      id_caja ${int8} not null primary key references cajas (id),
      inicio ${int8} not null,
      cierre ${int8} not null,
      recibido ${int8},
      camino text not null,
      ${count('decisiones')},
      ${count('rechazos')},
      ${count('correcciones')},
      ${count('relevos')},
      detalle text not null
    ${end}`,
    'create index caso_cerrado_por_cierre on caso_cerrado (cierre)',
    `create table verificacion (
      ${id},
      instante ${int8} not null,
      ${count('hallazgos')}
    ${end}`,
  ];
};

export async function cases(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
