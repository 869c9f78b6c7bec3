/** Contents of receipt files that are in the database, in pieces: no statement holds a whole file. */
import { sql } from 'kysely';
import type { Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { finding, removing } from '../database/by-key.ts';

export const findContent = finding('archivo', 'sha256');
export const deleteContent = removing('archivo', 'sha256');

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
  let numero = 0;
  for await (const contenido of pieces) {
    const piece = { sha256: content.sha256, numero, contenido };
    if (numero > 0) await trx.insertInto('archivo_trozo').values(piece).execute();
    else if (!(await insertWithFirst(trx, content, contenido))) return;
    numero += 1;
  }
  if (numero > 0) return;
  // An empty one has no piece.
  await trx
    .insertInto('archivo')
    .values(content)
    .onConflict((same) => same.column('sha256').doNothing())
    .execute();
}

/** In one statement, as only PostgreSQL can, which alone keeps contents. @returns false where it is there already */
async function insertWithFirst(
  trx: Trx,
  content: Row<'archivo'>,
  contenido: Buffer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .with('nuevo', (insert) =>
      insert
        .insertInto('archivo')
        .values(content)
        .onConflict((same) => same.column('sha256').doNothing())
        .returning('sha256'),
    )
    .insertInto('archivo_trozo')
    .columns(['sha256', 'numero', 'contenido'])
    .expression((whose) =>
      whose
        .selectFrom('nuevo')
        .select(['nuevo.sha256', sql.lit(0).as('numero')])
        .select(sql<Buffer>`cast(${contenido} as bytea)`.as('contenido')),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Names of contents that were stored before an instant, in their order, after one of them. */
export const contentsBefore = (trx: Trx, instant: number, after: string, limit: number) =>
  trx
    .selectFrom('archivo')
    .select('sha256')
    .where('creado', '<', instant)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute();
