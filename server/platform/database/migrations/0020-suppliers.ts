/** Suppliers that accounting maintains, and limits by category. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  return [
    ...['tipo_doc', 'nombres', 'apellidos', 'regimen'].map(
      (column) => `alter table proveedores add column ${column} text not null default ''`,
    ),
    `alter table proveedores add column bloqueado_desde ${int8}`,
    `alter table proveedores add column fusionado_en ${int8} references proveedores (id)`,
    'create index proveedores_por_fusion on proveedores (fusionado_en)',
    `create table tope_categoria (
      ${id},
      id_categoria ${int8} not null references categoria_gasto (id),
      id_formato ${int8} references formato_tienda (id),
      id_tienda ${int8} references tiendas (id),
      clase text not null check (clase in ('gasto', 'caja', 'mes', 'factura')),
      valor ${int8} not null,
      efecto text not null check (efecto in ('avisar', 'impedir')),
      desde ${int8} not null,
      hasta ${int8}
    ${end}`,
    'create index tope_por_categoria on tope_categoria (id_categoria)',
  ];
};

export async function suppliers(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
