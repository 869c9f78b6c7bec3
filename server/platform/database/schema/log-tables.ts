import type { Generated } from 'kysely';
import type { Default, Instant, Json } from './column-types.ts';

export interface LogTables {
  /** Append-only: triggers refuse UPDATE and DELETE. */
  evento: {
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
    /** On the first event of a box: `hash` of the event that sent the box before it, '' without one. */
    hash_previo: string;
    hash: string;
    /** Store of the box. */
    id_tienda: number;
    /** How the author signed in: one of `signIns`. */
    ingreso: Default<string>;
    /** Which columns `hash` covers: 1. */
    version_hash: Default<number>;
  };
  /** Log of administration: who changed what; append-only, chained from its first event. */
  evento_administracion: {
    id: Generated<number>;
    /** 1, 2, 3… */
    secuencia: number;
    /** Kind of event: 'CREATE', 'EDIT', 'REMOVE', 'BASE', … */
    evento: string;
    /** Table of the rows. */
    tabla: string;
    /** Null: whoever operates the program, or the program itself. */
    id_actor: number | null;
    perfil: number | null;
    ingreso: Default<string>;
    instante: Instant;
    /** By key of the row: the columns with their new values, null when the row is gone. */
    payload: Json;
    hash_previo: string;
    hash: string;
  };
  /** Signed heads of the logs; append-only, each goes on from the one before it. */
  firma: {
    /** 1, 2, 3… */
    secuencia: number;
    instante: Instant;
    /** Last `evento.id` that it covers. */
    evento: number;
    /** SHA-256 over the one before it and the events since then. */
    resumen: string;
    /** Last `evento_administracion.secuencia` that it covers, and its hash. */
    administracion: number;
    administracion_hash: string;
    /** Fingerprint of the public key. */
    clave: string;
    /** Ed25519, base64. */
    firma: string;
  };
  /** Outbox: a mail is a row in the transaction that causes it, and is sent afterwards. */
  correo: {
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
    /** At most one mail has it; null: any number. */
    clave: Default<string | null>;
    /** From here on nobody wants it any more; null: it is sent however late. */
    vence: Default<Instant | null>;
    /** `traceparent` of the request that caused it; null: nobody recorded that one. */
    traza: Default<string | null>;
  };
  /** Counts of the events of a year, a month or a day, of every store, up to `historia_hasta`. */
  historia: {
    /** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
    periodo: string;
    /** 1: a transition of boxes, 0: of expenses. */
    de_caja: number;
    evento: string;
    /** Before and after; '' in the rows that count reasons. */
    desde: string;
    hacia: string;
    /** The reason of rejections; 0 in the rows that count transitions. */
    id_rechazo: number;
    /** How long the state had lasted that they ended, by `machines/domain/history/time-spans.ts`. */
    tramo: number;
    veces: number;
    /** Milliseconds of those stays. */
    suma: number;
  };
  /** One row: the last event that is counted. */
  historia_hasta: {
    evento: number;
  };
  /** Work that one of several processes does at a time. */
  arriendo: {
    tarea: string;
    /** The process that does it. */
    titular: string;
    /** Another one with each change of hands. */
    ficha: number;
    /** Until when, by the clock of the database. */
    hasta: Instant;
  };
}
