import type { DdlWords } from '../ddl-words.ts';

/**
 * Users, how they sign in, and who decides for whom: sessions, tries, second factors, invitations, absences. One open
 * invitation a person, of which the digest of the secret in its link is stored.
 */
export const peopleTables = ({ id, int8, flag, day, end }: DdlWords): string[] => [
  `create table usuarios (
    ${id},
    razon_social text not null check (razon_social <> ''),
    tipo integer not null references tipo_usuario (id),
    tipo_doc integer not null references tipo_doc (id),
    num_doc text not null check (num_doc <> ''),
    digito text not null default '',
    email text not null check (email <> '' and email = lower(email)),
    celular text not null default '',
    clave_hash text not null,
    ${flag('cambiar_clave')},
    permisos text,
    ${flag('active_', 1)},
    ${flag('eliminado')},
    creado ${int8} not null
  ${end}`,
  // Partial: whoever was deleted may come back as a new user with the same address.
  'create unique index usuarios_email on usuarios (email) where eliminado = 0',
  'create unique index usuarios_documento on usuarios (tipo_doc, num_doc) where eliminado = 0',
  'create index usuarios_por_tipo on usuarios (tipo, razon_social)',
  `create table clave_temporal (
    ${id},
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    clave_hash text not null,
    vence ${int8} not null,
    usada ${int8}
  ${end}`,
  'create index clave_temporal_por_usuario on clave_temporal (id_usuario, vence)',
  `create table sesion (
    ${id},
    token_hash text not null unique,
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    xsrf_hash text not null,
    creada ${int8} not null,
    vista ${int8} not null,
    vence ${int8} not null,
    agente text not null default '',
    ip text not null default '',
    metodo text not null default 'clave'
      check (metodo in ('clave', 'clave_totp', 'clave_recuperacion')),
    ${flag('debe_inscribir')}
  ${end}`,
  'create index sesion_por_usuario on sesion (id_usuario)',
  'create index sesion_por_vencimiento on sesion (vence)',
  `create table intento (
    ${id},
    accion text not null,
    tipo text not null check (tipo in ('cuenta', 'direccion')),
    sujeto text not null,
    ${flag('exito')},
    instante ${int8} not null
  ${end}`,
  'create index intento_por_sujeto on intento (accion, tipo, sujeto, instante)',
  'create index intento_por_instante on intento (instante)',
  `create table limite_peticiones (
    clave text not null primary key,
    cuenta integer not null,
    vence ${int8} not null
  ${end}`,
  'create index limite_peticiones_por_vencimiento on limite_peticiones (vence)',
  `create table idempotencia (
    clave text not null,
    id_usuario ${int8} not null references usuarios (id) on delete cascade,
    ruta text not null,
    huella text not null,
    estado_http integer,
    respuesta text,
    creado ${int8} not null,
    primary key (clave, id_usuario, ruta)
  ${end}`,
  'create index idempotencia_por_creado on idempotencia (creado)',
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
  `create table invitacion (
    ${id},
    id_usuario ${int8} not null references usuarios (id),
    token_hash text not null unique,
    creada ${int8} not null,
    vence ${int8} not null,
    usada ${int8},
    retirada ${int8}
  ${end}`,
  'create index invitacion_por_usuario on invitacion (id_usuario)',
  `create unique index invitacion_abierta on invitacion (id_usuario)
    where usada is null and retirada is null`,
  `create table delegacion (
    ${id},
    id_usuario ${int8} not null references usuarios (id),
    id_delegado ${int8} not null references usuarios (id),
    ${day('desde')},
    ${day('hasta')},
    creada ${int8} not null,
    terminada ${int8},
    check (id_usuario <> id_delegado),
    check (desde <= hasta)
  ${end}`,
  'create index delegacion_por_usuario on delegacion (id_usuario, hasta)',
  'create index delegacion_por_delegado on delegacion (id_delegado, hasta)',
];
