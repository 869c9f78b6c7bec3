import type { DdlWords } from './ddl-words.ts';

/** Cash counts: the fund of a store as it was, the cash that there was, who counted and when. */
export const cashCounts = ({ id, int8, end }: DdlWords): string[] => [
  `create table arqueo (
    ${id},
    id_tienda ${int8} not null references tiendas (id),
    id_usuario ${int8} not null references usuarios (id),
    instante ${int8} not null,
    base ${int8} not null,
    en_caja ${int8} not null,
    en_proceso ${int8} not null,
    efectivo ${int8} not null,
    conteo text not null,
    nota text not null,
    check (efectivo >= 0)
  ${end}`,
  'create index arqueo_por_tienda on arqueo (id_tienda, id)',
];
