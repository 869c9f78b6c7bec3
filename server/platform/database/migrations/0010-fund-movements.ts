/**
 * Movements that change the fund of a store without an expense, with their payments, and cash that was handed out before
 * its receipt.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { id, int8, day, end } = ddlWords(engine);
  const live = "estado not in ('retirado', 'devuelto')";
  const amount = (name: string) => `${name} ${int8} not null default 0 check (${name} >= 0)`;
  return [
    `create table movimiento_fondo (
      ${id},
      id_tienda ${int8} not null references tiendas (id),
      tipo text not null check (tipo in
        ('apertura', 'aumento', 'disminucion', 'asumido', 'faltante', 'sobrante', 'vale')),
      valor ${int8} not null check (valor > 0),
      estado text not null,
      ${amount('por_girar')},
      ${amount('a_cargo')},
      giro text,
      id_deudor ${int8} references usuarios (id),
      id_arqueo ${int8} references arqueo (id),
      id_gasto ${int8},
      id_movimiento ${int8} references movimiento_fondo (id),
      id_caja ${int8} references cajas (id),
      motivo text not null default '',
      dia text not null default '',
      referencia text not null default '',
      creado ${int8} not null,
      id_usuario ${int8} not null references usuarios (id),
      resuelto ${int8},
      id_usuario_resuelve ${int8} references usuarios (id)
    ${end}`,
    'create index movimiento_por_tienda on movimiento_fondo (id_tienda, id)',
    `create index movimiento_fuera_del_fondo on movimiento_fondo (id_tienda)
      where por_girar > 0 or a_cargo > 0`,
    `create index movimiento_por_giro on movimiento_fondo (giro, id_tienda)
      where giro is not null and giro <> 'recibido'`,
    `create unique index movimiento_pedido on movimiento_fondo (id_tienda)
      where tipo = 'disminucion' and estado = 'pedida'`,
    // Part of the payment of a box that lowers the base of the fund.
    `alter table cajas add column ${amount('retenido')}`,
    // A payment is of a box or of a movement. SQLite cannot drop a constraint: the column is written again without it.
    `alter table giro add column id_movimiento ${int8} references movimiento_fondo (id)`,
    `alter table giro add column caja ${int8} references cajas (id)`,
    'update giro set caja = id_caja',
    'drop index giro_vivo',
    'drop index giro_por_caja',
    'alter table giro drop column id_caja',
    'alter table giro rename column caja to id_caja',
    `create unique index giro_vivo on giro (id_caja) where ${live}`,
    'create index giro_por_caja on giro (id_caja)',
    `create unique index giro_vivo_movimiento on giro (id_movimiento) where ${live}`,
    'create index giro_por_movimiento on giro (id_movimiento) where id_movimiento is not null',
    `create table vale (
      ${id},
      id_tienda ${int8} not null references tiendas (id),
      valor ${int8} not null check (valor > 0),
      persona text not null,
      motivo text not null default '',
      ${day('dia')},
      estado text not null check (estado in ('fuera', 'legalizado', 'devuelto', 'a_cargo')),
      id_gasto ${int8},
      creado ${int8} not null,
      id_usuario ${int8} not null references usuarios (id),
      resuelto ${int8},
      id_usuario_resuelve ${int8} references usuarios (id)
    ${end}`,
    'create index vale_por_tienda on vale (id_tienda, id)',
    "create index vale_fuera on vale (id_tienda) where estado = 'fuera'",
  ];
};

export async function fundMovements(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
