import type { DdlWords } from '../ddl-words.ts';

/**
 * Users, their sign-in data (sessions, attempts, second factors, invitations) and their delegations. A user has at most
 * one open invitation; only the hash of the secret in its link is stored.
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
  // Partial, so that a new user can have the e-mail or document of a deleted one.
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

/**
 * Shipping companies, stores with their cash counts, and suppliers. A cash count stores the fund at its time;
 * `documento` is the comparison key of suppliers.
 */
export const storeTables = ({ id, int8, flag, end }: DdlWords): string[] => [
  `create table empresas (
    ${id},
    nombre text not null check (nombre <> ''),
    id_ciudad integer not null references ciudades (id),
    ${flag('active_', 1)},
    ${flag('eliminado')}
  ${end}`,
  'create index empresas_por_ciudad on empresas (id_ciudad, nombre)',
  `create table tiendas (
    ${id},
    nombre text not null check (nombre <> ''),
    direccion text not null,
    telefono text not null,
    email text not null,
    centro_costo text not null,
    centro_beneficio text not null,
    id_gerente ${int8} not null references usuarios (id),
    id_supervisor ${int8} not null references usuarios (id),
    id_formato ${int8} not null references formato_tienda (id),
    base ${int8} not null check (base >= 0),
    id_ciudad integer not null references ciudades (id),
    ultimo_consecutivo integer not null default 0 check (ultimo_consecutivo >= 0),
    ${flag('active_', 1)}
  ${end}`,
  'create index tiendas_por_supervisor on tiendas (id_supervisor)',
  'create index tiendas_por_gerente on tiendas (id_gerente)',
  'create index tiendas_por_nombre on tiendas (nombre)',
  `create table responsable_tienda (
    id_tienda ${int8} not null references tiendas (id) on delete cascade,
    id_usuario ${int8} not null references usuarios (id),
    tipo integer not null check (tipo in (1, 2)),
    primary key (id_tienda, id_usuario)
  ${end}`,
  'create unique index responsable_tienda_principal on responsable_tienda (id_tienda) where tipo = 1',
  'create index responsable_tienda_por_usuario on responsable_tienda (id_usuario)',
  `create table proveedores (
    ${id},
    num_doc text not null unique check (num_doc <> ''),
    digito text not null default '',
    nombre text not null check (nombre <> ''),
    direccion text not null default '',
    id_departamento integer references paises (id),
    id_ciudad integer references ciudades (id),
    ${flag('ocasional')},
    creado ${int8} not null,
    documento text not null default ''
  ${end}`,
  'create index proveedores_por_documento on proveedores (documento)',
  `create table arqueo (
    ${id},
    id_tienda ${int8} not null references tiendas (id),
    id_usuario ${int8} not null references usuarios (id),
    instante ${int8} not null,
    base ${int8} not null,
    en_caja ${int8} not null,
    en_proceso ${int8} not null,
    efectivo ${int8} not null,
    conteo text not null,
    nota text not null,
    check (efectivo >= 0)
  ${end}`,
  'create index arqueo_por_tienda on arqueo (id_tienda, id)',
];

/**
 * The outbox of mails, with deduplication key (`clave`), expiry (`vence`) and the `traceparent` of the request that
 * caused them (`traza`); the mail preferences of users; and the notices for the daily mail, whose user is not a foreign
 * key, so that moving a box never waits for the row lock of a user.
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
