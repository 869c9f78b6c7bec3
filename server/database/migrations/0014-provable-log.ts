import type { DdlWords, Engine } from './ddl-words.ts';

const grows = ['evento_administracion', 'firma'] as const;

const refusal = 'es un registro que solo crece: no se modifica ni se borra';

const triggers: Record<Engine, string[]> = {
  sqlite: grows.flatMap((table) =>
    ['update', 'delete'].map(
      (operation) => `create trigger ${table}_no_${operation} before ${operation} on ${table} begin
    select raise(abort, '${table} ${refusal}');
  end`,
    ),
  ),
  postgres: [
    `create function registro_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception '% ${refusal}', tg_table_name;
  end $$`,
    ...grows.map(
      (table) => `create trigger ${table}_no_cambia before update or delete or truncate on ${table}
    for each statement execute function registro_rehusa_cambio()`,
    ),
  ],
};

/**
 * Where an event of a box happened and how its author signed in (events from before keep the hash that
 * they had); the log of administration; the signed heads of both logs.
 */
export const provableLog = ({ id, int8, end }: DdlWords, engine: Engine): string[] => [
  `alter table evento add column id_tienda ${int8}`,
  `alter table evento add column ingreso text not null default 'clave'`,
  'alter table evento add column version_hash integer not null default 1',
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
  ...triggers[engine],
];
