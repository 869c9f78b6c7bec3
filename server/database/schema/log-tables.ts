import type { Generated } from 'kysely';
import type { Default, Instant, Json } from './column-types.ts';

/** Append-only: triggers refuse UPDATE and DELETE. */
export interface EventoTable {
  id: Generated<number>;
  id_caja: number;
  /** 1, 2, 3… within the box. */
  secuencia: number;
  /** Not a foreign key: the log outlives a deleted expense. */
  id_gasto: number | null;
  evento: string;
  desde: string;
  hacia: string;
  /** Null: the system. */
  id_actor: number | null;
  perfil: number | null;
  instante: Instant;
  version_maquina: string;
  payload: Json;
  /** '' on the first event of a box. */
  hash_previo: string;
  hash: string;
}

/** Outbox: a mail is a row in the transaction that causes it, and is sent afterwards. */
export interface CorreoTable {
  id: Generated<number>;
  para: string;
  asunto: string;
  texto: string;
  html: Default<string>;
  adjuntos: Default<Json>;
  estado: Default<'pendiente' | 'enviado' | 'fallido'>;
  intentos: Default<number>;
  proximo_intento: Instant;
  error: Default<string>;
  creado: Instant;
  enviado: Instant | null;
}
