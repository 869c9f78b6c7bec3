/** A call that a worker thread answers, asked in the process of its test, which sees the statements. */
import type { Kysely } from 'kysely';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { type LongCall, readings } from '#server/app/long-reads.ts';
import type { LongRead } from '#server/platform/http/operation.ts';
import { type Session, plainSession } from '#server/platform/access/session.ts';
import { testToken } from './client.ts';
import type { TestServer } from './server.ts';

/** The session of the person of a profile, as a request finds it. */
export function sessionOf({ people }: Pick<TestServer, 'people'>, profile: ProfileId): Session {
  const { id, nombre, email } = people[profile];
  return plainSession({ id: 1, idUsuario: id, nombre, email, profile });
}

/** @param db the database of the server, or a handle of it */
export function readHere<Path extends LongCall>(
  server: TestServer,
  profile: ProfileId,
  path: Path,
  body: RequestOf<Path>,
  db: Kysely<Database> = server.db,
): Promise<AnswerOf<Path>> {
  const session = sessionOf(server, profile);
  // Which body goes with which reading is known by the path alone.
  const read = readings[path] as unknown as LongRead<Path>;
  const input = { token: testToken, ...body } as Parameters<typeof read>[0];
  const setTotal = () => undefined;
  const now = () => server.clock.now();
  return read(input, { db, now, session, setTotal, read: (work) => inSnapshot(db, work) });
}
