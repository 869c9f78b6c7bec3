import type { DdlWords } from './ddl-words.ts';

/** Who of several processes does what one does at a time, and until when by the clock of the database. */
export const leases = ({ int8, end }: DdlWords): string[] => [
  `create table arriendo (
    tarea text primary key,
    titular text not null,
    ficha ${int8} not null,
    hasta ${int8} not null
  ${end}`,
];
