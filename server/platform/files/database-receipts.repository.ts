import type { Kysely } from 'kysely';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sha256Of } from '../access/digests.ts';
import type { StorageConfig } from '../config/config.ts';
import type { OpenDatabase } from '../database/dialects.ts';
import { finding, removing } from '../database/queries.ts';
import type { Database, Row } from '../database/schema.ts';
import { type Trx, inTransaction, withoutTransaction } from '../database/transactions.ts';
import { ifThere } from '../errors/http-error.ts';
import { type ReceiptStore, fileReceiptStore, openFile } from './receipt-store.ts';

/** Receipt file contents in the database, in chunks, so that no statement holds a whole file. */

const findContent = finding('archivo', 'sha256');
const deleteContent = removing('archivo', 'sha256');

const contentPiece = async (
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

/** Stores a content unless it exists; waits for a concurrent transaction that stores or removes the same content. */
async function insertContent(
  trx: Trx,
  content: Row<'archivo'>,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const insertHead = () =>
    trx
      .insertInto('archivo')
      .values(content)
      .onConflict((same) => same.column('sha256').doNothing())
      .execute();
  let numero = 0;
  for await (const contenido of pieces) {
    if (numero === 0) await insertHead();
    await trx
      .insertInto('archivo_trozo')
      .values({ sha256: content.sha256, numero, contenido })
      .onConflict((same) => same.columns(['sha256', 'numero']).doNothing())
      .execute();
    numero += 1;
  }
  // An empty file has no chunks.
  if (numero === 0) await insertHead();
}

/** Hashes of contents stored before an instant, in order, after a given hash. */
const contentsBefore = (trx: Trx, instant: number, after: string, limit: number) =>
  trx
    .selectFrom('archivo')
    .select('sha256')
    .where('creado', '<', instant)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute();

/** Receipt store in the database: dumps, standbys and restores contain the files with the rows that reference them. */

/** Bytes of a chunk; small, so that handling one does not block the event loop. */
const PIECE = 256 * 1024;
/** Hashes per query. */
const CHUNK = 500;

const missing = (sha256: string): Error =>
  Object.assign(new Error(`no file ${sha256}`), { code: 'ENOENT' });

/** Temporary and retired files stay in the folder store, on the local disk, and may be lost with it. */
function databaseReceiptStore(
  db: Kysely<Database>,
  { retireFile, withRetired, ...folder }: ReturnType<typeof fileReceiptStore>,
): ReceiptStore {
  const { apart, aside, removeHalfWritten, retired, deleteRetired } = folder;
  const ask = <Result>(work: (trx: Trx) => Promise<Result>) => withoutTransaction(db, work);
  const within = <Result>(trx: Trx | undefined, work: (inside: Trx) => Promise<Result>) =>
    trx === undefined ? inTransaction(db, work) : work(trx);

  /** Reads each chunk in a separate statement, so that a slow reader holds no connection. */
  async function* piecesOf(sha256: string): AsyncGenerator<Buffer> {
    const content = await ask((trx) => findContent(trx, sha256));
    if (content === undefined) throw missing(sha256);
    let left = content.bytes;
    for (let numero = 0; left > 0; numero += 1) {
      const piece = await ask((trx) => contentPiece(trx, sha256, numero));
      if (piece === undefined) throw missing(sha256);
      left -= piece.length;
      yield piece;
    }
  }

  const withFile: ReceiptStore['withFile'] = (sha256, work) =>
    apart(async (folder) => {
      const file = join(folder, 'contenido');
      await pipeline(Readable.from(piecesOf(sha256)), createWriteStream(file));
      return work(file);
    });

  const saveFile: ReceiptStore['saveFile'] = async (file, sha256, trx) => {
    const content = { sha256, bytes: (await stat(file)).size, creado: Date.now() };
    await within(trx, async (inside) => {
      const pieces = createReadStream(file, { highWaterMark: PIECE });
      try {
        await insertContent(inside, content, pieces as AsyncIterable<Buffer>);
      } finally {
        pieces.destroy();
      }
    });
  };

  return {
    apart,
    aside,
    removeHalfWritten,
    retired,
    deleteRetired,
    withFile,
    saveFile,
    async save(bytes, trx) {
      const sha256 = sha256Of(bytes);
      const content = { sha256, bytes: bytes.length, creado: Date.now() };
      const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, index) =>
        Buffer.from(bytes.subarray(index * PIECE, (index + 1) * PIECE)),
      );
      await within(trx, (inside) => insertContent(inside, content, pieces));
      return sha256;
    },
    stage: async () => undefined,
    exists: async (sha256) => (await ask((trx) => findContent(trx, sha256))) !== undefined,
    async read(sha256) {
      const pieces: Buffer[] = [];
      for await (const piece of piecesOf(sha256)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    // Copied to disk first, since the content may be removed while the stream is read.
    open: (sha256) => withFile(sha256, openFile),
    remove: (sha256, trx) => within(trx, (inside) => deleteContent(inside, sha256)),
    async retire(sha256, now) {
      await ifThere(withFile(sha256, (file) => retireFile(file, sha256, now)));
    },
    bringBack: (sha256, trx) => withRetired(sha256, (file) => saveFile(file, sha256, trx)),
    async *storedBefore(instant) {
      for (let after = '', more = true; more; ) {
        const names = await ask((trx) => contentsBefore(trx, instant, after, CHUNK));
        for (const { sha256 } of names) yield sha256;
        more = names.length === CHUNK;
        after = names.at(-1)?.sha256 ?? '';
      }
    },
  };
}

/** The receipt store: a folder with the embedded database, tables with PostgreSQL. */
export function receiptStoreOf(
  { dataDir }: Pick<StorageConfig, 'dataDir'>,
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
): ReceiptStore {
  const folder = fileReceiptStore(dataDir);
  return engine === 'sqlite' ? folder : databaseReceiptStore(db, folder);
}
