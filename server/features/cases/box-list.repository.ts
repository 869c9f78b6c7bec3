/**
 * Lists of the boxes that the session may see. Totals come from stored counts, and an index yields the ids of a page
 * before any of its rows is read, so the cost of neither grows with the number of boxes.
 */
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { boxStates } from '#machines/domain/stages/states.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { type BoxWithStore, visibleBoxes, visibleKeys } from './scope.repository.ts';
import {
  type ListRequest,
  type Order,
  contains,
  namesContain,
  orderOf,
  pageSpan,
} from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import { liveAttempt } from './payment.repository.ts';
import { matchingBoxes } from './search-index.repository.ts';

/** Selects the boxes of a list among the visible ones. */
interface BoxFilter {
  /** Codes of the box's state. */
  active: readonly number[];
  idTienda?: number | undefined;
}

const boxes = expressionBuilder<Database, 'tiendas' | 'cajas'>();

const states = Object.values(boxStates);

/** SQL of the shown name or profile of a box state, to order by. */
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
  // As the histories show it: without undecided amounts.
  total_aprobado: sql`cajas.total_aprobado - cajas.por_decidir`,
  active: sql`cajas.active`,
  estado: shownState('nombre'),
  color: shownState('nombre'),
  tipo_usuario: shownState('tipo_usuario'),
  fecha_movimiento: sql`cajas.fecha_movimiento`,
  fecha_contabilidad: sql`cajas.fecha_contabilidad`,
};

type BoxOrder = keyof typeof columns;

/** Orders for which an index covers the boxes of each state. */
const indexedByState: readonly BoxOrder[] = ['fecha_movimiento', 'fecha_contabilidad'];

/** Orders for which an index covers all boxes, with the columns that list filters use. */
const indexed: readonly BoxOrder[] = [
  'consecutivo',
  'fecha',
  'total',
  'total_aprobado',
  'fecha_movimiento',
];

/** A unary plus before a column prevents the use of an index on it. */
type Sign = '' | '+';

const columnOf = (name: 'id_tienda' | 'active' | 'consecutivo', sign: Sign) =>
  sql<number>`${sql.raw(`${sign}cajas.${name}`)}`;

/** True for a box whose store name, state name or profile in charge contains the text. */
function nameMatches(trx: Trx, searched: string, sign: Sign = ''): RawBuilder<SqlBool> {
  const wanted = unaccented(searched);
  const codes = states
    .filter(({ nombre, tipo_usuario }) =>
      [nombre, tipo_usuario].some((text) => unaccented(text).includes(wanted)),
    )
    .map(({ codigo }) => codigo);
  const alternatives = [
    sql<SqlBool>`${columnOf('id_tienda', sign)} in (
      select buscada.id from tiendas as buscada
      where ${namesContain(trx, 'tiendas', ['buscada.nombre'], 'buscada')(searched)})`,
    ...(codes.length === 0
      ? []
      : [sql<SqlBool>`${columnOf('active', sign)} in (${sql.join(codes)})`]),
  ];
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/** The same, or whose number or expense texts contain it. */
export async function boxMatches(
  trx: Trx,
  session: Session,
  searched: string,
): Promise<RawBuilder<SqlBool>> {
  const saying = await matchingBoxes(trx, session, searched);
  return sql<SqlBool>`(${nameMatches(trx, searched)}
    or ${contains(sql<string>`cast(cajas.consecutivo as text)`, searched)}
    ${saying === null ? sql`` : sql`or cajas.id in (${saying.keys})`})`;
}

interface Counted {
  /** Boxes in the list. */
  total: number;
  /** Boxes in the list without its search; 0 when there is no search. */
  unsearched: number;
  /** Boxes in the states of the list, and in any state, visible or not. */
  ofStates: number;
  everywhere: number;
  /** The search yields ids of boxes, so no other index is needed to find them. */
  byKeys: boolean;
  /** Condition of the search on a box; with `reads`, for few boxes, it reads the texts of each box. */
  matches: (sign: Sign, reads?: boolean) => RawBuilder<SqlBool>;
}

const isNumber = (searched: string): boolean => /^\d+$/.test(searched);

/** True for a box whose number contains the digits: lists every such number up to `last`, the highest in use. */
function isNumbered(searched: string, last: number, sign: Sign = ''): RawBuilder<SqlBool>[] {
  if (!isNumber(searched)) return [];
  const numbers = Array.from({ length: last }, (_, index) => index + 1).filter((number) =>
    String(number).includes(searched),
  );
  const listed = numbers.length === 0 ? sql`null` : sql.join(numbers.map((one) => sql.lit(one)));
  return [sql`${columnOf('consecutivo', sign)} in (${listed})`];
}

/** Conditions on the boxes that a session sees, of one store if it is given. */
const keysOfList = (
  session: Session,
  idTienda: number | undefined,
  sign: Sign,
): Expression<unknown>[] => [
  visibleKeys(session, columnOf('id_tienda', sign)),
  ...(idTienda === undefined ? [] : [sql`${columnOf('id_tienda', sign)} = ${idTienda}`]),
];

/**
 * Counts the boxes of a list from the stored counts of each store. Boxes that are found by number or expense texts are
 * counted separately, in an index.
 */
async function counted(
  trx: Trx,
  session: Session,
  { active, idTienda }: BoxFilter,
  searched: string,
): Promise<Counted> {
  const named = (sign: Sign = '') =>
    searched === '' ? sql<SqlBool>`1 = 1` : nameMatches(trx, searched, sign);
  const ofList = sql<SqlBool>`${visibleBoxes(session)(boxes)} ${idTienda === undefined ? sql`` : sql`and cajas.id_tienda = ${idTienda}`}`;
  const ofStates = sql`cajas.estado = 0 and cajas.active in (${sql.join(active)})`;
  const stored = (condition: RawBuilder<SqlBool>) => sql`(select coalesce(sum(cajas.cantidad), 0)
    from conteo as cajas inner join tiendas on tiendas.id = cajas.id_tienda
    where ${ofStates} and ${ofList} and ${condition})`;
  const [found] = await rowsOf<Omit<Counted, 'byKeys' | 'matches'> & { last: number }>(
    trx,
    sql`select ${stored(named())} as total, ${searched === '' ? sql`0` : stored(sql`1 = 1`)} as unsearched,
        (select coalesce(sum(cajas.cantidad), 0) from conteo as cajas where ${ofStates}) as "ofStates",
        (select coalesce(sum(cantidad), 0) from conteo where estado = 0) as everywhere,
        (select coalesce(max(ultimo_consecutivo), 0) from tiendas) as last`,
  );
  const { last = 0, ...counts } = found ?? { total: 0, unsearched: 0, ofStates: 0, everywhere: 0 };
  const saying = await matchingBoxes(trx, session, searched);
  const numbered = (sign?: Sign) => isNumbered(searched, last, sign);
  if (saying === null && !isNumber(searched)) return { ...counts, byKeys: false, matches: named };
  const among = (sign: Sign) => sql.join(keysOfList(session, idTienda, sign), sql` and `);
  const keys = sql<number>`${sql.join(
    [
      ...numbered().map((isOne) => sql`select cajas.id from cajas where ${among('')} and ${isOne}`),
      ...(saying === null ? [] : [saying.keys]),
    ],
    sql` union `,
  )}`;
  const others = saying === null ? sql.join(numbered()) : sql`cajas.id in (${keys})`;
  const [more] = await rowsOf<{ total: number }>(
    trx,
    sql`select count(*) as total from cajas
      where ${others} and ${among(saying === null ? '' : '+')} and not ${named('+')} and +cajas.active in (${sql.join(active)})`,
  );
  const along = (reads: boolean) => [
    named('+'),
    ...numbered('+'),
    ...(saying === null
      ? []
      : [(reads ? saying.read : null) ?? sql`+cajas.id in (${saying.keys})`]),
  ];
  return {
    ...counts,
    byKeys: true,
    total: counts.total + (more?.total ?? 0),
    matches: (sign, reads = false) =>
      sign === '+'
        ? sql`(${sql.join(along(reads), sql` or `)})`
        : sql`cajas.id in (select cajas.id from cajas where ${named(sign)} and ${among('+')} union ${keys})`,
  };
}

/** Cost of reading the texts of one box, as the number of boxes that the text index finds in the same time. */
const FOUND_MEANWHILE = 4;

interface Page {
  by: BoxOrder;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** The ids of a page, merged from the first boxes of each state: boxes in other states are not scanned. */
function keysByState(
  active: readonly number[],
  conditions: readonly Expression<unknown>[],
  { by, direction, limit, offset }: Page,
): RawBuilder<number> {
  const way = sql.raw(direction);
  const firsts = active.map(
    (codigo) => sql`select * from (
      select cajas.id, ${columns[by]} as orden from cajas
      where cajas.active = ${sql.lit(codigo)} and ${sql.join(conditions, sql` and `)}
      order by ${columns[by]} ${way}, cajas.id ${way} limit ${offset + limit}) as ${sql.ref(`en_${codigo}`)}`,
  );
  return sql`select primeras.id from (${sql.join(firsts, sql` union all `)}) as primeras
    order by primeras.orden ${way}, primeras.id ${way} limit ${limit} offset ${offset}`;
}

/** The ids of a page: by a scan of the index that has this order, or sorted. */
function keysOfAll(
  active: readonly number[],
  conditions: readonly Expression<unknown>[],
  { by, direction, limit, offset }: Page,
  sign: Sign,
): RawBuilder<number> {
  const way = sql.raw(direction);
  const [other, ...others] = states
    .map(({ codigo }) => codigo)
    .filter((codigo) => !active.includes(codigo));
  // When every box is scanned, one comparison is faster than a list of states.
  const inStates =
    sign === '+' && others.length === 0 && other !== undefined
      ? sql`${columnOf('active', sign)} <> ${other}`
      : sql`${columnOf('active', sign)} in (${sql.join(active)})`;
  const all = [inStates, ...conditions];
  return sql`select cajas.id from cajas
    ${by === 'tienda' ? sql`inner join tiendas on tiendas.id = cajas.id_tienda` : sql``}
    where ${sql.join(all, sql` and `)}
    order by ${columns[by]} ${way}, cajas.id ${way} limit ${limit} offset ${offset}`;
}

/** A box with the confirmation of its payment: '' before it is confirmed, null without a payment. */
interface ListedBox extends BoxWithStore {
  dia_giro: string | null;
  referencia_giro: string | null;
}

/**
 * One page of the visible boxes.
 *
 * @param own the default order; `fecha`: the column that the list shows as its date
 */
export async function pageOfBoxes(
  trx: Trx,
  session: Session,
  filter: BoxFilter,
  request: ListRequest,
  { fecha = 'fecha', ...own }: Order<BoxOrder> & { fecha?: BoxOrder },
): Promise<{ rows: ListedBox[]; total: number }> {
  const order = orderOf(request, { columns, own });
  if (filter.active.length === 0) return { rows: [], total: 0 };
  const by = order.by === 'fecha' ? fecha : order.by;
  const searched = request.buscar?.trim().normalize('NFC') ?? '';
  const { total, unsearched, ofStates, everywhere, byKeys, matches } = await counted(
    trx,
    session,
    filter,
    searched,
  );
  const span = pageSpan(request, total, order.direction);
  if (span.limit === 0) return { rows: [], total };
  // Either scan an index in the requested order and skip other boxes, or find the boxes of the list and sort them.
  const passed = (all: number) => ((span.offset + span.limit) * all) / total;
  const isShort = (all: number) => passed(all) < 2 * total;
  const reads = passed(unsearched) * FOUND_MEANWHILE < total;
  const along = [...keysOfList(session, filter.idTienda, '+'), matches('+', reads)];
  const page = { by, ...span };
  const sign = byKeys ? '+' : '';
  const sorted = () => [...keysOfList(session, filter.idTienda, sign), matches('')];
  const keys =
    !filter.active.includes(boxStates.closed.codigo) &&
    indexedByState.includes(by) &&
    isShort(ofStates)
      ? keysByState(filter.active, along, page)
      : indexed.includes(by) && isShort(everywhere)
        ? keysOfAll(filter.active, along, page, '+')
        : keysOfAll(filter.active, sorted(), page, sign);
  const rows = await trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .leftJoin('giro', liveAttempt)
    .where('cajas.id', 'in', sql<number>`(${keys})`)
    .selectAll('cajas')
    .select(['giro.dia as dia_giro', 'giro.referencia as referencia_giro'])
    .select(['tiendas.nombre as tienda', 'tiendas.id_ciudad as id_ciudad_tienda'])
    .orderBy(columns[by], order.direction)
    .orderBy('cajas.id', order.direction)
    .execute();
  return { rows, total };
}
