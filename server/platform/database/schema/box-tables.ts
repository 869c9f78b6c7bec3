import type { Generated, Selectable } from 'kysely';
import type { ExpenseText } from '#contract/expense-fields.ts';
import type { StageSuffix } from '#contract/wire-stages.ts';
import type { boxFacts } from '#machines/domain/box/box.machine.ts';
import type { expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import type { ColumnsOf, Facts } from '#machines/domain/values/facts.ts';
import type { Centavos, Day, Default, Flag, Instant, Json } from './column-types.ts';

/** The columns of the facts that guards ask of. */
type Defaulted<All extends Facts> = {
  [Column in keyof ColumnsOf<All>]: Default<ColumnsOf<All>[Column]>;
};

/** Repeated columns of an expense: those of its facts, its plain texts, and the columns that each stage fills (`obs_supervisor`, …). */
type DerivedColumns = Omit<Defaulted<typeof expenseFacts>, 'valor' | 'id_usuario'> &
  Record<ExpenseText | `obs_${StageSuffix}`, Default<string>> &
  Record<`fecha_${StageSuffix}`, Instant | null> &
  Record<`${'id_rechazo' | 'id_usuario' | 'estado'}_${StageSuffix}`, number | null>;

/** Columns by which boxes and their expenses are grouped when they are counted. */
type CountedPlace = Pick<
  Selectable<BoxTables['cajas']>,
  'id_tienda' | 'active' | 'paso_mantenimiento'
>;

export interface BoxTables {
  cajas: Defaulted<typeof boxFacts> & {
    id: Generated<number>;
    id_tienda: number;
    /** Box state code: 0, 2, 1, 9, 3, 4, 5. At most one box of a store is in 0. */
    active: Default<number>;
    /** Null until the box is sent. */
    consecutivo: number | null;
    /** The main person in charge on the day of the send, who owes what is not granted; null without one. */
    id_responsable: Default<number | null>;
    /** Day of creation. */
    fecha: Day;
    creada: Instant;
    /** Last change of state. */
    fecha_movimiento: Instant;
    /** When it reached accounting. */
    fecha_contabilidad: Instant | null;
    total: Default<Centavos>;
    total_aprobado: Default<Centavos>;
    /** The undecided part of `total_aprobado`. */
    por_decidir: Default<Centavos>;
    id_empresa: number | null;
    /** Guide number; '' for a company that needs none. */
    codigo_soporte: string | null;
    /** 1 once the box has been at maintenance, which can see it from then on. */
    paso_mantenimiento: Default<Flag>;
    /** 1: closed, and its payment is tracked. At 0, `por_girar` and `a_cargo` are 0 and `giro` is null. */
    seguida: Default<Flag>;
    /** Code of the payment state; null before the closing, and when nothing was granted. */
    giro: Default<string | null>;
    /** Part of its payment that was kept back to lower the base of the fund. */
    retenido: Default<Centavos>;
    /** Granted amount that the store has not received. */
    por_girar: Default<Centavos>;
    /** Amount that was not granted and is not settled yet. */
    a_cargo: Default<Centavos>;
    /** Until the closing: amount that another box has recorded again. */
    trasladado: Default<Centavos>;
    /** `secuencia` of its last event; 0 before the first. */
    version: Default<number>;
    /** `hash` of its last event; '' before the first. */
    hash: Default<string>;
  };
  gastos: DerivedColumns & {
    id: Generated<number>;
    id_caja: number;
    fecha_gasto: Day;
    id_proveedor: number;
    /** As written on the expense; accounting may correct it without touching the supplier. */
    proveedor_nombre: string;
    recibo: string;
    /** `receiptNumberKey` of `recibo`. */
    recibo_normalizado: Default<string>;
    valor: Centavos;
    factura_elec: Default<Flag>;
    numero_factura: Default<string>;
    /** `documentNumber` of `numero_factura`. */
    factura_normalizada: Default<string>;
    /** Link to the invoice, '' or FACTURA NO ENCONTRADA. */
    enlace_factura: Default<string>;
    soporte_sha256: string | null;
    /** Original name of the uploaded file. */
    soporte_nombre: string | null;
    /** MIME type, detected from the content. */
    soporte_tipo: string | null;
    soporte_bytes: number | null;
    /** Hash of the rendered file (`shown-content.ts`); null when it could not be rendered or is blank. */
    soporte_contenido: string | null;
    /** Expense state code. */
    estado: number;
    /** When it entered that state, with its box or by a change of its own. */
    cambio: Default<Instant>;
    /** 1: itemised. */
    item: Default<Flag>;
    item_texto: Default<string>;
    /** One line of text per anomaly. */
    informe_novedad: Default<string>;
    id_usuario: number;
    indicador: number | null;
    tipo_persona: 'PJ' | 'PN' | null;
    /** The rejected expense that this one records again. */
    origen: number | null;
    /** Amount that was not granted and has been recorded again, paid in or taken over. */
    saldado: Default<Centavos>;
    version: Default<number>;
    creado: Instant;
  };
  /** The expenses of a box in one state, counted by triggers; only states with expenses have a row. */
  conteo_caja: CountedPlace & {
    id_caja: number;
    estado: number;
    cantidad: number;
    /** Expenses that need the review of maintenance. */
    de_mantenimiento: number;
    valor: Centavos;
    /** Start of the longest wait among these expenses, in the current state of the box. */
    desde: Instant;
  };
  /** Boxes and expenses of a store by state, counted by triggers. */
  conteo: CountedPlace & {
    /** State of the expenses; 0 for the row that counts boxes. */
    estado: number;
    /** Boxes with expenses in the state. */
    cajas: number;
    cantidad: number;
    valor: Centavos;
  };
  /**
   * Searchable text of an expense, maintained by triggers (`search-index.ts`); FTS5 on the embedded database. The key
   * combines the ids of the box and the expense (`keyOfText`) and can exceed `Number.MAX_SAFE_INTEGER`.
   */
  busqueda: { rowid: number; texto: string; marcas: string };
  /** Searchable names of suppliers, users, stores and companies, maintained by triggers (`search-index.ts`). */
  busqueda_nombres: Omit<BoxTables['busqueda'], 'marcas'>;
  gasto_categoria: {
    id: Generated<number>;
    id_gasto: number;
    id_categoria: number;
    orden: number;
    valor_item: Centavos | null;
    /** Id in `impuestos`. */
    iva_item: number | null;
    /** 1: added by accounting. */
    agregada: Default<Flag>;
    /** 0: its tax is not deducted; null: by its tax. */
    deducible: Flag | null;
  };
  factura_electronica: {
    id: Generated<number>;
    /** NIT of the supplier, without check digit. */
    nit: string;
    razon_social: Default<string>;
    numero: string;
    /** Upper-case letters and digits of `numero`, for comparison. */
    numero_normalizado: string;
    total: Centavos;
    /** What was prepaid of the invoice; null when it was imported before this was read. */
    anticipo: Centavos | null;
    fecha: Day;
    cufe: string;
    url: string;
    /** NIT of the buyer, without check digit; '' when unknown. */
    nit_comprador: Default<string>;
    /** Kind, payment and taxes (`TaxFacts`); null when it was imported before they were read. */
    tipo: string | null;
    forma_pago: string | null;
    impuestos: string | null;
    creado: Instant;
    /** Result of the signature check; null for an invoice that was never checked. */
    firma: 'verificada' | 'sin_firma' | 'no_verificada' | 'sin_comprobar' | null;
    /** Result of recomputing the CUFE from its parts, when the XML has them. */
    cufe_comprobado: 'verificado' | 'no_coincide' | 'no_comprobable' | null;
    /** Files of an imported invoice in the receipt store; null for an invoice that was not imported. */
    xml_sha256: string | null;
    pdf_sha256: string | null;
    /** The user who imported it. */
    id_usuario: number | null;
  };
  /** A receipt file whose content is in the database; the table is empty when files are in a folder. */
  archivo: { sha256: string; bytes: number; creado: Instant };
  /** Content of a file, in chunks numbered from 0. */
  archivo_trozo: { sha256: string; numero: number; contenido: Buffer };
}

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
    /** On the first event of a box: `hash` of the event that sent the store's previous box, '' without one. */
    hash_previo: string;
    hash: string;
    /** Store of the box. */
    id_tienda: number;
    /** Sign-in method of the author: one of `signIns`. */
    ingreso: Default<string>;
    /** Version of the hash format, which defines the covered columns: 1. */
    version_hash: Default<number>;
  };
  /** Administration log: who changed what; append-only, chained by hash from its first event. */
  evento_administracion: {
    id: Generated<number>;
    /** 1, 2, 3… */
    secuencia: number;
    /** Kind of event: 'CREATE', 'EDIT', 'REMOVE', 'BASE', … */
    evento: string;
    /** Table of the rows. */
    tabla: string;
    /** Null: the operator of the server, or the server itself. */
    id_actor: number | null;
    perfil: number | null;
    ingreso: Default<string>;
    instante: Instant;
    /** By row key: the changed columns with their new values; null for a deleted row. */
    payload: Json;
    hash_previo: string;
    hash: string;
  };
  /** Signed heads of both logs; append-only, each extends the previous one. */
  firma: {
    /** 1, 2, 3… */
    secuencia: number;
    instante: Instant;
    /** Last `evento.id` that it covers. */
    evento: number;
    /** SHA-256 over the previous `resumen` and the events since then. */
    resumen: string;
    /** Last `evento_administracion.secuencia` that it covers, and its hash. */
    administracion: number;
    administracion_hash: string;
    /** Fingerprint of the public key. */
    clave: string;
    /** Ed25519, base64. */
    firma: string;
  };
  /** Outbox: a mail is inserted in the transaction that causes it, and sent afterwards. */
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
    /** Deduplication key, unique among mails; null: no deduplication. */
    clave: Default<string | null>;
    /** Expiry: the mail is not sent after this instant; null: never expires. */
    vence: Default<Instant | null>;
    /** `traceparent` of the request that caused it; null when that request was not traced. */
    traza: Default<string | null>;
  };
  /** Summary of a closed box for the figures, folded from its log: `machines/domain/history/closed-case.ts`. */
  caso_cerrado: {
    id_caja: number;
    /** When the first expense was recorded, when the box was closed, and when the store received the money. */
    inicio: Instant;
    cierre: Instant;
    recibido: Instant | null;
    /** The states that the box passed; `+r` and `+c` mark states with a rejection or a correction. */
    camino: string;
    decisiones: number;
    rechazos: number;
    correcciones: number;
    /** Changes of actor between consecutive events. */
    relevos: number;
    /** The other fields, as lists of numbers. */
    detalle: Json;
  };
  /** Comparisons of the logs of all boxes with their rows, and the number of differences found. */
  verificacion: {
    id: Generated<number>;
    instante: Instant;
    hallazgos: number;
    /** Rows of derived tables that differ from the log. */
    derivados: Default<number>;
  };
  /** The derived tables, each with the version of the rule by which it was filled: `server/operate/derived-tables.ts`. */
  tabla_derivada: {
    nombre: string;
    regla: number;
  };
  /** Leases: a task that only one process runs at a time. */
  arriendo: {
    tarea: string;
    /** The process that holds the lease. */
    titular: string;
    /** Fencing token: changes with each new holder. */
    ficha: number;
    /** Expiry, by the clock of the database. */
    hasta: Instant;
  };
}
