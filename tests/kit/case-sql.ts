/**
 * Reference figures of closed boxes, computed from the log in SQL: window functions where the product folds events, and
 * working time between two instants where the product has a clock.
 */
import { type RawBuilder, sql } from 'kysely';
import { calendarOf, usualHours } from '#machines/domain/values/working-hours.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import type { TestServer } from './server.ts';

type Asked = Pick<TestServer, 'db'>;

const calendar = calendarOf(usualHours);

export const workedBetween = (from: number, to: number): number =>
  workingTimeBetween(from, to, calendar);

export const rowsOf = async <Row>({ db }: Asked, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(db)).rows;

/** A stay of a closed box in a state, or with the shipping company; instants. */
export interface Stay {
  id_caja: number;
  estado: string;
  entro: number;
  primera: number;
  salio: number;
  quien: number;
}

const followers = sql.join(
  ['SENT', 'ENTERED_MAINTENANCE', 'ENTERED_PRELIMINARY', 'REVIEWED', 'SHIPPED', 'CLOSED'].map(
    (name) => `BOX.${name}`,
  ),
);

/** State of a box at one of its events. */
const placeOf = (event: string) => sql`coalesce((
  select paso.hacia from evento as paso
  where paso.id_caja = ${sql.ref(`${event}.id_caja`)} and paso.id_gasto is null
    and paso.desde <> paso.hacia and paso.secuencia < ${sql.ref(`${event}.secuencia`)}
  order by paso.secuencia desc limit 1), 'open')`;

export const staysBySql = (asked: Asked) =>
  rowsOf<Stay>(
    asked,
    sql`with pasos as (
        select id_caja, secuencia, instante,
          case when evento = 'BOX.PAPERS_RECEIVED' then 'onTheWay' else desde end as desde,
          case when evento = 'BOX.PAPERS_RECEIVED' then 0 else id_actor end as id_actor,
          lag(secuencia) over (partition by id_caja order by secuencia) as antes,
          lag(instante) over (partition by id_caja order by secuencia) as entro
        from evento where id_gasto is null and (desde <> hacia or evento = 'BOX.PAPERS_RECEIVED')
      )
      select pasos.id_caja, pasos.desde as estado, pasos.instante as salio, pasos.id_actor as quien,
        coalesce(pasos.entro, (select min(e.instante) from evento as e
          where e.id_caja = pasos.id_caja and e.evento = 'EXPENSE.RECORD')) as entro,
        (select e.instante from evento as e
          where e.id_caja = pasos.id_caja and e.secuencia > coalesce(pasos.antes, 0)
            and e.secuencia <= pasos.secuencia and e.evento not in (${followers})
          order by e.secuencia limit 1) as primera
      from pasos inner join cajas on cajas.id = pasos.id_caja
      where cajas.active = 5 order by pasos.id_caja, pasos.secuencia`,
  );

export interface ReworkEvent {
  id_caja: number;
  id_tienda: number;
  id_gasto: number;
  secuencia: number;
  evento: string;
  estado: string;
  quien: number;
}

export const reworkBySql = (asked: Asked) =>
  rowsOf<ReworkEvent>(
    asked,
    sql`select evento.id_caja, evento.id_tienda, evento.id_gasto, evento.secuencia, evento.evento,
        ${placeOf('evento')} as estado, evento.id_actor as quien
      from evento inner join cajas on cajas.id = evento.id_caja
      where cajas.active = 5 and (evento.evento like '%.REJECT' or evento.evento = 'EXPENSE.CORRECT')`,
  );

/** Decisions of closed boxes about an expense that the same stage had decided before. */
export const repeatedBySql = (asked: Asked) =>
  rowsOf<ReworkEvent>(
    asked,
    sql`select * from (
        select evento.id_caja, evento.id_tienda, evento.id_gasto, evento.evento, evento.id_actor as quien,
          '' as estado, evento.secuencia, row_number() over (
            partition by evento.id_gasto, substr(evento.evento, 1, 3) order by evento.secuencia) as vez
        from evento inner join cajas on cajas.id = evento.id_caja
        where cajas.active = 5 and (evento.evento like '%.REJECT' or evento.evento like '%.APPROVE')) as decisiones
      where vez > 1`,
  );

/** First category of the expense of an event, as of its last recording or correction; 0 for none. */
export async function categoryByEvent(asked: Asked): Promise<(event: ReworkEvent) => number> {
  const rows = await rowsOf<{ id_gasto: number; secuencia: number; payload: string }>(
    asked,
    sql`select id_gasto, secuencia, payload from evento
      where evento in ('EXPENSE.RECORD', 'EXPENSE.CORRECT') order by id_caja, secuencia`,
  );
  const set = rows.flatMap(({ id_gasto, secuencia, payload }) => {
    const { facts, corregido } = JSON.parse(payload);
    const [id] = (facts ?? corregido)?.categoryIds ?? [];
    return id === undefined ? [] : { id_gasto, secuencia, id: Number(id) };
  });
  return (event) =>
    set.filter((one) => one.id_gasto === event.id_gasto && one.secuencia <= event.secuencia).at(-1)
      ?.id ?? 0;
}

/** Working time from the first expense to the closing. @param stays of one box, in order */
export const cycleOf = (stays: readonly Stay[]): number =>
  workedBetween(stays[0]?.entro ?? 0, stays.at(-1)?.salio ?? 0);

/**
 * The states of a box with the rejections and corrections in each.
 *
 * @param stays of one box
 * @param rework of the same box
 */
export const pathOf = (stays: readonly Stay[], rework: readonly ReworkEvent[]): string =>
  [
    ...stays
      .filter(({ estado }) => estado !== 'onTheWay')
      .map(({ estado }) => {
        const here = rework.filter((one) => one.estado === estado).map(({ evento }) => evento);
        const rejected = here.some((evento) => evento.endsWith('REJECT')) ? '+r' : '';
        return `${estado}${rejected}${here.includes('EXPENSE.CORRECT') ? '+c' : ''}`;
      }),
    'closed',
  ].join(' ');

/** True for a path without rework and without maintenance. */
export const isDirectPath = (path: string): boolean => !/[+]|maintenance/.test(path);

export const meanOf = (times: readonly number[]): number =>
  Math.round(times.reduce((all, one) => all + one, 0) / times.length);

/** Number of decisions per box. */
export const decisionsByBox = async (asked: Asked): Promise<Map<number, number>> =>
  new Map(
    (
      await rowsOf<{ id_caja: number; veces: number }>(
        asked,
        sql`select id_caja, count(*) as veces from evento
          where evento like '%.REJECT' or evento like '%.APPROVE' group by id_caja`,
      )
    ).map(({ id_caja, veces }) => [id_caja, veces]),
  );

/** Number of times that consecutive events have different actors, up to the closing, per box. */
export const handOversBySql = async (asked: Asked): Promise<Map<number, number>> =>
  new Map(
    (
      await rowsOf<{ id_caja: number; veces: number }>(
        asked,
        sql`select id_caja, sum(case when id_actor <> anterior then 1 else 0 end) as veces from (
            select id_caja, id_actor, secuencia,
              lag(id_actor) over (partition by id_caja order by secuencia) as anterior,
              (select max(cierre.secuencia) from evento as cierre
                where cierre.id_caja = evento.id_caja and cierre.evento = 'BOX.SEND_FINAL') as fin
            from evento) as seguidos
          where secuencia <= fin group by id_caja`,
      )
    ).map(({ id_caja, veces }) => [id_caja, Number(veces)]),
  );

/** Nearest-rank percentile. */
export function rank(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.find((_, index) => (index + 1) * 100 >= percent * sorted.length) ?? 0;
}
