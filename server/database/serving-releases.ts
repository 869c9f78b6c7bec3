/** Which releases of the program have connections to PostgreSQL: each connection bears the name of its release. */
import { type Kysely, sql } from 'kysely';
import { productVersion } from '../config/project-root.ts';

const PROGRAM = 'caja-menor';
/** The last release whose connections were all called as the program. */
const LAST_UNNAMED = '0.2.0';

/** Name of each connection of this release. */
export const connectionName = (): string => `${PROGRAM} ${productVersion()}`;

/** True when the first release is the second one or a later one. */
export const isAtLeast = (release: string, oldest: string): boolean =>
  release.localeCompare(oldest, 'en', { numeric: true }) >= 0;

/** Condition on `pg_stat_activity`: a connection of this program, of whatever release. */
export const isOurs = sql<boolean>`split_part(application_name, ' ', 1) = ${sql.lit(PROGRAM)}`;

/** Releases of the other connections to this database. */
export async function otherReleases<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ nombre: string }>`select distinct application_name as nombre
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and ${isOurs}`.execute(db);
  return rows.map(({ nombre }) => nombre.slice(PROGRAM.length).trim() || LAST_UNNAMED);
}

export class OlderReleaseServesError extends Error {
  override readonly name = 'OlderReleaseServesError';

  constructor(release: string, migration: string, oldest: string) {
    super(
      `La versión ${release} todavía usa la base de datos, y la migración «${migration}» solo deja trabajar a la ${oldest} y posteriores. Detenga primero los procesos anteriores.`,
    );
  }
}

/**
 * Makes sure that nobody works on the database who could not go on after a contracting migration.
 *
 * @throws OlderReleaseServesError
 */
export async function requireNoOlder<Tables>(
  db: Kysely<Tables>,
  migration: string,
  oldest: string,
): Promise<void> {
  const older = (await otherReleases(db)).find((release) => !isAtLeast(release, oldest));
  if (older !== undefined) throw new OlderReleaseServesError(older, migration, oldest);
}
