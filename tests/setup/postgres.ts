import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { createDatabase, dropDatabase, migrated } from '#tests/server/database/database-fixture.ts';
import { findPostgresBinaries } from './find-postgres.mjs';
import { installDebianPackages } from './install.mjs';
import { skipSuite } from './lacking.ts';
import { accepts, startPrivatePostgres } from './private-postgres.mjs';
import { thisMachine } from './this-machine.mjs';

/**
 * Provides TEST_DATABASE_URL, as given or of a new cluster for the run, and TEST_DATABASE_TEMPLATE, a migrated database
 * in it.
 */
export default async function setup(project: TestProject) {
  // Another project of this run has set it up.
  if (process.env.TEST_DATABASE_TEMPLATE) return;
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    if (!(await accepts(given)))
      throw new Error('the PostgreSQL that TEST_DATABASE_URL names does not answer');
    return migratedIn(given);
  }
  const binaries =
    findPostgresBinaries(thisMachine) ??
    (installDebianPackages(thisMachine, ['postgresql'])
      ? findPostgresBinaries(thisMachine)
      : undefined);
  if (!binaries) {
    skipSuite(
      project,
      'install PostgreSQL (its initdb and postgres), or set TEST_DATABASE_URL to an empty database server',
    );
    return;
  }
  const cluster = await startPrivatePostgres(binaries);
  process.env.TEST_DATABASE_URL = cluster.url;
  await migratedIn(cluster.url);
  return cluster.stop;
}

/** Creates the migrated database, without users. @returns a function that drops it */
async function migratedIn(cluster: string): Promise<() => Promise<void>> {
  const url = await createDatabase(cluster);
  await migrated(openDatabase({ databaseUrl: url }));
  process.env.TEST_DATABASE_TEMPLATE = url;
  return () => dropDatabase(cluster, url);
}
