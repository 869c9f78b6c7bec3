import { changes, type Trigger, triggersOf } from './ddl-triggers.ts';
import type { DdlWords, Engine } from './ddl-words.ts';

/** Keys of each table begin after so many. */
export const KEYS = 2_147_483_648;

interface Named {
  from: string;
  columns: readonly string[];
}

/** Tables whose rows are found by their names, with the columns that are searched; their places never change. */
export const searchedTables = {
  proveedores: { from: 'proveedores', columns: ['proveedores.num_doc', 'proveedores.nombre'] },
  usuarios: {
    from: 'usuarios',
    columns: ['usuarios.razon_social', 'usuarios.email', 'usuarios.num_doc'],
  },
  tiendas: {
    from: 'tiendas inner join ciudades on ciudades.id = tiendas.id_ciudad',
    columns: ['tiendas.nombre', 'tiendas.centro_costo', 'ciudades.nombre'],
  },
  empresas: {
    from: 'empresas inner join ciudades on ciudades.id = empresas.id_ciudad',
    columns: ['empresas.nombre', 'ciudades.nombre'],
  },
} as const satisfies Record<string, Named>;

export type SearchedTable = keyof typeof searchedTables;

export const searchedTableNames = Object.keys(searchedTables) as SearchedTable[];

/** The key before the first one of a table. */
export const keysOf = (table: SearchedTable): number => searchedTableNames.indexOf(table) * KEYS;

const plainLetters = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** A text without upper case and accents: the `lower` of SQLite leaves letters with accents alone. */
const folded = (text: string): string =>
  Object.entries(plainLetters)
    .flatMap(([accented, plain]) => [
      [accented, plain],
      [accented.toUpperCase(), plain],
    ])
    .reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, `lower(${text})`);

/** Names of the rows of a table, as they are kept. @param which condition on the row */
export const searchedNames = (table: SearchedTable, which: string): string =>
  `select ${keysOf(table)} + ${table}.id as rowid,
      ${folded(searchedTables[table].columns.join(` || ' ' || `))} as texto
    from ${searchedTables[table].from} where ${which}`;

/** Keeps the names of the rows of a table. @param which condition on the row */
export const addsNames = (table: SearchedTable, which: string): string =>
  `insert into busqueda_nombres (rowid, texto) ${searchedNames(table, which)}`;

const removes = (table: SearchedTable, row: string): string =>
  `delete from busqueda_nombres where rowid = ${keysOf(table)} + ${row}.id`;

/** The own columns of a table by which its text changes. */
const written: Record<SearchedTable, readonly string[]> = {
  proveedores: ['id', 'num_doc', 'nombre'],
  usuarios: ['id', 'razon_social', 'email', 'num_doc'],
  tiendas: ['id', 'nombre', 'centro_costo', 'id_ciudad'],
  empresas: ['id', 'nombre', 'id_ciudad'],
};

const keepersOf = (table: SearchedTable): Trigger[] => [
  {
    name: `${table}_nueva_fila`,
    when: `after insert on ${table} for each row`,
    does: [addsNames(table, `${table}.id = new.id`)],
  },
  {
    name: `${table}_fila_borrada`,
    when: `after delete on ${table} for each row`,
    does: [removes(table, 'old')],
  },
  {
    name: `${table}_fila_cambiada`,
    when: changes(table, ...written[table]),
    does: [removes(table, 'old'), addsNames(table, `${table}.id = new.id`)],
  },
];

/** The places of a city, whose name is in their texts. */
const again = (table: SearchedTable): string[] => [
  `delete from busqueda_nombres
    where rowid in (select ${keysOf(table)} + id from ${table} where id_ciudad = new.id)`,
  addsNames(table, `${table}.id_ciudad = new.id`),
];

const cityKeeper: Trigger = {
  name: 'ciudad_cambiada',
  when: changes('ciudades', 'nombre'),
  does: [...again('tiendas'), ...again('empresas')],
};

/**
 * FTS5 keeps no lengths of texts, which only its own order of results asks for. GIN keeps nothing aside for later: names
 * are searched far more often than written, and what is aside is read by every search.
 */
const tables: Record<Engine, (words: DdlWords) => string[]> = {
  sqlite: () => [
    `create virtual table busqueda_nombres using fts5 (texto, tokenize = 'trigram', columnsize = 0)`,
  ],
  postgres: ({ int8 }) => [
    `create table busqueda_nombres (rowid ${int8} primary key, texto text not null)`,
    'create index busqueda_nombres_por_trigramas on busqueda_nombres using gin (texto gin_trgm_ops) with (fastupdate = off)',
  ],
};

/** An index of trigrams over names of suppliers, users, stores and companies. Triggers keep it; the audit reads them again. */
export const searchedNamesIndex = (words: DdlWords, engine: Engine): string[] => [
  ...tables[engine](words),
  ...searchedTableNames.map((table) => addsNames(table, `${table}.id > 0`)),
  ...[...searchedTableNames.flatMap(keepersOf), cityKeeper].flatMap(
    triggersOf('busca_nombres', engine),
  ),
];
