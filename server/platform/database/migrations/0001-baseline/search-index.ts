import {
  addsNames,
  addsTexts,
  keyOfText,
  keysOf,
  type SearchedTable,
  searchedTableNames,
} from '../../search-texts.ts';
import { type DdlWords, type Engine, type Trigger, changes, triggersOf } from '../ddl-words.ts';

/**
 * FTS5 stores no text lengths (`columnsize = 0`), which only its ranking needs. The GIN index of names has no pending
 * list (`fastupdate = off`): names are read far more often than written, and every search would scan that list.
 */
const tables: Record<Engine, (words: DdlWords) => string[]> = {
  sqlite: () => [
    `create virtual table busqueda using fts5 (texto, marcas, tokenize = 'trigram', columnsize = 0)`,
    `create virtual table busqueda_nombres using fts5 (texto, tokenize = 'trigram', columnsize = 0)`,
  ],
  postgres: ({ int8 }) => [
    `do $$ begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise exception 'pg_trgm' using errcode = 'feature_not_supported';
    end $$`,
    `create table busqueda (rowid ${int8} primary key, texto text not null, marcas text not null)`,
    'create index busqueda_por_trigramas on busqueda using gin (texto gin_trgm_ops, marcas gin_trgm_ops)',
    `create table busqueda_nombres (rowid ${int8} primary key, texto text not null)`,
    'create index busqueda_nombres_por_trigramas on busqueda_nombres using gin (texto gin_trgm_ops) with (fastupdate = off)',
  ],
};

const removesText = (row: string): string => `delete from busqueda where rowid = ${keyOfText(row)}`;

const textsAgain = (which: string): string[] => [
  `delete from busqueda where rowid in (select ${keyOfText('gastos')} from gastos where ${which})`,
  addsTexts(which),
];

const ofTexts: readonly Trigger[] = [
  {
    name: 'gasto_nuevo',
    when: 'after insert on gastos for each row',
    does: [addsTexts('gastos.id = new.id')],
  },
  {
    name: 'gasto_borrado',
    when: 'after delete on gastos for each row',
    does: [removesText('old')],
  },
  {
    name: 'gasto_cambiado',
    when: changes(
      'gastos',
      ...['id', 'id_caja', 'id_proveedor', 'fecha_gasto', 'recibo', 'numero_factura', 'valor'],
      ...['proveedor_nombre', 'concepto'],
    ),
    does: [removesText('old'), addsTexts('gastos.id = new.id')],
  },
  {
    name: 'caja_mudada',
    when: changes('cajas', 'id_tienda'),
    does: textsAgain('gastos.id_caja = new.id'),
  },
  {
    name: 'proveedor_cambiado',
    when: changes('proveedores', 'num_doc'),
    does: textsAgain('gastos.id_proveedor = new.id'),
  },
];

/** Columns of each table whose change updates its search text. */
const written: Record<SearchedTable, readonly string[]> = {
  proveedores: ['id', 'num_doc', 'nombre'],
  usuarios: ['id', 'razon_social', 'email', 'num_doc'],
  tiendas: ['id', 'nombre', 'centro_costo', 'id_ciudad'],
  empresas: ['id', 'nombre', 'id_ciudad'],
};

const removesName = (table: SearchedTable, row: string): string =>
  `delete from busqueda_nombres where rowid = ${keysOf(table)} + ${row}.id`;

const ofNames = (table: SearchedTable): Trigger[] => [
  {
    name: `${table}_nueva_fila`,
    when: `after insert on ${table} for each row`,
    does: [addsNames(table, `${table}.id = new.id`)],
  },
  {
    name: `${table}_fila_borrada`,
    when: `after delete on ${table} for each row`,
    does: [removesName(table, 'old')],
  },
  {
    name: `${table}_fila_cambiada`,
    when: changes(table, ...written[table]),
    does: [removesName(table, 'old'), addsNames(table, `${table}.id = new.id`)],
  },
];

/** Rebuilds the search rows that contain the name of a city. */
const namesAgain = (table: SearchedTable): string[] => [
  `delete from busqueda_nombres
    where rowid in (select ${keysOf(table)} + id from ${table} where id_ciudad = new.id)`,
  addsNames(table, `${table}.id_ciudad = new.id`),
];

const ofCities: Trigger = {
  name: 'ciudad_cambiada',
  when: changes('ciudades', 'nombre'),
  does: [...namesAgain('tiendas'), ...namesAgain('empresas')],
};

/**
 * Two trigram indexes: over the texts of expenses, and over the names of suppliers, users, stores and companies.
 * Triggers maintain them on every write; the audit recomputes the texts.
 */
export const searchIndex = (words: DdlWords, engine: Engine): string[] => [
  ...tables[engine](words),
  ...ofTexts.flatMap(triggersOf('busca', engine)),
  ...[...searchedTableNames.flatMap(ofNames), ofCities].flatMap(
    triggersOf('busca_nombres', engine),
  ),
];
