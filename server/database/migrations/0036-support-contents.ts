import type { DdlWords, Engine } from './ddl-words.ts';

/**
 * Contents of support files, in pieces, by the SHA-256 of the whole. PostgreSQL keeps a piece as it is: receipts and
 * PDF files are compressed already.
 */
export const supportContents = ({ int8, end }: DdlWords, engine: Engine): string[] => [
  `create table archivo (
    sha256 text primary key,
    bytes ${int8} not null,
    creado ${int8} not null
  ${end}`,
  `create table archivo_trozo (
    sha256 text not null references archivo (sha256) on delete cascade,
    numero integer not null,
    contenido ${engine === 'sqlite' ? 'blob' : 'bytea'} not null,
    primary key (sha256, numero)
  ${end}`,
  ...(engine === 'postgres'
    ? ['alter table archivo_trozo alter column contenido set storage external']
    : []),
];
