/** Sign-in with the account of the company. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  return [
    `create table identidad (
      ${id},
      id_usuario ${int8} not null references usuarios (id),
      emisor text not null,
      sujeto text not null,
      grupos text not null default '',
      creada ${int8} not null,
      ultima ${int8} not null
    ${end}`,
    'create unique index identidad_sujeto on identidad (emisor, sujeto)',
    'create unique index identidad_usuario on identidad (id_usuario, emisor)',
    `create table ingreso_compania (
      ${id},
      estado_hash text not null unique,
      nonce text not null,
      verificador text not null,
      id_sesion ${int8},
      vence ${int8} not null
    ${end}`,
    'create index ingreso_compania_por_vencimiento on ingreso_compania (vence)',
    `create table salida_compania (
      ${id},
      jti_hash text not null unique,
      vence ${int8} not null
    ${end}`,
    'create index salida_compania_por_vencimiento on salida_compania (vence)',
    'alter table sesion add column sid_compania text',
    'create index sesion_por_compania on sesion (sid_compania)',
  ];
};

export async function companySignIn(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
