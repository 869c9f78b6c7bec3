/** The workbook that somebody fills in to import users or stores. */
import type { ImportedTable } from '#contract/calls/imports.calls.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type TextSheet, wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import { referenceNames } from '../reference/reference.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import {
  type ImportColumn,
  importColumns,
  importPermissions,
  storeColumns,
  userColumns,
} from './import-columns.ts';

type ValueList = readonly [head: string, values: readonly string[]];

/** The values that a column admits, beside those that anybody knows. */
const valueLists: Record<ImportedTable, (trx: Trx) => Promise<readonly ValueList[]>> = {
  usuarios: async (trx) => [
    [
      userColumns.tipo.titulo,
      profileIds.filter((id) => id !== administrator).map((id) => profiles[id].nombre),
    ],
    [
      userColumns.tipo_doc.titulo,
      (await referenceNames(trx, 'tipo_doc')).map(({ nombre }) => nombre),
    ],
  ],
  async tiendas(trx) {
    const cities = await referenceNames(trx, 'ciudades');
    return [
      [
        storeColumns.formato_tienda.titulo,
        (await referenceNames(trx, 'formato_tienda')).map(({ nombre }) => nombre),
      ],
      [storeColumns.ciudad.titulo, cities.map(({ nombre }) => nombre)],
      ['Código DANE', cities.map(({ id }) => `${id}`)],
    ];
  },
};

/** The lists beside one another, each in a column. */
function sheetOfValues(lists: readonly ValueList[]): TextSheet {
  const rows = Math.max(...lists.map(([, values]) => values.length));
  return {
    sheet: 'Valores',
    head: lists.map(([head]) => head),
    rows: Array.from({ length: rows }, (_, row) => lists.map(([, values]) => values[row] ?? '')),
  };
}

/** An example shows a value of each list, whatever is in it today. */
const exampleOf = (columns: readonly ImportColumn[], lists: readonly ValueList[]): string[] =>
  columns.map(
    ({ titulo, ejemplo }) => ejemplo || (lists.find(([head]) => head === titulo)?.[1][0] ?? ''),
  );

/** The first sheet is the one that is read; the example stands on one of its own, so that nobody imports it. */
export async function importTemplate(
  context: SessionContext,
  tabla: ImportedTable,
): Promise<{ filename: string; bytes: Buffer }> {
  requirePermission(context.session, importPermissions[tabla]);
  const lists = await context.read(valueLists[tabla]);
  const columns = Object.values<ImportColumn>(importColumns[tabla]);
  const head = columns.map(({ titulo }) => titulo);
  const bytes = await wholeWorkbook([
    { sheet: tabla === 'usuarios' ? 'Usuarios' : 'Tiendas', head, rows: [] },
    { sheet: 'Ejemplo', head, rows: [exampleOf(columns, lists)] },
    sheetOfValues(lists),
  ]);
  return { filename: `plantilla-${tabla}.xlsx`, bytes };
}
