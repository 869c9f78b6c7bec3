import type { DdlWords } from '../ddl-words.ts';

/**
 * Stores with their cash counts, and the companies and suppliers around them. A cash count has the fund as it was then;
 * `documento` is the number by which suppliers are compared.
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
