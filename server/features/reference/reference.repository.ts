/** Lookup lists: their active rows, their order and their searchable columns. */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type ColumnKinds,
  type ReferenceTable,
  type UnfilteredTable,
  referenceColumns,
  unfilteredColumns,
} from '#contract/calls/reference.calls.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { visibleBoxes, visibleStores } from '../cases/scope.repository.ts';
import { exists } from '../../platform/database/queries.ts';
import { versionColumn } from '../../platform/database/record-version.repository.ts';
import { type ListRequest, folded, listContains, pageOf } from '../../platform/database/paging.ts';

interface ListRules {
  orderedBy: string;
  /** Searchable text columns. */
  searched: readonly string[];
  only?: RawBuilder<SqlBool>;
}

interface ReferenceList extends ListRules {
  from: ReferenceTable | UnfilteredTable;
  columns: Readonly<Record<string, keyof ColumnKinds>>;
}

const isActive = sql<SqlBool>`active_ = 1`;
const isThere = sql<SqlBool>`active_ = 1 and eliminado = 0`;

const activeRules: Record<ReferenceTable, ListRules> = {
  categoria_gasto: { orderedBy: 'nombre', searched: ['nombre', 'cuenta'], only: isActive },
  motivo_rechazo: { orderedBy: 'id', searched: ['nombre'], only: isActive },
  empresas: { orderedBy: 'nombre', searched: ['nombre'], only: isThere },
  indicadores: { orderedBy: 'id', searched: ['codigo', 'nombre'], only: isActive },
  impuestos: { orderedBy: 'id', searched: ['nombre'], only: isActive },
  tipo_doc: { orderedBy: 'id', searched: ['nombre'] },
  tipo_usuario: { orderedBy: 'id', searched: ['nombre'] },
  ciudades: { orderedBy: 'nombre', searched: ['nombre'] },
  formato_tienda: { orderedBy: 'id', searched: ['nombre'], only: isActive },
  paises: { orderedBy: 'nombre_region', searched: ['nombre_region'] },
  municipios: { orderedBy: 'municipio', searched: ['municipio'] },
  usuarios: { orderedBy: 'razon_social', searched: ['razon_social'], only: isThere },
  proveedores: {
    orderedBy: 'num_doc',
    searched: ['num_doc', 'nombre'],
    only: sql`fusionado_en is null`,
  },
  config: { orderedBy: 'id', searched: ['field_name'] },
};

/** The active rows of a list. */
export const activeList = (from: ReferenceTable): ReferenceList => ({
  from,
  columns: referenceColumns[from],
  ...activeRules[from],
});

const unfilteredRules: Record<UnfilteredTable, (session: Session) => ListRules> = {
  cajas: (session) => ({
    orderedBy: 'id',
    searched: [],
    only: sql`exists (select 1 from tiendas where tiendas.id = cajas.id_tienda
      and ${visibleBoxes(session)(expressionBuilder<Database, 'tiendas' | 'cajas'>())})`,
  }),
  tiendas: (session) => ({
    orderedBy: 'nombre',
    searched: ['nombre', 'centro_costo'],
    only: sql`${visibleStores(session)(expressionBuilder<Database, 'tiendas'>())}`,
  }),
  categoria_gasto: () => ({ orderedBy: 'nombre', searched: ['nombre', 'cuenta'] }),
  formato_tienda: () => ({ orderedBy: 'id', searched: ['nombre'] }),
  motivo_rechazo: () => ({ orderedBy: 'id', searched: ['nombre'] }),
  impuestos: () => ({ orderedBy: 'id', searched: ['nombre'] }),
  indicadores: () => ({ orderedBy: 'id', searched: ['codigo', 'nombre'] }),
};

/** Active and inactive rows that the session may see. */
export const unfilteredList = (from: UnfilteredTable, session: Session): ReferenceList => ({
  from,
  columns: unfilteredColumns[from],
  ...unfilteredRules[from](session),
});

/** A column, and the values that it equals or begins with. */
export interface ReferenceCondition {
  column: string;
  match: 'equal' | 'prefix';
  values: readonly (string | number)[];
}

/** Columns are names of the lists above only; values are parameters. */
function conditionSql({ column, match, values }: ReferenceCondition): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`1 = 0`;
  if (match === 'equal') return sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;
  const prefixes = values.map((value) => {
    const pattern = `${String(value).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    return sql`${sql.ref(column)} like ${pattern} escape '\\'`;
  });
  return sql<SqlBool>`(${sql.join(prefixes, sql` or `)})`;
}

/** One page of a list. Texts are ordered without regard to case and accents, numbers by value. */
export async function listReference<Row extends object>(
  trx: Trx,
  { from, columns, orderedBy, searched, only }: ReferenceList,
  conditions: readonly ReferenceCondition[],
  request: ListRequest,
): Promise<{ rows: Row[]; total: number }> {
  const kinds = Object.entries(columns);
  const refOf = (name: string) =>
    columns[name] === 'version' ? versionColumn : sql<string | number>`${sql.ref(name)}`;
  const query = trx
    .selectFrom(from)
    .where(
      sql<SqlBool>`${sql.join([only ?? sql`1 = 1`, ...conditions.map(conditionSql)], sql` and `)}`,
    )
    .select(kinds.map(([name]) => refOf(name).as(name)));
  const { rows, total } = await pageOf(query, request, {
    columns: Object.fromEntries(
      kinds.map(([name, kind]) => [
        name,
        kind === 'text' ? folded(sql<string>`${refOf(name)}`) : refOf(name),
      ]),
    ),
    own: { by: orderedBy, direction: 'asc' },
    key: refOf(kinds[0]?.[0] ?? 'id'),
    matches: listContains(trx, from, searched),
  });
  const answered = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        columns[name] === 'money' ? toPesos(Number(value)) : value,
      ]),
    ),
  );
  return { rows: answered as Row[], total };
}

type NamedList = 'ciudades' | 'empresas' | 'formato_tienda' | 'motivo_rechazo' | 'tipo_doc';

/** Tells whether a key exists in the list, active or not. */
export const isReference = (trx: Trx, list: NamedList, id: number): Promise<boolean> =>
  exists(trx.selectFrom(list).select('id').where('id', '=', id));

/** Name of an existing row, active or not. */
export const nameOf = async (
  trx: Trx,
  list: NamedList | 'tipo_usuario',
  id: number,
): Promise<string> =>
  (await trx.selectFrom(list).select('nombre').where('id', '=', id).executeTakeFirstOrThrow())
    .nombre;

/** Keys and names of a list, by key, with which the names in a file are resolved. */
export const referenceNames = (
  trx: Trx,
  list: NamedList,
): Promise<{ id: number; nombre: string }[]> =>
  trx.selectFrom(list).select(['id', 'nombre']).orderBy('id').execute();
