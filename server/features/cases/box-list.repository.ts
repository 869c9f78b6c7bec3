/**
 * Lists of boxes, narrowed to what the session may see. Their totals are stored counts, and a page is found by the keys of
 * an index before any of its rows is read, so neither grows with the boxes.
 */
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { boxStates } from '#machines/domain/box/states.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { type PlacedBox, visibleBoxes, visibleKeys } from './scope.repository.ts';
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

/** Which of the visible boxes a list is about. */
interface BoxFilter {
  /** Codes of the box's state. */
  active: readonly number[];
  idTienda?: number | undefined;
}

const boxes = expressionBuilder<Database, 'tiendas' | 'cajas'>();

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

type BoxOrder = keyof typeof columns;

/** Orders that an index has of the boxes of each state. */
const indexedByState: readonly BoxOrder[] = ['fecha_movimiento', 'fecha_contabilidad'];

/** Orders that an index has of all boxes, with what the filters of a list ask beside. */
const indexed: readonly BoxOrder[] = [
  'consecutivo',
  'fecha',
  'total',
  'total_aprobado',
  'fecha_movimiento',
];

/** A sign before a column keeps the engine from looking for an index of it. */
type Sign = '' | '+';

const columnOf = (name: 'id_tienda' | 'active' | 'consecutivo', sign: Sign) =>
  sql<number>`${sql.raw(`${sign}cajas.${name}`)}`;

/** The store's name, or the state and the person in charge as people read them. */
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

/** The same, or the number, or what its expenses say. */
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
  /** Boxes that the list has. */
  total: number;
  /** Boxes that it would have without its search; 0 where there is none. */
  unsearched: number;
  /** Boxes of its states, and of all, no matter who sees them. */
  ofStates: number;
  everywhere: number;
  /** The search names the boxes by their keys, so nothing else needs to find them. */
  byKeys: boolean;
  /** Condition that a search puts on a box; `reads` where so few boxes are asked that their texts are read. */
  matches: (sign: Sign, reads?: boolean) => RawBuilder<SqlBool>;
}

const isNumber = (searched: string): boolean => /^\d+$/.test(searched);

/** True for a box with such digits in its number: each store gives a number once. */
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
 * Counts the boxes of a list from what is stored of each store. Those that are found by their numbers, or by what their
 * expenses say, are counted apart, in an index.
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

/** Boxes that the index of texts finds in the time in which the texts of one box are read. */
const FOUND_MEANWHILE = 4;

interface Page {
  by: BoxOrder;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** The keys of a page, from the first boxes of each state: whatever is in other states is not passed by. */
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

/** The keys of a page: along the index of all boxes in this order, or sorted. */
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
  // Of a walk that passes every box, one comparison is half the time of a list.
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

/** With the confirmation of its payment; '' and null before it. */
interface ListedBox extends PlacedBox {
  dia_giro: string | null;
  referencia_giro: string | null;
}

/**
 * One page of the visible boxes.
 *
 * @param own the order when none was requested; `fecha`: the date that the list shows
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
  // Along an index in their order, past the boxes of others, or first those of the list, and then their order.
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
