/**
 * Texts and keys of both search indexes, by which expenses, suppliers, users, stores and companies are found: for
 * the triggers that maintain them and for what reads them again. Frozen with the migration that made the triggers:
 * changing it takes a migration that drops them and brings its own copy.
 */

/** Keys of boxes, and of the rows of every table, are below this. */
export const KEYS = 2_147_483_648;

const plainLetters = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** A text without upper case and accents: the `lower` of SQLite leaves letters with accents alone. */
const folded = (text: string): string =>
  Object.entries(plainLetters)
    .flatMap(([accented, plain]) => [
      [accented, plain],
      [accented.toUpperCase(), plain],
    ])
    .reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

/** Columns of an expense, and of its supplier, by whose words it is found; amounts in pesos. */
const expenseColumns = [
  'gastos.recibo',
  'gastos.numero_factura',
  'proveedores.num_doc',
  '(gastos.valor / 100)',
  'gastos.proveedor_nombre',
  'gastos.concepto',
];

/** The box comes before the expense, so that the boxes that were found are read from the keys alone. */
export const keyOfText = (row: string): string => `${row}.id_caja * ${KEYS} + ${row}.id`;

/**
 * Texts of expenses, as they are stored: `texto` has a blank on both sides of each word, so that a word is found by its
 * first two letters too; `marcas` is `~t12~2026-10~`, the store and the month.
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

/** Adds the texts of expenses that have none. */
export const addsTexts = (which: string): string =>
  `insert into busqueda (rowid, texto, marcas) ${searchTexts(which)}`;

interface Named {
  from: string;
  columns: readonly string[];
}

/** Tables whose rows are found by their names, with the columns that are searched. The keys depend on their order. */
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

/** The key before the first one of a table. */
export const keysOf = (table: SearchedTable): number => searchedTableNames.indexOf(table) * KEYS;

/** Names of the rows of a table, as they are stored. @param which condition on the row */
export const searchedNames = (table: SearchedTable, which: string): string =>
  `select ${keysOf(table)} + ${table}.id as rowid,
      ${folded(`lower(${searchedTables[table].columns.join(` || ' ' || `)})`)} as texto
    from ${searchedTables[table].from} where ${which}`;

/** Adds the names of the rows of a table. @param which condition on the row */
export const addsNames = (table: SearchedTable, which: string): string =>
  `insert into busqueda_nombres (rowid, texto) ${searchedNames(table, which)}`;
