import type { DdlWords, Engine } from './ddl-words.ts';

const refusal = 'evento es un registro que solo crece: no se modifica ni se borra';

const triggers: Record<Engine, string[]> = {
  sqlite: ['update', 'delete'].map(
    (operation) => `create trigger evento_no_${operation} before ${operation} on evento begin
    select raise(abort, '${refusal}');
  end`,
  ),
  postgres: [
    `create function evento_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception '${refusal}';
  end $$`,
    `create trigger evento_no_cambia before update or delete or truncate on evento
    for each statement execute function evento_rehusa_cambio()`,
  ],
};

/**
 * Every accepted event of a box, chained by hash. `id_gasto` is no foreign key: an expense of an open box may be
 * deleted, and its events stay.
 */
export const eventLog = ({ id, int8, end }: DdlWords, engine: Engine): string[] => [
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
    unique (id_caja, secuencia)
  ${end}`,
  'create index evento_por_instante on evento (instante)',
  'create index evento_por_gasto on evento (id_gasto)',
  ...triggers[engine],
];
