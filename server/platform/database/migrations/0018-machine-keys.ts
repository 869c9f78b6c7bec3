/**
 * Keys of machines. Each has a row of `usuarios` that nobody signs in with, born deleted: it is the actor of what the
 * key does in both logs.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  return [
    `create table llave (
      ${id},
      id_usuario ${int8} not null unique references usuarios (id),
      prefijo text not null,
      secreto_hash text not null unique,
      anterior_hash text unique,
      anterior_hasta ${int8},
      alcances text not null,
      dias integer not null check (dias between 1 and 365),
      creada ${int8} not null,
      id_creador ${int8} not null references usuarios (id),
      vence ${int8} not null,
      ultimo_uso ${int8},
      revocada ${int8}
    ${end}`,
  ];
};

export async function machineKeys(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
