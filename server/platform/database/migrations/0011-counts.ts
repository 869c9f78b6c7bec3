/** What becomes of the difference of a cash count, and what of the fund the drawer cannot hold yet. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { int8 } = ddlWords(engine);
  return [
    // '': from before differences were settled.
    `alter table arqueo add column estado text not null default ''
      check (estado in ('', 'cuadra', 'conDiferencia', 'resuelto'))`,
    `alter table arqueo add column sin_recibir ${int8} not null default 0 check (sin_recibir >= 0)`,
    `alter table arqueo add column tolerancia ${int8} not null default 0 check (tolerancia >= 0)`,
    'alter table arqueo add column perfil integer not null default 0',
    `alter table arqueo add column id_responsable ${int8} references usuarios (id)`,
    "alter table arqueo add column motivo text not null default ''",
    `alter table arqueo add column resuelto ${int8}`,
    `alter table arqueo add column id_usuario_resuelve ${int8} references usuarios (id)`,
    "create index arqueo_con_diferencia on arqueo (id_tienda, id) where estado = 'conDiferencia'",
    'create index movimiento_por_arqueo on movimiento_fondo (id_arqueo) where id_arqueo is not null',
  ];
};

export async function counts(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
