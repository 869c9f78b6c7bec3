import type { Trx } from '../../platform/database/transactions.ts';
import { adding, exists, removing, valuesOf } from '../../platform/database/queries.ts';

/** The one that has this digest, while it may be used. */
export const findTemporaryPassword = (
  trx: Trx,
  idUsuario: number,
  clave_hash: string,
  now: number,
) =>
  trx
    .selectFrom('clave_temporal')
    .select('id')
    .where('id_usuario', '=', idUsuario)
    .where('clave_hash', '=', clave_hash)
    .where('usada', 'is', null)
    .where('vence', '>', now)
    .executeTakeFirst();

/** True when the person was given one that is good until after `instant`, used or not. */
export const hasTemporaryPasswordUntil = (
  trx: Trx,
  idUsuario: number,
  instant: number,
): Promise<boolean> =>
  exists(
    trx
      .selectFrom('clave_temporal')
      .select('id')
      .where('id_usuario', '=', idUsuario)
      .where('vence', '>', instant),
  );

/** Digests of every temporary password that is stored, used or not. */
export const temporaryHashesOf = (trx: Trx, idUsuario: number): Promise<string[]> =>
  valuesOf(
    trx.selectFrom('clave_temporal').select('clave_hash').where('id_usuario', '=', idUsuario),
    'clave_hash',
  );

/** Earlier ones stay good for their time: whoever asks for another must not take them from the owner. */
export const insertTemporaryPassword = adding('clave_temporal');

/** @returns false when another request used it first */
export const spendTemporaryPassword = (trx: Trx, id: number, now: number): Promise<boolean> =>
  exists(
    trx
      .updateTable('clave_temporal')
      .set({ usada: now })
      .where('id', '=', id)
      .where('usada', 'is', null)
      .returning('id'),
  );

export const deleteTemporaryPasswordsOf = removing('clave_temporal', 'id_usuario');
