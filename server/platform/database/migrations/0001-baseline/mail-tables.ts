import type { DdlWords } from '../ddl-words.ts';

/**
 * Mails that wait to be sent, and those that were: a key under which there is one alone, the instant from which it is
 * worth nothing, and the trace of the request that caused it, as `traceparent` has it. Which mails each person wants and
 * when, and what waits for the daily mail: its person is no foreign key, so that a box that moves on waits for the lock of
 * nobody's row.
 */
export const mailTables = ({ id, int8, end }: DdlWords): string[] => [
  `create table correo (
    ${id},
    para text not null,
    asunto text not null,
    texto text not null,
    html text not null default '',
    adjuntos text not null default '[]',
    estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido')),
    intentos integer not null default 0 check (intentos >= 0),
    proximo_intento ${int8} not null,
    error text not null default '',
    creado ${int8} not null,
    enviado ${int8},
    clave text,
    vence ${int8},
    traza text
  ${end}`,
  'create index correo_por_enviar on correo (estado, proximo_intento)',
  'create unique index correo_por_clave on correo (clave)',
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
];
