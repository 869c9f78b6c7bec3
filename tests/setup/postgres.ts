import type { TestProject } from 'vitest/node';
import { findPostgresBinaries } from './find-postgres.mjs';
import { installDebianPackages } from './install.mjs';
import { skipSuite } from './lacking.ts';
import { accepts, startPrivatePostgres } from './private-postgres.mjs';
import { thisMachine } from './this-machine.mjs';

/** Provides TEST_DATABASE_URL: the one that was given, or a cluster of its own for the run. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    if (await accepts(given)) return;
    throw new Error('the PostgreSQL that TEST_DATABASE_URL names does not answer');
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
  return cluster.stop;
}
