/** Accounting entries: what was exported, and the entries that were reversed. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

/** What was exported does not change, but that it is taken back or reversed. */
const locks: Record<Engine, (table: string, columns: string) => string[]> = {
  sqlite: (table, columns) =>
    [`update of ${columns}`, 'delete'].map(
      (operation, place) => `create trigger ${table}_no_${place === 0 ? 'update' : 'delete'}
        before ${operation} on ${table} begin
        select raise(abort, '${table} no se modifica ni se borra');
      end`,
    ),
  postgres: (table, columns) => [
    `create trigger ${table}_no_cambia before update of ${columns} or delete or truncate on ${table}
      for each statement execute function registro_rehusa_cambio()`,
  ],
};

const statements = (engine: Engine): string[] => {
  const { id, int8, flag, day, end } = ddlWords(engine);
  const person = (name: string) => `${name} ${int8} references usuarios (id)`;
  return [
    `create table exportacion_contable (
      ${id},
      numero ${int8} not null unique,
      ${day('hasta')},
      comprobantes ${int8} not null,
      filas ${int8} not null,
      valor ${int8} not null,
      nombre text not null,
      sha256 text not null,
      bytes ${int8} not null,
      contenido text not null,
      creado ${int8} not null,
      ${person('id_usuario')} not null,
      motivo text not null default '',
      retirada ${int8},
      ${person('id_usuario_retira')}
    ${end}`,
    `create table comprobante (
      ${id},
      numero ${int8} not null unique,
      id_exportacion ${int8} not null references exportacion_contable (id),
      origen text not null,
      id_origen ${int8} not null,
      tipo text not null,
      ${day('dia')},
      instante ${int8} not null,
      id_tienda ${int8} not null references tiendas (id),
      valor ${int8} not null,
      lineas text not null,
      ${flag('vigente', 1)}
    ${end}`,
    'create unique index comprobante_vigente on comprobante (origen, id_origen) where vigente = 1',
    'create index comprobante_por_exportacion on comprobante (id_exportacion)',
    `create table reversa_contable (
      ${id},
      id_comprobante ${int8} not null unique references comprobante (id),
      motivo text not null,
      creado ${int8} not null,
      ${person('id_usuario')} not null
    ${end}`,
    ...locks[engine](
      'comprobante',
      'numero, id_exportacion, origen, id_origen, tipo, dia, instante, id_tienda, valor, lineas',
    ),
    ...locks[engine](
      'exportacion_contable',
      'numero, hasta, comprobantes, filas, valor, nombre, sha256, bytes, contenido, creado, id_usuario',
    ),
    `create index evento_de_giros on evento (instante)
      where evento in ('PAYMENT.CONFIRM', 'PAYMENT.RETURN', 'PAYMENT.AGREE_RETURN')`,
    `create index evento_administracion_de_fondos on evento_administracion (secuencia)
      where tabla = 'movimiento_fondo'`,
  ];
};

export async function entries(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
