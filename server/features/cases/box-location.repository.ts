import type { JoinBuilder } from 'kysely';
import type { DateText } from '#machines/domain/values/dates.ts';
import { asJson, fromJson } from '../../platform/database/queries.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ExpenseRow } from './box.repository.ts';
import { availableInFund } from './fund.repository.ts';

/** Joins a store with its main person in charge. */
export const mainPerson = (join: JoinBuilder<Database, 'tiendas' | 'responsable_tienda'>) =>
  join
    .onRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
    .on('responsable_tienda.tipo', '=', 1);

/** A store with its people: one row for each delegation of its supervisor on the day, else one row. */
const peopleRows = (trx: Trx, idTienda: number, today: DateText) =>
  trx
    .selectFrom('tiendas')
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .leftJoin('responsable_tienda', mainPerson)
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
 * The people of a store: its supervisor, the delegates of the supervisor on the day, and the main person in charge (''
 * when there is none).
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

/** An expense with the people of a store; undefined when there is no such expense. */
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
 * Facts of the location of a box: the people and the available fund of its store, in centavos; the states of its
 * expenses, each with its number of expenses and of those that need maintenance; the states that the box entered after
 * it was opened, with the instant, in order.
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
    .select(availableInFund.as('disponible'))
    .execute();
  return {
    people: peopleOf(rows),
    disponible: rows[0]?.disponible ?? 0,
    states: fromJson(rows[0]?.estados ?? '[]').toSorted((a, b) => a.estado - b.estado),
    arrivals: fromJson(rows[0]?.llegadas ?? '[]').toSorted((a, b) => a.secuencia - b.secuencia),
  };
}
