import type { DdlWords } from './ddl-words.ts';

/** The rejected expense that one records again: it is recorded again only once. */
export const recordedAgain = ({ int8 }: DdlWords): string[] => [
  `alter table gastos add column origen ${int8} references gastos (id)`,
  'create unique index gastos_por_origen on gastos (origen) where origen is not null',
];
