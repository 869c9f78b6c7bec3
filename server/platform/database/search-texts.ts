/**
 * Texts and keys of both search indexes (expenses; names of suppliers, users, stores and companies), for the triggers
 * that maintain the indexes and for their audit. Frozen with the migration that creates the triggers: a change needs
 * a migration that drops the triggers and has its own copy of this file.
 */

/** Exclusive upper bound of the ids of every table. */
export const KEYS = 2_147_483_648;

const plainLetters = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** SQL that strips accents; `lower` of SQLite does not convert accented letters, so both cases are replaced. */
const folded = (text: string): string =>
  Object.entries(plainLetters)
    .flatMap(([accented, plain]) => [
      [accented, plain],
      [accented.toUpperCase(), plain],
    ])
    .reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

/** Searchable columns of an expense and its supplier; amounts in pesos. */
const expenseColumns = [
  'gastos.recibo',
  'gastos.numero_factura',
  'proveedores.num_doc',
  '(gastos.valor / 100)',
  'gastos.proveedor_nombre',
  'gastos.concepto',
];

/** The box id is the high part of the key, so the boxes of a result can be read from the keys alone. */
export const keyOfText = (row: string): string => `${row}.id_caja * ${KEYS} + ${row}.id`;

/**
 * Selects the search rows of expenses. `texto` has a blank on both sides of each word, so that the trigram index also
 * finds a word by its first two letters; `marcas` holds the store and the month: `~t12~2026-10~`.
 *
 * @param which condition on `gastos` and `cajas`
 */
export const searchTexts = (which: string): string =>
  `select ${keyOfText('gastos')} as rowid,
      ${folded(`replace(lower(' ' || ${expenseColumns.join(` || ' ' || `)} || ' '), '\n', ' ')`)} as texto,
      '~t' || cajas.id_tienda || '~' || substr(gastos.fecha_gasto, 1, 7) || '~' as marcas
    from gastos inner join cajas on cajas.id = gastos.id_caja
      inner join proveedores on proveedores.id = gastos.id_proveedor
    where ${which}`;

/** Inserts the search rows of expenses that have none. */
export const addsTexts = (which: string): string =>
  `insert into busqueda (rowid, texto, marcas) ${searchTexts(which)}`;

interface Named {
  from: string;
  columns: readonly string[];
}

/** Tables searchable by name, with the searched columns. The index keys depend on the order of the tables. */
const searchedTables = {
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

/** Offset of the index keys of a table. */
export const keysOf = (table: SearchedTable): number => searchedTableNames.indexOf(table) * KEYS;

/** Selects the search rows of a table's names. @param which condition on the row */
export const searchedNames = (table: SearchedTable, which: string): string =>
  `select ${keysOf(table)} + ${table}.id as rowid,
      ${folded(`lower(${searchedTables[table].columns.join(` || ' ' || `)})`)} as texto
    from ${searchedTables[table].from} where ${which}`;

/** Inserts the search rows of a table's names. @param which condition on the row */
export const addsNames = (table: SearchedTable, which: string): string =>
  `insert into busqueda_nombres (rowid, texto) ${searchedNames(table, which)}`;
