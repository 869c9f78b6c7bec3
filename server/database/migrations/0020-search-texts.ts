import { changes, type Trigger, triggersOf } from './ddl-triggers.ts';
import type { Engine, DdlWords } from './ddl-words.ts';

/** Columns of an expense, and of its supplier, by whose words it is found; amounts in pesos. */
export const searchedColumns = [
  'gastos.recibo',
  'gastos.numero_factura',
  'proveedores.num_doc',
  '(gastos.valor / 100)',
  'gastos.proveedor_nombre',
  'gastos.concepto',
] as const;

const plainLetters = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** A text without upper case and accents, in one line: the `lower` of SQLite leaves letters with accents alone. */
const folded = (text: string): string =>
  [
    ['\n', ' '],
    ...Object.entries(plainLetters).flatMap(([accented, plain]) => [
      [accented, plain],
      [accented.toUpperCase(), plain],
    ]),
  ].reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, `lower(${text})`);

/** Keys of boxes and expenses are below this. */
export const KEYS = 2_147_483_648;

/** The box comes before the expense, so that the boxes that were found are read from the keys alone. */
const keyOf = (row: string): string => `${row}.id_caja * ${KEYS} + ${row}.id`;

/**
 * Texts of expenses, as they are kept: `texto` has a blank on both sides of each word, so that a word is found by its
 * first two letters too; `marcas` is `~t12~2026-10~`, the store and the month.
 *
 * @param which condition on `gastos` and `cajas`
 */
export const searchTexts = (which: string): string =>
  `select ${keyOf('gastos')} as rowid,
      ${folded(`' ' || ${searchedColumns.join(` || ' ' || `)} || ' '`)} as texto,
      '~t' || cajas.id_tienda || '~' || substr(gastos.fecha_gasto, 1, 7) || '~' as marcas
    from gastos inner join cajas on cajas.id = gastos.id_caja
      inner join proveedores on proveedores.id = gastos.id_proveedor
    where ${which}`;

/** Adds the texts of expenses that have none. */
export const addsTexts = (which: string): string =>
  `insert into busqueda (rowid, texto, marcas) ${searchTexts(which)}`;

const removes = (row: string): string => `delete from busqueda where rowid = ${keyOf(row)}`;

const again = (which: string): string[] => [
  `delete from busqueda where rowid in (select ${keyOf('gastos')} from gastos where ${which})`,
  addsTexts(which),
];

const keepers: readonly Trigger[] = [
  {
    name: 'gasto_nuevo',
    when: 'after insert on gastos for each row',
    does: [addsTexts('gastos.id = new.id')],
  },
  { name: 'gasto_borrado', when: 'after delete on gastos for each row', does: [removes('old')] },
  {
    name: 'gasto_cambiado',
    when: changes(
      'gastos',
      ...['id', 'id_caja', 'id_proveedor', 'fecha_gasto', 'recibo', 'numero_factura', 'valor'],
      ...['proveedor_nombre', 'concepto'],
    ),
    does: [removes('old'), addsTexts('gastos.id = new.id')],
  },
  {
    name: 'caja_mudada',
    when: changes('cajas', 'id_tienda'),
    does: again('gastos.id_caja = new.id'),
  },
  {
    name: 'proveedor_cambiado',
    when: changes('proveedores', 'num_doc'),
    does: again('gastos.id_proveedor = new.id'),
  },
];

/** FTS5 keeps no lengths of texts, which only its own order of results asks for. */
const tables: Record<Engine, (words: DdlWords) => string[]> = {
  sqlite: () => [
    `create virtual table busqueda using fts5 (texto, marcas, tokenize = 'trigram', columnsize = 0)`,
  ],
  postgres: ({ int8 }) => [
    `do $$ begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise exception 'pg_trgm' using errcode = 'feature_not_supported';
    end $$`,
    `create table busqueda (rowid ${int8} primary key, texto text not null, marcas text not null)`,
    'create index busqueda_por_trigramas on busqueda using gin (texto gin_trgm_ops, marcas gin_trgm_ops)',
  ],
};

/** An index of trigrams over the texts of expenses. Triggers keep it, whoever writes a row; the audit reads them again. */
export const searchIndex = (words: DdlWords, engine: Engine): string[] => [
  ...tables[engine](words),
  addsTexts('gastos.id > 0'),
  ...keepers.flatMap(triggersOf('busca', engine)),
];
