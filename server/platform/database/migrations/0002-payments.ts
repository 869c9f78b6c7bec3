/**
 * The money of closed boxes: payment batches with their bank files, store accounts, amounts owed, arrival of papers.
 * The defaults make boxes that were closed earlier count as paid.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const states =
  "('preparado', 'autorizado', 'enviado', 'girado', 'noRecibido', 'recibido', 'retirado', 'devuelto')";

const growsOnly: Record<Engine, string[]> = {
  sqlite: ['update', 'delete'].map(
    (
      operation,
    ) => `create trigger archivo_banco_no_${operation} before ${operation} on archivo_banco begin
    select raise(abort, 'archivo_banco se escribe una sola vez');
  end`,
  ),
  postgres: [
    `create trigger archivo_banco_no_cambia before update or delete or truncate on archivo_banco
    for each statement execute function registro_rehusa_cambio()`,
  ],
};

const statements = (engine: Engine): string[] => {
  const { id, int8, flag, end } = ddlWords(engine);
  const amount = (name: string) => `${name} ${int8} not null default 0 check (${name} >= 0)`;
  const add = (table: string, ...columns: string[]) =>
    columns.map((column) => `alter table ${table} add column ${column}`);
  const person = (name: string) => `${name} ${int8} references usuarios (id)`;
  return [
    ...add(
      'cajas',
      flag('seguida'),
      'giro text',
      amount('por_girar'),
      amount('a_cargo'),
      amount('trasladado'),
      `papeles ${int8}`,
    ),
    `create index cajas_fuera_del_fondo on cajas (id_tienda, active)
      where por_girar > 0 or a_cargo > 0 or trasladado > 0`,
    "create index cajas_por_giro on cajas (giro, id_tienda) where giro is not null and giro <> 'recibido'",
    ...add('gastos', amount('saldado')),
    ...add('arqueo', amount('por_girar'), amount('a_cargo'), flag('sorpresivo')),
    `create table cuenta_tienda (
      ${id},
      id_tienda ${int8} not null references tiendas (id),
      via text not null check (via in ('transferencia', 'efectivo', 'cheque', 'ventas')),
      banco text not null default '',
      codigo_banco text not null default '',
      tipo_cuenta text not null default '' check (tipo_cuenta in ('', 'ahorros', 'corriente')),
      numero text not null default '',
      titular text not null default '',
      tipo_doc text not null default '',
      documento text not null default '',
      estado text not null check (estado in ('propuesta', 'vigente', 'rechazada', 'anterior')),
      creada ${int8} not null,
      id_usuario ${int8} not null references usuarios (id),
      resuelta ${int8},
      ${person('id_usuario_resuelve')}
    ${end}`,
    "create unique index cuenta_tienda_vigente on cuenta_tienda (id_tienda) where estado = 'vigente'",
    "create unique index cuenta_tienda_propuesta on cuenta_tienda (id_tienda) where estado = 'propuesta'",
    `create table lote_giro (
      ${id},
      creado ${int8} not null,
      id_usuario ${int8} not null references usuarios (id)
    ${end}`,
    `create table archivo_banco (
      ${id},
      id_lote ${int8} not null unique references lote_giro (id),
      nombre text not null,
      formato text not null,
      sha256 text not null,
      registros integer not null check (registros > 0),
      valor ${int8} not null check (valor > 0),
      bytes integer not null,
      contenido text not null,
      creado ${int8} not null,
      id_usuario ${int8} not null references usuarios (id)
    ${end}`,
    ...growsOnly[engine],
    `create table giro (
      ${id},
      id_caja ${int8} not null references cajas (id),
      id_lote ${int8} not null references lote_giro (id),
      valor ${int8} not null check (valor > 0),
      via text not null,
      id_cuenta ${int8} references cuenta_tienda (id),
      estado text not null check (estado in ${states}),
      preparado ${int8} not null,
      id_usuario_prepara ${int8} not null references usuarios (id),
      autorizado ${int8},
      ${person('id_usuario_autoriza')},
      enviado ${int8},
      ${person('id_usuario_envia')},
      confirmado ${int8},
      ${person('id_usuario_confirma')},
      dia text not null default '',
      referencia text not null default '',
      motivo text not null default '',
      respondido ${int8},
      ${person('id_usuario_responde')},
      nota text not null default '',
      cambio ${int8} not null
    ${end}`,
    "create unique index giro_vivo on giro (id_caja) where estado not in ('retirado', 'devuelto')",
    'create index giro_por_caja on giro (id_caja)',
    'create index giro_por_lote on giro (id_lote)',
  ];
};

export async function payments(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
