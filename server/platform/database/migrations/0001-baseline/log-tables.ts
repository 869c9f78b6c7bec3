import type { DdlWords, Engine } from '../ddl-words.ts';

const refusal = 'es un registro que solo crece: no se modifica ni se borra';

/** Makes a table refuse every change of its rows. @param by its function on PostgreSQL */
const growsOnly: Record<Engine, (table: string, by: string) => string[]> = {
  sqlite: (table) =>
    ['update', 'delete'].map(
      (operation) => `create trigger ${table}_no_${operation} before ${operation} on ${table} begin
    select raise(abort, '${table} ${refusal}');
  end`,
    ),
  postgres: (table, by) => [
    `create trigger ${table}_no_cambia before update or delete or truncate on ${table}
    for each statement execute function ${by}()`,
  ],
};

const functions: Record<Engine, string[]> = {
  sqlite: [],
  postgres: [
    `create function evento_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception 'evento ${refusal}';
  end $$`,
    `create function registro_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception '% ${refusal}', tg_table_name;
  end $$`,
  ],
};

/**
 * Every accepted event of a box, chained by hash, with the store of the box and how its author had signed in; the log of
 * administration; the signed heads of both; what happened, counted by year, month and day, and the last event that is
 * counted; who of several processes does what one does at a time.
 *
 * `evento.id_gasto` is no foreign key: an expense of an open box may be deleted, and its events stay. The indexes of
 * changes are covering: the history of the workflow looks up for each event the one before it of the same object.
 */
export const logTables = ({ id, int8, end }: DdlWords, engine: Engine): string[] => [
  `create table evento (
    ${id},
    id_caja ${int8} not null references cajas (id),
    secuencia integer not null check (secuencia >= 1),
    id_gasto ${int8},
    evento text not null,
    desde text not null,
    hacia text not null,
    id_actor ${int8} references usuarios (id),
    perfil integer references tipo_usuario (id),
    instante ${int8} not null,
    version_maquina text not null,
    payload text not null,
    hash_previo text not null,
    hash text not null,
    id_tienda ${int8} not null,
    ingreso text not null default 'clave',
    version_hash integer not null default 1,
    unique (id_caja, secuencia)
  ${end}`,
  'create index evento_por_instante on evento (instante)',
  'create index evento_por_gasto on evento (id_gasto)',
  `create index evento_cambios_de_gasto on evento (id_gasto, secuencia, instante)
    where desde <> hacia and id_gasto is not null`,
  `create index evento_cambios_de_caja on evento (id_caja, secuencia, instante, hacia)
    where id_gasto is null`,
  `create table evento_administracion (
    ${id},
    secuencia integer not null unique check (secuencia >= 1),
    evento text not null,
    tabla text not null,
    id_actor ${int8} references usuarios (id),
    perfil integer references tipo_usuario (id),
    ingreso text not null default 'clave',
    instante ${int8} not null,
    payload text not null,
    hash_previo text not null,
    hash text not null
  ${end}`,
  'create index evento_administracion_por_actor on evento_administracion (id_actor)',
  `create table firma (
    secuencia integer not null primary key,
    instante ${int8} not null,
    evento ${int8} not null,
    resumen text not null,
    administracion integer not null,
    administracion_hash text not null,
    clave text not null,
    firma text not null
  ${end}`,
  ...functions[engine],
  ...growsOnly[engine]('evento', 'evento_rehusa_cambio'),
  ...['evento_administracion', 'firma'].flatMap((table) =>
    growsOnly[engine](table, 'registro_rehusa_cambio'),
  ),
  `create table historia (
    periodo text not null,
    de_caja integer not null check (de_caja in (0, 1)),
    evento text not null,
    desde text not null,
    hacia text not null,
    id_rechazo ${int8} not null,
    tramo integer not null,
    veces integer not null,
    suma ${int8} not null,
    primary key (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  ${end}${engine === 'sqlite' ? ', without rowid' : ''}`,
  `create table historia_hasta (evento ${int8} not null ${end}`,
  'insert into historia_hasta (evento) values (0)',
  `create table arriendo (
    tarea text primary key,
    titular text not null,
    ficha ${int8} not null,
    hasta ${int8} not null
  ${end}`,
];
