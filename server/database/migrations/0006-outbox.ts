import type { DdlWords } from './ddl-words.ts';

/** Mails that wait to be sent, and those that were. */
export const outbox = ({ id, int8, end }: DdlWords): string[] => [
  `create table correo (
    ${id},
    para text not null,
    asunto text not null,
    texto text not null,
    html text not null default '',
    adjuntos text not null default '[]',
    estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido')),
    intentos integer not null default 0 check (intentos >= 0),
    proximo_intento ${int8} not null,
    error text not null default '',
    creado ${int8} not null,
    enviado ${int8}
  ${end}`,
  'create index correo_por_enviar on correo (estado, proximo_intento)',
];
