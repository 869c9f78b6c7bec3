import type { DdlWords } from './ddl-words.ts';

/**
 * What each person wants to be told by mail and when, what waits for the daily mail, and for mails of the outbox a key
 * under which there is one alone and the instant from which they are worth nothing. The person of a notice is no foreign key:
 * a box that moves on waits for the lock of nobody's row.
 */
export const chosenMails = ({ id, int8, end }: DdlWords): string[] => [
  `create table preferencia_correo (
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    tipo text not null,
    cuando text not null check (cuando in ('inmediato', 'diario', 'nunca')),
    primary key (id_usuario, tipo)
  ${end}`,
  `create table aviso_correo (
    ${id},
    id_usuario ${int8} not null,
    tipo text not null,
    id_caja ${int8} not null references cajas (id) on delete cascade,
    active integer not null,
    creado ${int8} not null,
    unique (id_usuario, tipo, id_caja, active)
  ${end}`,
  'create index aviso_correo_por_fecha on aviso_correo (creado)',
  'create index aviso_correo_por_caja on aviso_correo (id_caja)',
  'alter table correo add column clave text',
  `alter table correo add column vence ${int8}`,
  'create unique index correo_por_clave on correo (clave)',
];
