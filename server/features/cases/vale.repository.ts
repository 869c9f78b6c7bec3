/** Vales: cash of a store that was handed out before its receipt; amounts in centavos. */
import {
  givenVale,
  type ValeCode,
  type ValeEvent,
  valeAfter,
  valeGuards,
  valeStateOf,
  valeStates,
} from '#machines/domain/fund/vale.machine.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { inserting, updating } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { notFound, refusedBy } from '../../platform/errors/http-error.ts';
import { createMovement } from './stored-movement.ts';

export const insertVale = inserting('vale');
const updateVale = updating('vale');

export type ValeRow = Row<'vale'>;

export const findVale = (trx: Trx, id: number): Promise<ValeRow | undefined> =>
  trx.selectFrom('vale').selectAll().where('id', '=', id).executeTakeFirst();

/** The vales of a store that no expense has used, oldest first. */
export const valesOut = (trx: Trx, idTienda: number): Promise<ValeRow[]> =>
  trx
    .selectFrom('vale')
    .selectAll()
    .where('id_tienda', '=', idTienda)
    .where('estado', '=', valeStates.out.codigo)
    .orderBy('id')
    .execute();

/** @throws HttpError 409 or 422 with the failing guards @returns the code of the state after the event, and what is left */
export function storedValeAfter(...facts: Parameters<typeof valeAfter>): {
  codigo: ValeCode;
  left: number;
} {
  const after = valeAfter(...facts);
  if ('motivos' in after) throw refusedBy(valeGuards, after.motivos);
  return after;
}

/**
 * Settles a vale of a store, which the caller has locked by its open box.
 *
 * @param idGasto the expense that uses it
 * @throws HttpError 404 for a vale of another store, 409 when it is settled
 * @returns its amount
 */
export async function settleVale(
  trx: Trx,
  { id, idTienda }: { id: number; idTienda: number },
  event: ValeEvent,
  by: Author,
  idGasto: number | null = null,
): Promise<number> {
  const vale = await trx
    .selectFrom('vale')
    .selectAll()
    .where('id', '=', id)
    .where('id_tienda', '=', idTienda)
    .$call(locked(trx, 'vale'))
    .executeTakeFirst();
  if (vale === undefined) throw notFound();
  const ofOpening = { left: vale.valor, day: vale.dia };
  const facts = vale.id_movimiento === null ? givenVale : { ...givenVale, ofOpening };
  const { codigo: estado, left } = storedValeAfter(valeStateOf(vale.estado), facts, event);
  const settled = { resuelto: by.now, id_usuario_resuelve: event.actor.id };
  const isLeft = estado === valeStates.out.codigo;
  const changes = isLeft ? { valor: left } : { estado, ...settled };
  await updateVale(trx, id, { id_gasto: idGasto, ...changes }, by);
  return vale.valor;
}

/** When somebody else takes a store over, who gave each vale owes it. */
export async function chargeVales(trx: Trx, idTienda: number, by: Author): Promise<void> {
  for (const { id, valor, id_usuario, persona } of await valesOut(trx, idTienda)) {
    const { actor } = by;
    if (actor === null) throw new RangeError('Nobody hands a store over');
    await settleVale(trx, { id, idTienda }, { type: 'VALE.CHARGE', actor }, by);
    const motivo = `Vale n.º ${id} a ${persona}`;
    const debt = { id_tienda: idTienda, valor, id_deudor: id_usuario, motivo };
    await createMovement(trx, 'vale', debt, { ...by, actor });
  }
}
