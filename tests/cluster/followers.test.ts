/** Replication lag of the standbys of PostgreSQL, as the metrics report it. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { followers } from '#server/app/watched.repository.ts';
import { testDatabaseUrl } from '#tests/kit/environment.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/database/database-fixture.ts';

const SOON = { timeout: 30_000, interval: 50 };

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('postgres');
});
afterEach(() => database.drop());

const seen = () => inSnapshot(database.db, followers);

/** URL of the tests' PostgreSQL with other parameters, or for another role. */
function addressOf(parameters: Record<string, string>, username?: string): string {
  const url = new URL(testDatabaseUrl());
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (username !== undefined) {
    url.username = username;
    url.password = 'x';
  }
  return url.href;
}

test('a standby is reported until its connection ends', async () => {
  const name = `seguidora_${randomUUID()}`;
  const connectionString = addressOf({ application_name: name, replication: 'true' });
  const follower = new pg.Client({ connectionString });
  follower.on('error', () => undefined);
  const own = async () => (await seen())?.filter(({ nombre }) => nombre === name);
  await follower.connect();
  const { rows } = await follower.query('IDENTIFY_SYSTEM');
  const following = follower
    .query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`)
    .catch(() => 'ended');
  await expect
    .poll(own, SOON)
    .toEqual([{ nombre: name, segundos: expect.any(Number), bytes: expect.any(Number) }]);
  follower.connection.stream.destroy();
  expect(await following).toBe('ended');
  await expect.poll(own, SOON).toEqual([]);
});

test('a role that may not see the standbys gets null', async () => {
  const client = new pg.Client({ connectionString: testDatabaseUrl() });
  const role = `ajena_${randomUUID().replaceAll('-', '')}`;
  await client.connect();
  await client.query(`create role ${role} login password 'x'`);
  const other = openDatabase({ databaseUrl: addressOf({}, role), poolSize: 1 });
  try {
    expect(await inSnapshot(other.db, followers)).toBeNull();
    expect(await seen()).not.toBeNull();
  } finally {
    await other.close();
    await client.query(`drop role ${role}`);
    await client.end();
  }
});
