/** The lookup lists: which columns of which tables may be seen, in which order, and what is active in them. */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type {
  ReferenceRow,
  ReferenceTable,
  UnfilteredTable,
} from '#contract/calls/reference.calls.ts';
import { toPesos } from '#machines/domain/money.ts';
import type { Database } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { visibleBoxes, visibleStores } from './scope.repository.ts';
import { contains, folded, type ListRequest, orderOf, pageOf, searchOf } from './paging.ts';

/** Money is centavos in the row and pesos in the answer. */
export type ColumnKind = 'number' | 'text' | 'money';

export interface ReferenceList {
  from: string;
  /** The first one is the key. */
  columns: Readonly<Record<string, ColumnKind>>;
  orderedBy: string;
  /** Text columns in which one may search. */
  searched: readonly string[];
  only?: RawBuilder<SqlBool>;
}

const isActive = sql<SqlBool>`active_ = 1`;
const isThere = sql<SqlBool>`active_ = 1 and eliminado = 0`;
const named = { id: 'number', nombre: 'text' } as const;

export const referenceLists = {
  categoria_gasto: {
    from: 'categoria_gasto',
    columns: { ...named, cuenta: 'text', id_formato: 'number', mantenimiento: 'number' },
    orderedBy: 'nombre',
    searched: ['nombre', 'cuenta'],
    only: isActive,
  },
  motivo_rechazo: {
    from: 'motivo_rechazo',
    columns: named,
    orderedBy: 'id',
    searched: ['nombre'],
    only: isActive,
  },
  empresas: {
    from: 'empresas',
    columns: { ...named, id_ciudad: 'number' },
    orderedBy: 'nombre',
    searched: ['nombre'],
    only: isThere,
  },
  indicadores: {
    from: 'indicadores',
    columns: { ...named, codigo: 'text' },
    orderedBy: 'id',
    searched: ['codigo', 'nombre'],
    only: isActive,
  },
  impuestos: {
    from: 'impuestos',
    columns: { ...named, porcentaje: 'number' },
    orderedBy: 'id',
    searched: ['nombre'],
    only: isActive,
  },
  tipo_doc: { from: 'tipo_doc', columns: named, orderedBy: 'id', searched: ['nombre'] },
  tipo_usuario: { from: 'tipo_usuario', columns: named, orderedBy: 'id', searched: ['nombre'] },
  ciudades: {
    from: 'ciudades',
    columns: { ...named, id_municipio: 'number' },
    orderedBy: 'nombre',
    searched: ['nombre'],
  },
  formato_tienda: { from: 'formato_tienda', columns: named, orderedBy: 'id', searched: ['nombre'] },
  paises: {
    from: 'paises',
    columns: { id: 'number', iso_region: 'text', nombre_region: 'text' },
    orderedBy: 'nombre_region',
    searched: ['nombre_region'],
  },
  municipios: {
    from: 'municipios',
    columns: { id_municipio: 'number', municipio: 'text', departamento_id: 'number' },
    orderedBy: 'municipio',
    searched: ['municipio'],
  },
  usuarios: {
    from: 'usuarios',
    columns: { id: 'number', razon_social: 'text', tipo: 'number' },
    orderedBy: 'razon_social',
    searched: ['razon_social'],
    only: isThere,
  },
  proveedores: {
    from: 'proveedores',
    columns: { id: 'number', num_doc: 'text', digito: 'text', nombre: 'text' },
    orderedBy: 'num_doc',
    searched: ['num_doc', 'nombre'],
  },
  config: {
    from: 'config',
    columns: { id: 'number', field_name: 'text', field_content: 'text' },
    orderedBy: 'id',
    searched: ['field_name'],
  },
} as const satisfies Record<ReferenceTable, ReferenceList>;

/** What the session may see of the lists that are narrowed by it; what is inactive comes too. */
export const unfilteredLists = {
  cajas: (session: Session): ReferenceList => ({
    from: 'cajas',
    columns: {
      id: 'number',
      active: 'number',
      consecutivo: 'number',
      fecha: 'text',
      total: 'money',
      total_aprobado: 'money',
      id_tienda: 'number',
    },
    orderedBy: 'id',
    searched: [],
    only: sql<SqlBool>`exists (select 1 from tiendas where tiendas.id = cajas.id_tienda
      and ${visibleBoxes(session)(expressionBuilder<Database, 'tiendas' | 'cajas'>())})`,
  }),
  tiendas: (session: Session): ReferenceList => ({
    from: 'tiendas',
    columns: {
      ...named,
      centro_costo: 'text',
      id_formato: 'number',
      id_ciudad: 'number',
      base: 'money',
      active_: 'number',
    },
    orderedBy: 'nombre',
    searched: ['nombre', 'centro_costo'],
    only: sql<SqlBool>`${visibleStores(session)(expressionBuilder<Database, 'tiendas'>())}`,
  }),
  categoria_gasto: (): ReferenceList => ({
    ...referenceLists.categoria_gasto,
    columns: { ...referenceLists.categoria_gasto.columns, active_: 'number' },
    only: sql<SqlBool>`1 = 1`,
  }),
} satisfies Record<UnfilteredTable, (session: Session) => ReferenceList>;

/** A column and what it must be: one of the values, or begin with one of them. */
export interface ReferenceCondition {
  column: string;
  match: 'equal' | 'prefix';
  values: readonly (string | number)[];
}

/** Only names of the lists above come here as columns; values are parameters. */
function conditionSql({ column, match, values }: ReferenceCondition): RawBuilder<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`1 = 0`;
  if (match === 'equal') return sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;
  const prefixes = values.map((value) => {
    const pattern = `${String(value).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    return sql`${sql.ref(column)} like ${pattern} escape '\\'`;
  });
  return sql<SqlBool>`(${sql.join(prefixes, sql` or `)})`;
}

/** Names as people order them, whatever letter they begin with; numbers as numbers. */
const orderColumnsOf = (columns: ReferenceList['columns']) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, kind]) => [
      name,
      kind === 'text' ? folded(sql<string>`${sql.ref(name)}`) : sql`${sql.ref(name)}`,
    ]),
  );

const answered = (columns: ReferenceList['columns'], row: ReferenceRow): ReferenceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name] === 'money' && typeof value === 'number' ? toPesos(value) : value,
    ]),
  );

export async function listReference(
  trx: Trx,
  list: ReferenceList,
  conditions: readonly ReferenceCondition[],
  request: ListRequest,
): Promise<{ rows: ReferenceRow[]; total: number }> {
  const names = Object.keys(list.columns);
  const searched = searchOf(request);
  const where = sql.join(
    [
      list.only ?? sql<SqlBool>`1 = 1`,
      ...conditions.map(conditionSql),
      ...(searched === null || list.searched.length === 0
        ? []
        : [
            sql`(${sql.join(
              list.searched.map((name) => contains(sql<string>`${sql.ref(name)}`, searched)),
              sql` or `,
            )})`,
          ]),
    ],
    sql` and `,
  );
  const order = orderOf(request, orderColumnsOf(list.columns), {
    by: list.orderedBy,
    direction: 'asc',
  });
  const { limit, offset } = pageOf(request);
  const from = sql`from ${sql.table(list.from)} where ${where}`;
  const { rows } = await sql<ReferenceRow>`
    select ${sql.join(names.map((name) => sql.ref(name)))} ${from}
    order by ${order.by} ${sql.raw(order.direction)}, ${sql.ref(names[0] ?? 'id')}
    limit ${limit} offset ${offset}`.execute(trx);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
  return {
    rows: rows.map((row) => answered(list.columns, row)),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Whether a key that somebody sent is one of the list, active or not. */
export const isReference = async (
  trx: Trx,
  list: 'ciudades' | 'formato_tienda' | 'tipo_doc',
  id: number,
): Promise<boolean> =>
  (await trx.selectFrom(list).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
