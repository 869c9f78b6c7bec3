/** The log of the funds of stores: their movements, vales and cash counts, and the payments of movements. */
import { type RawBuilder, sql } from 'kysely';
import type { MovementKind } from '#machines/domain/fund/movements.ts';
import type { Changes, Columns } from '../../platform/database/administration-log.repository.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type Span, type WorkflowScope, ofStores } from './workflow.repository.ts';

const fundTables = ['giro', 'movimiento_fondo', 'vale', 'arqueo'] as const;
type FundTable = (typeof fundTables)[number];

interface ExportedStore {
  id_tienda: number;
  tienda: string;
  centro_costo: string;
  id_supervisor: number;
  supervisor: string;
}

/** A count has the kind of the movement that settled it. */
type SettledBy<Table> = Table extends 'arqueo' ? { movimiento: MovementKind | null } : object;

/** A row of a fund as it is now, with its store. */
export type FundRow = {
  [Table in FundTable]: { tabla: Table } & Row<Table> & SettledBy<Table> & ExportedStore;
}[FundTable];

/** A logged change of a row. */
export interface LoggedFundEvent {
  secuencia: number;
  tabla: FundTable;
  /** Key of the row. */
  id: number;
  evento: string;
  instante: number;
  id_actor: number | null;
  actor: string | null;
  perfil: number | null;
  ingreso: string;
  /** The changed columns. */
  columns: Columns;
}

/** Changes in all stores, and the rows in the scope that they and their payments concern. */
export interface FundPage {
  events: LoggedFundEvent[];
  rows: FundRow[];
  /** `secuencia` of the last change that was read; null after the last one of the period. */
  last: number | null;
}

const storeColumn: Record<FundTable, RawBuilder<unknown>> = {
  giro: sql`(select id_tienda from movimiento_fondo where id = fila.id_movimiento)`,
  movimiento_fondo: sql`fila.id_tienda`,
  vale: sql`fila.id_tienda`,
  arqueo: sql`fila.id_tienda`,
};

const settledBy = sql`, (select tipo from movimiento_fondo where id_arqueo = fila.id) as movimiento`;

/** Rows of a table in the scope. */
const rowsByKey = async (
  trx: Trx,
  scope: WorkflowScope,
  tabla: FundTable,
  keys: ReadonlySet<number>,
): Promise<FundRow[]> => {
  if (keys.size === 0) return [];
  const rows = await rowsOf<FundRow>(
    trx,
    sql`select fila.*, tiendas.id as id_tienda, tiendas.nombre as tienda, tiendas.centro_costo,
        tiendas.id_supervisor, supervisor.razon_social as supervisor ${tabla === 'arqueo' ? settledBy : sql``}
      from ${sql.table(tabla)} as fila inner join tiendas on tiendas.id = ${storeColumn[tabla]}
        inner join usuarios as supervisor on supervisor.id = tiendas.id_supervisor
      where fila.id in (${sql.join([...keys])}) and ${ofStores(scope)}`,
  );
  return rows.map((row) => ({ ...row, tabla }) as FundRow);
};

/** The next changes of the period. */
export async function fundEventsOfPeriod(
  trx: Trx,
  scope: WorkflowScope,
  span: Span,
  after: number,
  limit: number,
): Promise<FundPage> {
  const logged = await trx
    .selectFrom('evento_administracion as evento')
    .leftJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.secuencia', 'evento.tabla', 'evento.evento', 'evento.instante'])
    .select(['evento.id_actor', 'evento.perfil', 'evento.ingreso', 'evento.payload'])
    .select('usuarios.razon_social as actor')
    .where('evento.secuencia', '>', after)
    .where('evento.tabla', 'in', [...fundTables])
    // What a migration wrote is no event.
    .where('evento.evento', '<>', 'BASE')
    .where('evento.instante', '>=', span.from)
    .where('evento.instante', '<', span.until)
    .orderBy('evento.secuencia')
    .limit(limit)
    .execute();
  const changes = logged.flatMap(({ payload, tabla, ...event }) =>
    Object.entries(JSON.parse(payload) as Changes).map(([key, columns]) => ({
      ...event,
      tabla: tabla as FundTable,
      id: Number(key),
      columns: columns ?? {},
    })),
  );
  const keysOf = (wanted: FundTable) =>
    changes.flatMap(({ tabla, id }) => (tabla === wanted ? id : []));
  const rows: FundRow[] = [];
  for (const tabla of fundTables) {
    // The payments come first.
    const paid = rows.flatMap((row) => ('id_movimiento' in row ? (row.id_movimiento ?? []) : []));
    const keys = [...keysOf(tabla), ...(tabla === 'movimiento_fondo' ? paid : [])];
    rows.push(...(await rowsByKey(trx, scope, tabla, new Set(keys))));
  }
  return {
    events: changes,
    rows,
    last: logged.length < limit ? null : (logged.at(-1)?.secuencia ?? null),
  };
}
