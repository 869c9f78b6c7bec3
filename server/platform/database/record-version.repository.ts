/**
 * Versions of the records that administrators edit in forms: the sequence number of the administration log when the
 * form was read. A save names it, so that nobody undoes what another person changed meanwhile.
 */
import { sql } from 'kysely';
import { changedMeanwhile } from '../errors/http-error.ts';
import {
  type Changes,
  type LoggedTableName,
  lastAdministrationEvent,
  lockAdministrationLog,
} from './administration-log.repository.ts';
import type { Trx } from './transactions.ts';

/** The version to send with a record; read before the record. */
export const currentVersion = async (trx: Trx): Promise<number> =>
  (await lastAdministrationEvent(trx))?.secuencia ?? 0;

/** The same, as a column. */
export const versionColumn = sql<number>`(select coalesce(max(secuencia), 0) from evento_administracion)`;

/** Changes that are compared with the record; with more since the form was read, the record counts as changed. */
const MAXIMUM = 1_000;

/** By table: whether a changed row belongs to the record. Columns are those that changed. */
export type RecordRows = Partial<
  Record<LoggedTableName, (key: string, columns: readonly string[]) => boolean>
>;

interface Seen {
  /** Undefined: the client sends none, and nothing is compared. */
  version: number | undefined;
  /** The user who saves; own changes are no conflict, since the answer of an own save may have been lost. */
  idUsuario: number;
}

/**
 * Locks the administration log, so that of two saves with one version the second finds the first.
 *
 * @throws HttpError 409 when another person changed the record after the version
 */
export async function requireSeen(
  trx: Trx,
  { version, idUsuario }: Seen,
  record: RecordRows,
): Promise<void> {
  if (version === undefined) return;
  await lockAdministrationLog(trx);
  const events = await trx
    .selectFrom('evento_administracion')
    .leftJoin('usuarios', 'usuarios.id', 'evento_administracion.id_actor')
    .select(['tabla', 'payload', 'usuarios.razon_social as autor'])
    .where('secuencia', '>', version)
    .where('tabla', 'in', Object.keys(record))
    .where(({ or, eb }) => or([eb('id_actor', 'is', null), eb('id_actor', '<>', idUsuario)]))
    .orderBy('secuencia', 'desc')
    .limit(MAXIMUM)
    .execute();
  const isOfRecord = ({ tabla, payload }: { tabla: string; payload: string }): boolean =>
    Object.entries(JSON.parse(payload) as Changes).some(
      ([key, columns]) =>
        record[tabla as LoggedTableName]?.(key, Object.keys(columns ?? {})) === true,
    );
  const change = events.find(isOfRecord) ?? events[MAXIMUM - 1];
  if (change === undefined) return;
  const author = change.autor ?? 'Quien administra el servidor';
  throw changedMeanwhile(`${author} cambió estos datos después de que usted los abrió.`);
}
