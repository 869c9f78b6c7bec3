import type { Generated, Selectable } from 'kysely';
import type { ExpenseText } from '#contract/expense-fields.ts';
import type { StageSuffix } from '#contract/wire-stages.ts';
import type { Centavos, Day, Default, Flag, Instant, Json } from './column-types.ts';

/** The columns of an expense of one kind: its plain texts; what each stage fills: `obs_supervisor`, `obs_mantenimiento`, … */
type DerivedColumns = Record<ExpenseText | `obs_${StageSuffix}`, Default<string>> &
  Record<`fecha_${StageSuffix}`, Instant | null> &
  Record<`${'id_rechazo' | 'id_usuario' | 'estado'}_${StageSuffix}`, number | null>;

/** By what boxes and their expenses are counted. */
type CountedPlace = Pick<
  Selectable<BoxTables['cajas']>,
  'id_tienda' | 'active' | 'paso_mantenimiento'
>;

export interface BoxTables {
  cajas: {
    id: Generated<number>;
    id_tienda: number;
    /** Box state code: 0, 2, 1, 9, 3, 4, 5. At most one box of a store is in 0. */
    active: Default<number>;
    /** Null until the box is sent. */
    consecutivo: number | null;
    /** Day of creation. */
    fecha: Day;
    creada: Instant;
    /** Last change of state. */
    fecha_movimiento: Instant;
    /** When accounting received it. */
    fecha_contabilidad: Instant | null;
    total: Default<Centavos>;
    total_aprobado: Default<Centavos>;
    /** The part of `total_aprobado` that nobody has decided. */
    por_decidir: Default<Centavos>;
    id_empresa: number | null;
    /** Guide number; '' with a company that needs none. */
    codigo_soporte: string | null;
    pdf_descargado: Instant | null;
    /** 1 once it was at maintenance, which sees it from then on. */
    paso_mantenimiento: Default<Flag>;
    /** 1: closed, and its money is followed; the columns below are 0 and null where it is not. */
    seguida: Default<Flag>;
    /** Code of the state of its payment; null before the closing, and where nothing was granted. */
    giro: Default<string | null>;
    /** What it was granted and the store has not got. */
    por_girar: Default<Centavos>;
    /** What it was not granted and nobody has settled. */
    a_cargo: Default<Centavos>;
    /** While it is under way: what another box has recorded again. */
    trasladado: Default<Centavos>;
    /** When its papers came to accounting. */
    papeles: Default<Instant | null>;
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
    /** As receipts are compared. */
    recibo_normalizado: Default<string>;
    valor: Centavos;
    factura_elec: Default<Flag>;
    numero_factura: Default<string>;
    /** Link, '' or FACTURA NO ENCONTRADA. */
    enlace_factura: Default<string>;
    /** [{ numero_factura, url }] when several invoices match. */
    data_factura: Default<Json>;
    /** Public name of the file; null until it is uploaded. */
    soporte: string | null;
    soporte_sha256: string | null;
    /** The name that the file had at the store. */
    soporte_nombre: string | null;
    /** MIME type found in the content. */
    soporte_tipo: string | null;
    soporte_bytes: number | null;
    /** Hash of what the file shows; null for one that nobody could draw. */
    soporte_contenido: string | null;
    /** Ids of the categories under which it was recorded; a split does not change them. */
    categorias_propias: Default<Json>;
    /** Expense state code. */
    estado: number;
    /** When it came to that state, with its box or by a change of its own. */
    cambio: Default<Instant>;
    /** 1: itemised. */
    item: Default<Flag>;
    item_texto: Default<string>;
    /** One line of text per anomaly. */
    informe_novedad: Default<string>;
    requiere_mantenimiento: Default<Flag>;
    /** The person who recorded it, and therefore never decides it. */
    id_usuario: number;
    /** Reimbursement value that replaces `valor`. */
    reembolsar: Centavos | null;
    indicador: number | null;
    tipo_persona: 'PJ' | 'PN' | null;
    /** The last correction of its store as JSON; '' without one. */
    correccion: Default<string>;
    /** The rejected expense that this one records again. */
    origen: number | null;
    /** What is not granted of it and was recorded again, paid in or taken over. */
    saldado: Default<Centavos>;
    version: Default<number>;
    creado: Instant;
  };
  /** The expenses of a box in one state, counted by triggers; only states with expenses have a row. */
  conteo_caja: CountedPlace & {
    id_caja: number;
    estado: number;
    cantidad: number;
    /** How many of them need the review of maintenance. */
    de_mantenimiento: number;
    valor: Centavos;
    /** From when the first of them waits where the box is. */
    desde: Instant;
  };
  /** Boxes and expenses of a store by state, counted by triggers. */
  conteo: CountedPlace & {
    /** State of the expenses; 0: the boxes themselves. */
    estado: number;
    /** Boxes with expenses in the state. */
    cajas: number;
    cantidad: number;
    valor: Centavos;
  };
  /**
   * The texts of an expense by which it is found, stored by triggers (`0020-search-texts`); FTS5 on the embedded database. The
   * key is made of those of the box and the expense, and is more than a number of JavaScript holds.
   */
  busqueda: { rowid: number; texto: string; marcas: string };
  /** The names by which a supplier, a user, a store or a company is found, stored by triggers (`0039-searched-names`). */
  busqueda_nombres: Omit<BoxTables['busqueda'], 'marcas'>;
  gasto_categoria: {
    id: Generated<number>;
    id_gasto: number;
    id_categoria: number;
    orden: number;
    valor_item: Centavos | null;
    /** id of `impuestos`. */
    iva_item: number | null;
    /** 1: added by accounting. */
    agregada: Default<Flag>;
  };
  factura_electronica: {
    id: Generated<number>;
    /** Supplier, without check digit. */
    nit: string;
    razon_social: Default<string>;
    numero: string;
    /** Upper-case letters and digits of `numero`: what is compared. */
    numero_normalizado: string;
    total: Centavos;
    fecha: Day;
    cufe: string;
    url: string;
    /** Without check digit; '' when it is not known. */
    nit_comprador: Default<string>;
    creado: Instant;
    /** Result of the check of its signature; null for an invoice that came before it was checked. */
    firma: 'verificada' | 'sin_firma' | 'no_verificada' | 'sin_comprobar' | null;
    /** Its CUFE compared with the sum of its parts, as far as they are in the XML. */
    cufe_comprobado: 'verificado' | 'no_coincide' | 'no_comprobable' | null;
    /** Files of an imported invoice in the store of the receipts; null for one that came otherwise. */
    xml_sha256: string | null;
    pdf_sha256: string | null;
    /** The person who imported it. */
    id_usuario: number | null;
  };
  /** A receipt file whose content is in the database; no row of it where files are in a folder. */
  archivo: { sha256: string; bytes: number; creado: Instant };
  /** Content of a file: its pieces one after the other, from number 0. */
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
    /** Null: the operator of the program, or the program itself. */
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
    /** How long the state had lasted that they ended, by `machines/domain/values/durations.ts`. */
    tramo: number;
    veces: number;
    /** Milliseconds of those stays. */
    suma: number;
  };
  /** A closed box as the figures see it: `machines/domain/history/closed-case.ts`, folded from its log at the closing. */
  caso_cerrado: {
    id_caja: number;
    /** The first expense, the closing, and when the store had the money. */
    inicio: Instant;
    cierre: Instant;
    recibido: Instant | null;
    /** The states of its path, with what happened in them. */
    camino: string;
    decisiones: number;
    rechazos: number;
    correcciones: number;
    /** Changes of hands. */
    relevos: number;
    /** What else it has, lists of numbers. */
    detalle: Json;
  };
  /** When the logs of all boxes were compared with the rows, and how many differences there were. */
  verificacion: {
    id: Generated<number>;
    instante: Instant;
    hallazgos: number;
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
