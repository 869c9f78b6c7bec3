/** A rejected expense that another one records again: what the person in charge owes of it becomes less, in its own box. */
import type { Person } from '#machines/domain/people/profiles.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { BoxCase } from '../cases/stored-box-case.ts';

/** The box of the rejected expense, locked: after the box of the new one. */
async function boxOfOrigin(trx: Trx, origen: number, now: number): Promise<BoxCase> {
  const { id_caja } = await trx
    .selectFrom('gastos')
    .select('id_caja')
    .where('id', '=', origen)
    .executeTakeFirstOrThrow();
  return BoxCase.open(trx, id_caja, now);
}

/** How much a new expense takes over of a rejected one; 0 where its box counts as paid. @param valor centavos */
export async function takenOver(
  trx: Trx,
  origen: number,
  valor: number,
  now: number,
): Promise<number> {
  const box = await boxOfOrigin(trx, origen, now);
  return Math.min(valor, await box.owedOf(origen));
}

/** The new expense is there. @param salda what it takes over */
export async function settleOrigin(
  trx: Trx,
  origen: number,
  { actor, gasto, salda, now }: { actor: Person; gasto: number; salda: number; now: number },
): Promise<void> {
  if (salda === 0) return;
  const box = await boxOfOrigin(trx, origen, now);
  await box.fireOwed(origen, { type: 'OWED.RECORDED_AGAIN', actor, gasto, salda });
}

/** The new expense is gone, or has another value: the rejected one is owed again. */
export async function unsettleOrigin(
  trx: Trx,
  origen: number,
  { actor, gasto, now }: { actor: Person; gasto: number; now: number },
): Promise<void> {
  const last = await trx
    .selectFrom('evento')
    .select('payload')
    .where('id_gasto', '=', origen)
    .where('evento', '=', 'OWED.RECORDED_AGAIN')
    .orderBy('secuencia', 'desc')
    .limit(1)
    .executeTakeFirst();
  const told = last && (JSON.parse(last.payload) as { gasto: number; salda: number });
  if (told?.gasto !== gasto) return;
  const box = await boxOfOrigin(trx, origen, now);
  const { salda } = told;
  await box.fireOwed(origen, { type: 'OWED.RECORDING_REMOVED', actor, gasto, salda });
}
