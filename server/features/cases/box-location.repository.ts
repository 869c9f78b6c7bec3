import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { sql } from 'kysely';
import type { BoxStateName } from '#machines/domain/box/states.ts';
import { arrivals } from '#machines/domain/expense/expense.machine.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { asJson, fromJson, rowsOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ExpenseRow } from './box.repository.ts';

/** A store with its people, a row for each absence of its supervisor on the day. */
const peopleRows = (trx: Trx, idTienda: number, today: DateText) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .leftJoin('responsable_tienda', (join) =>
      join
        .onRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
        .on('responsable_tienda.tipo', '=', 1),
    )
    .leftJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
    .leftJoin('delegacion', (join) =>
      join
        .onRef('delegacion.id_usuario', '=', 'tiendas.id_supervisor')
        .on('delegacion.terminada', 'is', null)
        .on('delegacion.desde', '<=', today)
        .on('delegacion.hasta', '>=', today),
    )
    .leftJoin('usuarios as delegado', 'delegado.id', 'delegacion.id_delegado')
    .select([
      'tiendas.id_supervisor',
      'supervisor.razon_social as supervisor',
      'responsable.razon_social as responsable',
      'delegacion.id_delegado',
      'delegacion.desde',
      'delegacion.hasta',
      'delegado.razon_social as delegado',
    ])
    .where('tiendas.id', '=', idTienda);

type PeopleRow = Awaited<ReturnType<ReturnType<typeof peopleRows>['execute']>>[number];

/**
 * The people of a store: its supervisor, whoever decides on the day in the place of that person, and the main person in
 * charge, '' where there is none.
 */
function peopleOf(rows: readonly PeopleRow[]) {
  const [first] = rows;
  if (first === undefined) throw new RangeError('there is no such store');
  return {
    supervisor: first.supervisor,
    responsable: first.responsable ?? '',
    id_supervisor: first.id_supervisor,
    delegations: rows.flatMap(({ id_supervisor, id_delegado, desde, hasta, delegado }) =>
      id_delegado === null || desde === null || hasta === null || delegado === null
        ? []
        : [
            {
              id_usuario: id_supervisor,
              nombre: first.supervisor,
              id_delegado,
              delegado,
              desde,
              hasta,
            },
          ],
    ),
  };
}

export type StorePeople = ReturnType<typeof peopleOf>;

export const peopleOfStore = async (
  trx: Trx,
  idTienda: number,
  today: DateText,
): Promise<StorePeople> => peopleOf(await peopleRows(trx, idTienda, today).execute());

/** An expense with the people of a store; undefined for an expense that is not there. */
export async function expenseWithPeople(
  trx: Trx,
  idGasto: number,
  idTienda: number,
  today: DateText,
): Promise<{ expense: ExpenseRow; people: StorePeople } | undefined> {
  const found = await trx
    .selectFrom('gastos')
    .selectAll()
    .select(asJson(trx, peopleRows(trx, idTienda, today)).as('personas'))
    .where('id', '=', idGasto)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { personas, ...expense } = found;
  return { expense, people: peopleOf(fromJson(personas)) };
}

/**
 * Facts by which a box is located: the people of its store; the states that its expenses are in, with how many of them
 * need maintenance; the states that it came to after it was opened, with the instant, in their order.
 */
export async function locationFacts(
  trx: Trx,
  { id, id_tienda }: { id: number; id_tienda: number },
  today: DateText,
) {
  const states = trx
    .selectFrom('conteo_caja')
    .select(['estado', 'cantidad', 'de_mantenimiento'])
    .where('id_caja', '=', id);
  const arrivals = trx
    .selectFrom('evento')
    .select(['hacia', 'instante', 'secuencia'])
    .where('id_caja', '=', id)
    .where('id_gasto', 'is', null)
    .whereRef('desde', '<>', 'hacia');
  const rows = await peopleRows(trx, id_tienda, today)
    .select([asJson(trx, states).as('estados'), asJson(trx, arrivals).as('llegadas')])
    .execute();
  return {
    people: peopleOf(rows),
    states: fromJson(rows[0]?.estados ?? '[]').toSorted((a, b) => a.estado - b.estado),
    arrivals: fromJson(rows[0]?.llegadas ?? '[]').toSorted((a, b) => a.secuencia - b.secuencia),
  };
}

/** How long boxes and expenses stayed in their states, by the log. */

/**
 * How long the state lasted that an event ended: since the event before it that changed the state of the same
 * object, or since the box was opened; that the legalisation was opened moves nothing. An expense also comes to a state when its box moves; an event that follows
 * from a move of the box ends a stay that began before that move. Null for an event that ends no stay.
 */
export const duration = sql<number | null>`case
  when evento.desde = evento.hacia and evento.evento <> 'BOX.PAPERS_RECEIVED' or evento.desde = 'recording' then null
  when evento.id_gasto is null then evento.instante - coalesce((
    select antes.instante from evento as antes
    where antes.id_caja = evento.id_caja and antes.id_gasto is null and antes.evento <> 'BOX.PDF_OPENED'
      and antes.secuencia < evento.secuencia
    order by antes.secuencia desc limit 1), cajas.creada)
  else evento.instante - (
    select max(llegada.instante) from (
      select (
        select antes.instante from evento as antes
        where antes.id_gasto = evento.id_gasto and antes.desde <> antes.hacia
          and antes.secuencia < evento.secuencia
        order by antes.secuencia desc limit 1) as instante
      union all
      select (
        select antes.instante from evento as antes
        where antes.id_caja = evento.id_caja and antes.id_gasto is null and antes.evento <> 'BOX.PDF_OPENED'
          and antes.secuencia < evento.secuencia
          and (antes.instante < evento.instante or evento.evento not in (${sql.join(Object.values(arrivals))}))
        order by antes.secuencia desc limit 1) as instante) as llegada)
end`;

/** Boxes of each store whose stays say how long a stage takes there. */
export const LAST_BOXES = 12;

/** How long the last boxes of a store stayed in a state, milliseconds of working time. */
export const staysOfStore = async (
  trx: Trx,
  idTienda: number,
  state: BoxStateName,
  calendar: WorkingCalendar,
): Promise<number[]> => {
  const stays = await rowsOf<{ duracion: number; instante: number }>(
    trx,
    sql`select ${duration} as duracion, evento.instante
      from tiendas cross join cajas cross join evento
      where tiendas.id = ${idTienda} and cajas.id_tienda = tiendas.id
        and cajas.consecutivo > tiendas.ultimo_consecutivo - ${LAST_BOXES}
        and evento.id_caja = cajas.id and evento.id_gasto is null
        and evento.desde <> evento.hacia and evento.desde = ${state}`,
  );
  return stays.map(({ duracion, instante }) =>
    workingTimeBetween(instante - duracion, instante, calendar),
  );
};
