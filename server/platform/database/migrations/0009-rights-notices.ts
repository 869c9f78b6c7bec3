/**
 * What each person who moves money reads in «Mis pendientes» about the rights of other people. The reader is not a
 * foreign key: it would wait for the row lock of a user whose change waits for the administration log.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  return [
    `create table aviso_derechos (
      ${id},
      id_usuario ${int8} not null,
      texto text not null,
      creado ${int8} not null,
      leido ${int8}
    ${end}`,
    'create index aviso_derechos_sin_leer on aviso_derechos (id_usuario) where leido is null',
  ];
};

export async function rightsNotices(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
