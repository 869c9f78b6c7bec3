/** Contents of support files that are in the database, in pieces: no statement holds a whole file. */
import type { Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';

export const findContent = (trx: Trx, sha256: string): Promise<Row<'archivo'> | undefined> =>
  trx.selectFrom('archivo').selectAll().where('sha256', '=', sha256).executeTakeFirst();

export const contentPiece = async (
  trx: Trx,
  sha256: string,
  numero: number,
): Promise<Buffer | undefined> =>
  (
    await trx
      .selectFrom('archivo_trozo')
      .select('contenido')
      .where('sha256', '=', sha256)
      .where('numero', '=', numero)
      .executeTakeFirst()
  )?.contenido;

/** Keeps a content, unless it is there; waits for whoever keeps or removes the same one. */
export async function insertContent(
  trx: Trx,
  content: Row<'archivo'>,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('archivo')
    .values(content)
    .onConflict((same) => same.column('sha256').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  let numero = 0;
  for await (const contenido of pieces) {
    await trx
      .insertInto('archivo_trozo')
      .values({ sha256: content.sha256, numero, contenido })
      .execute();
    numero += 1;
  }
}

export const deleteContent = async (trx: Trx, sha256: string): Promise<void> => {
  await trx.deleteFrom('archivo').where('sha256', '=', sha256).execute();
};

/** Names of contents that were kept before an instant, in their order, after one of them. */
export const contentsBefore = (trx: Trx, instant: number, after: string, limit: number) =>
  trx
    .selectFrom('archivo')
    .select('sha256')
    .where('creado', '<', instant)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute();
