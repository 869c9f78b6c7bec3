import type { DdlWords } from './ddl-words.ts';

/** The second factor of a person, the sign-ins that wait for it, how a session began, and who must have one. */
export const secondFactor = ({ id, int8, flag, end }: DdlWords): string[] => [
  `create table segundo_factor (
    id_usuario ${int8} not null primary key references usuarios (id) on delete cascade,
    secreto text not null,
    ${flag('activo')},
    ultimo_paso ${int8} not null default 0,
    creado ${int8} not null
  ${end}`,
  `create table codigo_recuperacion (
    ${id},
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    hash text not null,
    usado ${int8},
    unique (id_usuario, hash)
  ${end}`,
  `create table ingreso_pendiente (
    ${id},
    token_hash text not null unique,
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    id_clave_temporal ${int8} references clave_temporal (id) on delete cascade,
    intentos integer not null default 0,
    vence ${int8} not null
  ${end}`,
  'create index ingreso_pendiente_por_usuario on ingreso_pendiente (id_usuario)',
  'create index ingreso_pendiente_por_clave on ingreso_pendiente (id_clave_temporal)',
  'create index ingreso_pendiente_por_vencimiento on ingreso_pendiente (vence)',
  `alter table sesion add column metodo text not null default 'clave'
    check (metodo in ('clave', 'clave_totp', 'clave_recuperacion'))`,
  `alter table sesion add column ${flag('debe_inscribir')}`,
  `insert into config (field_name, field_content) values ('perfiles_segundo_factor', '')`,
];
