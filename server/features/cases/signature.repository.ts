import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { adding, finding } from '../../platform/database/queries.ts';

export const lastSignedHead = (trx: Trx): Promise<Row<'firma'> | undefined> =>
  trx.selectFrom('firma').selectAll().orderBy('secuencia', 'desc').limit(1).executeTakeFirst();

export const signedHeadAt = finding('firma', 'secuencia');
export const insertSignedHead = adding('firma');

export const signedHeadsAfter = (trx: Trx, secuencia: number, limit: number) =>
  trx
    .selectFrom('firma')
    .selectAll()
    .where('secuencia', '>', secuencia)
    .orderBy('secuencia')
    .limit(limit)
    .execute();

/** Events of both logs that no head covers yet: keys are given in order, so about so many. */
export async function eventsSinceLastHead(trx: Trx): Promise<number> {
  const head = await lastSignedHead(trx);
  const newest = async (table: 'evento' | 'evento_administracion'): Promise<number> =>
    (
      await trx
        .selectFrom(table)
        .select(({ fn }) => fn.max<number | null>('id').as('last'))
        .executeTakeFirstOrThrow()
    ).last ?? 0;
  const administration = await newest('evento_administracion');
  return (
    (await newest('evento')) - (head?.evento ?? 0) + administration - (head?.administracion ?? 0)
  );
}
