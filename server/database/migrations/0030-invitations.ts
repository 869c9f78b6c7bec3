import type { DdlWords } from './ddl-words.ts';

/** Invitations to choose a password, each with the digest of the secret in its link; one alone of a person is open. */
export const invitations = ({ id, int8, end }: DdlWords): string[] => [
  `create table invitacion (
    ${id},
    id_usuario ${int8} not null references usuarios (id),
    token_hash text not null unique,
    creada ${int8} not null,
    vence ${int8} not null,
    usada ${int8},
    retirada ${int8}
  ${end}`,
  'create index invitacion_por_usuario on invitacion (id_usuario)',
  `create unique index invitacion_abierta on invitacion (id_usuario)
    where usada is null and retirada is null`,
];
