import type { DdlWords } from './ddl-words.ts';

/** One row: the oldest release that may serve on the schema, for those that do not know its newest migrations. */
export const oldestRelease = ({ end }: DdlWords): string[] => [
  `create table esquema (
    id integer primary key check (id = 1),
    version_minima text not null
  ${end}`,
  "insert into esquema (id, version_minima) values (1, '0.2.0')",
];
