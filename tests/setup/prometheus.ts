/**
 * Looks for Prometheus, promtool and a PostgreSQL with pg_basebackup, which only system packages provide. Provides
 * PROMETHEUS and PROMTOOL.
 */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgresBinaries } from './find-postgres.mjs';
import { leaveOut } from './lacking.ts';
import { thisMachine } from './this-machine.mjs';

const find = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => thisMachine.isExecutable(file));

export default function setup(project: TestProject): void {
  const [prometheus, promtool] = [find('prometheus'), find('promtool')];
  const postgres = findPostgresBinaries(thisMachine, ['pg_basebackup']);
  if (prometheus === undefined || promtool === undefined || postgres === undefined) {
    leaveOut(project, 'apt-get install prometheus postgresql');
    return;
  }
  Object.assign(process.env, { PROMETHEUS: prometheus, PROMTOOL: promtool });
}
