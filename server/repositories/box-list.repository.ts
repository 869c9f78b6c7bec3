/** Lists of boxes, narrowed to what the session may see. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { boxStates } from '#machines/domain/states.ts';
import type { Trx } from '../database/transactions.ts';
import type { Session } from '../policies/session.ts';
import { type PlacedBox, visibleBoxes } from './scope.repository.ts';
import { contains, type ListRequest, type Order, pageOf } from './paging.ts';

/** Which of the visible boxes a list is about. */
export interface BoxFilter {
  /** Codes of the box's state. */
  active: readonly number[];
  idTienda?: number | undefined;
}

const states = Object.values(boxStates);

/** A state ordered by what people read. */
export const shownState = (fact: 'nombre' | 'tipo_usuario') =>
  sql`case cajas.active ${sql.join(
    states.map((state) => sql`when ${state.codigo} then ${state[fact]}`),
    sql` `,
  )} end`;

const columns = {
  id: sql`cajas.id`,
  id_caja: sql`cajas.id`,
  tienda: sql`tiendas.nombre`,
  consecutivo: sql`cajas.consecutivo`,
  fecha: sql`cajas.fecha`,
  total: sql`cajas.total`,
  // As the histories show it: without what nobody has decided.
  total_aprobado: sql`cajas.total_aprobado - cajas.por_decidir`,
  active: sql`cajas.active`,
  estado: shownState('nombre'),
  color: shownState('nombre'),
  tipo_usuario: shownState('tipo_usuario'),
  fecha_movimiento: sql`cajas.fecha_movimiento`,
  fecha_contabilidad: sql`cajas.fecha_contabilidad`,
};

export type BoxOrder = keyof typeof columns;

const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The store's name, the consecutive, or the state and the person in charge as people read them. */
export function boxMatches(searched: string): RawBuilder<SqlBool> {
  const wanted = withoutAccents(searched);
  const codes = states
    .filter(({ nombre, tipo_usuario }) =>
      [nombre, tipo_usuario].some((text) => withoutAccents(text).includes(wanted)),
    )
    .map(({ codigo }) => codigo);
  const alternatives = [
    contains(sql<string>`tiendas.nombre`, searched),
    contains(sql<string>`cast(cajas.consecutivo as text)`, searched),
    ...(codes.length === 0 ? [] : [sql<SqlBool>`cajas.active in (${sql.join(codes)})`]),
  ];
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/**
 * One page of the visible boxes.
 *
 * @param own the order when none was requested; `fecha`: the date that the list shows
 */
export const pageOfBoxes = (
  trx: Trx,
  session: Session,
  { active, idTienda }: BoxFilter,
  request: ListRequest,
  { fecha = 'fecha', ...own }: Order<BoxOrder> & { fecha?: BoxOrder },
): Promise<{ rows: PlacedBox[]; total: number }> =>
  pageOf(
    trx
      .selectFrom('cajas')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .where(visibleBoxes(session))
      .where('cajas.active', 'in', active)
      .$if(idTienda !== undefined, (boxes) => boxes.where('cajas.id_tienda', '=', idTienda ?? 0))
      .selectAll('cajas')
      .select(['tiendas.nombre as tienda', 'tiendas.id_ciudad as id_ciudad_tienda']),
    request,
    {
      columns: { ...columns, fecha: columns[fecha] },
      own,
      key: columns.id,
      keyTurns: true,
      matches: boxMatches,
    },
  );
