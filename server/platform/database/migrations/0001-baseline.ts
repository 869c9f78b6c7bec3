/** Schema and reference rows of version 1.0.0, for both engines. */
import { type Kysely, sql } from 'kysely';
import { boxTables, logTables } from './0001-baseline/box-tables.ts';
import { counts } from './0001-baseline/count-triggers.ts';
import { mailTables, peopleTables, storeTables } from './0001-baseline/organisation-tables.ts';
import { insertReferenceRows, referenceTables } from './0001-baseline/reference-rows.ts';
import { searchIndex } from './0001-baseline/search-index.ts';
import { type DdlWords, type Engine, type FrozenTables, ddlWords } from './ddl-words.ts';

/** In order of foreign key references. */
const subjects: readonly ((words: DdlWords, engine: Engine) => string[])[] = [
  referenceTables,
  peopleTables,
  storeTables,
  boxTables,
  logTables,
  mailTables,
  counts,
  searchIndex,
];

export async function baseline(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const subject of subjects)
    for (const statement of subject(ddlWords(engine), engine)) await sql.raw(statement).execute(db);
  await insertReferenceRows(db, engine);
}
