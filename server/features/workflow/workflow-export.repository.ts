/** The log of a period for a download, in pages that each ask little of the database. */
import { sql } from 'kysely';
import { boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { ofScope, type WorkflowScope } from './workflow.repository.ts';
import type { Span } from './workflow-history.repository.ts';
import { eventColumns } from './workflow-log.repository.ts';

/** A box of which something may have happened in the period; amounts in centavos. */
export interface ExportedBox {
  id: number;
  tienda: string;
  centro_costo: string;
  supervisor: string;
  consecutivo: number | null;
  active: number;
  total: number;
  total_aprobado: number;
  creada: number;
}

/** The next boxes by key that were open at some moment of the period. */
export const boxesOfPeriod = async (
  trx: Trx,
  scope: WorkflowScope,
  { from, until }: Span,
  after: number,
  limit: number,
): Promise<ExportedBox[]> =>
  (
    await sql<ExportedBox>`
      select cajas.id, tiendas.nombre as tienda, tiendas.centro_costo,
        supervisor.razon_social as supervisor, cajas.consecutivo, cajas.active, cajas.total,
        cajas.total_aprobado, cajas.creada
      from cajas
        inner join tiendas on tiendas.id = cajas.id_tienda
        inner join usuarios as supervisor on supervisor.id = tiendas.id_supervisor
      where cajas.id > ${after} and cajas.creada < ${until}
        and (cajas.active <> ${boxStates.closed.codigo} or cajas.fecha_movimiento >= ${from})
        and ${ofScope(scope)}
      order by cajas.id limit ${limit}`.execute(trx)
  ).rows;

/** How many events of the scope fall into a period, counted up to a limit. */
export async function countEventsOfPeriod(
  trx: Trx,
  scope: WorkflowScope,
  { from, until }: Span,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select evento.id from cajas
        inner join tiendas on tiendas.id = cajas.id_tienda
        inner join evento on evento.id_caja = cajas.id
      where cajas.creada < ${until} and evento.instante >= ${from} and evento.instante < ${until}
        and ${ofScope(scope)}
      limit ${limit}) as eventos`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Where a page of events ended. */
export interface EventKey {
  id_caja: number;
  secuencia: number;
}

/** The next events of some boxes in the period, box by box. */
export const eventsOfPeriod = (
  trx: Trx,
  boxes: readonly number[],
  { from, until }: Span,
  after: EventKey,
  limit: number,
) =>
  trx
    .selectFrom('evento')
    .leftJoin('usuarios', 'usuarios.id', 'evento.id_actor')
    .select(['evento.id_caja', ...eventColumns])
    .where('evento.id_caja', 'in', [...boxes])
    .where('evento.instante', '>=', from)
    .where('evento.instante', '<', until)
    .where(({ eb, or, and }) =>
      or([
        eb('evento.id_caja', '>', after.id_caja),
        and([
          eb('evento.id_caja', '=', after.id_caja),
          eb('evento.secuencia', '>', after.secuencia),
        ]),
      ]),
    )
    .orderBy('evento.id_caja')
    .orderBy('evento.secuencia')
    .limit(limit)
    .execute();

export type ExportedEventRow = Awaited<ReturnType<typeof eventsOfPeriod>>[number];

/** Every rejection reason, in use or not. */
export const everyReason = (trx: Trx) =>
  trx.selectFrom('motivo_rechazo').select(['id', 'nombre']).execute();
