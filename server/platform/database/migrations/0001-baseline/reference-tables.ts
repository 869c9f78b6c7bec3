import type { DdlWords } from '../ddl-words.ts';

/** What no screen manages: catalogues that come with the program. */
export const referenceTables = ({ id, int8, flag, end }: DdlWords): string[] => [
  `create table tipo_usuario (
    id integer not null primary key check (id between 1 and 8),
    nombre text not null unique,
    permisos text not null
  ${end}`,
  `create table tipo_doc (
    id integer not null primary key,
    nombre text not null unique
  ${end}`,
  `create table paises (
    id integer not null primary key,
    iso_region text not null unique,
    nombre_region text not null unique
  ${end}`,
  `create table municipios (
    id_municipio integer not null primary key,
    municipio text not null,
    departamento_id integer not null references paises (id)
  ${end}`,
  'create index municipios_por_departamento on municipios (departamento_id, municipio)',
  `create table ciudades (
    id integer not null primary key,
    nombre text not null,
    id_municipio integer unique references municipios (id_municipio)
  ${end}`,
  'create index ciudades_por_nombre on ciudades (nombre)',
  `create table formato_tienda (
    ${id},
    nombre text not null unique
  ${end}`,
  `create table categoria_gasto (
    ${id},
    nombre text not null,
    cuenta text not null,
    id_formato ${int8} not null references formato_tienda (id),
    ${flag('mantenimiento')},
    ${flag('active_', 1)},
    unique (id_formato, nombre)
  ${end}`,
  `create table motivo_rechazo (
    ${id},
    nombre text not null unique,
    ${flag('active_', 1)}
  ${end}`,
  `create table indicadores (
    ${id},
    codigo text not null unique,
    nombre text not null unique,
    ${flag('active_', 1)}
  ${end}`,
  `create table impuestos (
    ${id},
    nombre text not null unique,
    porcentaje integer not null check (porcentaje between 0 and 100),
    ${flag('active_', 1)}
  ${end}`,
  `create table config (
    ${id},
    field_name text not null unique,
    field_content text not null
  ${end}`,
];
