/** Runs a long read in the test process, where its statements can be observed, instead of in a worker. */
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

/** The session of the user of a profile, as a request finds it. */
export function sessionOf({ people }: Pick<TestServer, 'people'>, profile: ProfileId): Session {
  const { id, nombre, email } = people[profile];
  return plainSession({ id: 1, idUsuario: id, nombre, email, profile });
}

/** @param db the database of the server, or another handle of it */
export function readHere<Path extends LongCall>(
  server: TestServer,
  profile: ProfileId,
  path: Path,
  body: RequestOf<Path>,
  db: Kysely<Database> = server.db,
): Promise<AnswerOf<Path>> {
  const session = sessionOf(server, profile);
  // The types cannot relate the body to the reading; the path does.
  const read = readings[path] as unknown as LongRead<Path>;
  const input = { token: testToken, ...body } as Parameters<typeof read>[0];
  const setTotal = () => undefined;
  const now = () => server.clock.now();
  return read(input, { db, now, session, setTotal, read: (work) => inSnapshot(db, work) });
}
