import type { Insertable, Selectable, Updateable } from 'kysely';
import type { BoxTables, LogTables } from './schema/box-tables.ts';
import type { PeopleTables, ReferenceTables, StoreTables } from './schema/organisation-tables.ts';

export type * from './schema/column-types.ts';

/** Every table. Column types are explained in schema/column-types.ts. */
export interface Database
  extends ReferenceTables,
    PeopleTables,
    StoreTables,
    BoxTables,
    LogTables {}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
export type RowChanges<Table extends keyof Database> = Updateable<Database[Table]>;
