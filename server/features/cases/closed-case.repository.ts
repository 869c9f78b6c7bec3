/** The rows of closed boxes: each is what its log folds to. */
import { type ClosedCase, closedCaseOf } from '#machines/domain/history/closed-case.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { finding } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type EventToAppend, eventsOfBox } from './event.repository.ts';

/** What a row has in its column `detalle`. */
export type CaseDetail = Pick<
  ClosedCase,
  'pasos' | 'retrabajo' | 'personas' | 'categorias' | 'rapidas'
>;

/** The row that the log of a box gives; null unless it is closed. @param events from the first */
export function closedCaseRow(
  id_caja: number,
  events: readonly EventToAppend[],
): Row<'caso_cerrado'> | null {
  const closed = closedCaseOf(events);
  if (closed === null) return null;
  const { pasos, retrabajo, personas, categorias, rapidas, ...columns } = closed;
  const detail: CaseDetail = { pasos, retrabajo, personas, categorias, rapidas };
  return { id_caja, ...columns, detalle: JSON.stringify(detail) };
}

export const findClosedCase = finding('caso_cerrado', 'id_caja');

/** Writes the row of a box that is closed. */
export async function addClosedCase(trx: Trx, idCaja: number): Promise<void> {
  const row = closedCaseRow(idCaja, await eventsOfBox(trx, idCaja));
  if (row !== null) await trx.insertInto('caso_cerrado').values(row).execute();
}

/** The store has its money. */
export const markMoneyReceived = async (
  trx: Trx,
  idCaja: number,
  recibido: number,
): Promise<void> => {
  await trx.updateTable('caso_cerrado').set({ recibido }).where('id_caja', '=', idCaja).execute();
};

/**
 * Writes the rows that are missing: a box that was closed before there were any.
 *
 * @returns whether there may be more
 */
export async function addMissingCases(trx: Trx, limit: number): Promise<boolean> {
  const boxes = await trx
    .selectFrom('cajas')
    .select('cajas.id')
    .where('cajas.active', '=', boxStates.closed.codigo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('caso_cerrado')
            .select('caso_cerrado.id_caja')
            .whereRef('caso_cerrado.id_caja', '=', 'cajas.id'),
        ),
      ),
    )
    .orderBy('cajas.id')
    .limit(limit)
    .execute();
  for (const { id } of boxes) await addClosedCase(trx, id);
  return boxes.length === limit;
}
