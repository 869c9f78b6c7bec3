/** Catalogues that a reviewer chooses from. */
import type { Trx } from '../../platform/database/transactions.ts';

type Catalogue = 'indicadores' | 'impuestos';

/** True when every one of the keys is an active row of the catalogue. */
export async function areActive(
  trx: Trx,
  catalogue: Catalogue,
  ids: readonly number[],
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const found = await trx
    .selectFrom(catalogue)
    .select('id')
    .where('id', 'in', wanted)
    .where('active_', '=', 1)
    .execute();
  return found.length === wanted.length;
}

/** The text of a reason that may be chosen, or was. @param stored the reason that the expense has */
export const reasonText = async (
  trx: Trx,
  id: number,
  stored: number | null,
): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('motivo_rechazo')
      .select('nombre')
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('active_', '=', 1), eb('id', '=', stored ?? 0)]))
      .executeTakeFirst()
  )?.nombre;

/** The categories, active or not, of the format of the store that the box is of. */
export const categoriesForBox = (trx: Trx, idCaja: number, ids: readonly number[]) =>
  trx
    .selectFrom('categoria_gasto')
    .innerJoin('tiendas', 'tiendas.id_formato', 'categoria_gasto.id_formato')
    .innerJoin('cajas', 'cajas.id_tienda', 'tiendas.id')
    .selectAll('categoria_gasto')
    .where('cajas.id', '=', idCaja)
    .where('categoria_gasto.id', 'in', [...ids])
    .execute();
