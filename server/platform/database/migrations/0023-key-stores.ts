/**
 * Keys of machines for some stores; the session that a sign-in with the account of the company replaces; who has read the
 * notice on personal data; and with what the names of a row are logged from now on.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const named = ['usuarios', 'proveedores', 'cuenta_tienda', 'vale'] as const;

const random: Record<Engine, string> = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: "replace(gen_random_uuid()::text, '-', '')",
};

const statements = (engine: Engine): string[] => {
  const { int8, end } = ddlWords(engine);
  return [
    'alter table llave add column tiendas text',
    'alter table ingreso_compania add column previa_hash text',
    `create table aviso_leido (
      id_usuario ${int8} primary key references usuarios (id),
      sha256 text not null,
      leido ${int8} not null
    ${end}`,
    ...named.map((table) => `alter table ${table} add column sal text not null default ''`),
    ...named.map((table) => `update ${table} set sal = ${random[engine]}`),
  ];
};

export async function keyStores(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
