import type { DdlWords } from './ddl-words.ts';

/** Who decides for an absent person, between which days, and when it was ended before them. */
export const delegations = ({ id, int8, day, end }: DdlWords): string[] => [
  `create table delegacion (
    ${id},
    id_usuario ${int8} not null references usuarios (id),
    id_delegado ${int8} not null references usuarios (id),
    ${day('desde')},
    ${day('hasta')},
    creada ${int8} not null,
    terminada ${int8},
    check (id_usuario <> id_delegado),
    check (desde <= hasta)
  ${end}`,
  'create index delegacion_por_usuario on delegacion (id_usuario, hasta)',
  'create index delegacion_por_delegado on delegacion (id_delegado, hasta)',
];
