import type { DdlWords, Engine } from './ddl-words.ts';

/**
 * What happened, counted by year, month and day, and the last event that is counted: empty at first, since the program
 * counts the log in pieces while it serves.
 */
export const keptHistory = ({ int8, end }: DdlWords, engine: Engine): string[] => [
  `create table historia (
    periodo text not null,
    de_caja integer not null check (de_caja in (0, 1)),
    evento text not null,
    desde text not null,
    hacia text not null,
    id_rechazo ${int8} not null,
    tramo integer not null,
    veces integer not null,
    suma ${int8} not null,
    primary key (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  ${end}${engine === 'sqlite' ? ', without rowid' : ''}`,
  `create table historia_hasta (evento ${int8} not null ${end}`,
  'insert into historia_hasta (evento) values (0)',
];
