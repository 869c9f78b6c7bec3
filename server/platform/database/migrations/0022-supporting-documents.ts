/** Withholding of services and purchases, and supporting documents of purchases from suppliers that do not invoice. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, day, flag, end } = ddlWords(engine);
  return [
    // A check cannot be changed on SQLite: the column is written again with the new one.
    `alter table tope_categoria add column clase_nueva text not null default 'gasto'
      check (clase_nueva in ('gasto', 'caja', 'mes', 'factura', 'servicio', 'compra'))`,
    'update tope_categoria set clase_nueva = clase',
    'alter table tope_categoria drop column clase',
    'alter table tope_categoria rename column clase_nueva to clase',
    `insert into config (field_name, field_content) values ('retenciones',
      '2026-01-01 52374 2 10 Decreto 572 de 2025 y UVT de la DIAN para 2026')`,
    `create table documento_soporte (
      ${id},
      exportacion ${int8} not null,
      id_proveedor ${int8} not null references proveedores (id),
      ${flag('semanal', 1)},
      ${day('dia')},
      ${day('desde')},
      ${day('hasta')},
      valor ${int8} not null,
      numero text not null default '',
      cuds text not null default '',
      creado ${int8} not null,
      id_usuario ${int8} not null references usuarios (id)
    ${end}`,
    'create index documento_soporte_por_proveedor on documento_soporte (id_proveedor)',
    'create index documento_soporte_por_exportacion on documento_soporte (exportacion)',
    "create unique index documento_soporte_por_cuds on documento_soporte (cuds) where cuds <> ''",
    `create table documento_soporte_gasto (
      id_gasto ${int8} not null primary key references gastos (id) on delete cascade,
      id_documento ${int8} not null references documento_soporte (id) on delete cascade
    ${end}`,
    'create index documento_soporte_gasto_por_documento on documento_soporte_gasto (id_documento)',
  ];
};

export async function supportingDocuments(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
