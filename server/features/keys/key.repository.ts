import { keyScopeNames } from '#contract/key-scopes.ts';
import type { Row } from '../../platform/database/schema.ts';
import { finding, inserting, updating } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';

export const insertKey = inserting('llave');
export const updateKey = updating('llave');
export const findKey = finding('llave', 'id');

/** The scopes of a stored key. */
export const scopesOf = ({ alcances }: Pick<Row<'llave'>, 'alcances'>) => {
  const sent = alcances.split(',');
  return keyScopeNames.filter((name) => sent.includes(name));
};

/** Keys of the stores to which a stored key is limited; undefined for every store. */
export const storesOf = ({ tiendas }: Pick<Row<'llave'>, 'tiendas'>): number[] | undefined =>
  tiendas?.split(',').map(Number);

/** Keys with the name of their actor and of who created them, newest first. */
const keys = (trx: Trx) =>
  trx
    .selectFrom('llave')
    .innerJoin('usuarios', 'usuarios.id', 'llave.id_usuario')
    .innerJoin('usuarios as creador', 'creador.id', 'llave.id_creador')
    .selectAll('llave')
    .select(['usuarios.razon_social as nombre', 'creador.razon_social as creada_por'])
    .orderBy('llave.id', 'desc');

export const everyKey = (trx: Trx) => keys(trx).execute();

export type KeyRow = Awaited<ReturnType<typeof everyKey>>[number];

/** The key with a secret: the current one, or the one before while it is valid. */
export const findKeyByHash = (trx: Trx, hash: string, now: number): Promise<KeyRow | undefined> =>
  keys(trx)
    .where(({ or, and, eb }) =>
      or([
        eb('secreto_hash', '=', hash),
        and([eb('anterior_hash', '=', hash), eb('anterior_hasta', '>', now)]),
      ]),
    )
    .executeTakeFirst();

export async function noteUse(trx: Trx, id: number, ultimo_uso: number): Promise<void> {
  await trx.updateTable('llave').set({ ultimo_uso }).where('id', '=', id).execute();
}
