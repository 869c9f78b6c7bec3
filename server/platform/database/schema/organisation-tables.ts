import type { Generated } from 'kysely';
import type { MailKind, MailTime } from '#contract/calls/mails.calls.ts';
import type { EntryKind, EntrySource } from '#machines/domain/entry/entry-lines.ts';
import type { CountCode } from '#machines/domain/fund/count.machine.ts';
import type { MovementKind } from '#machines/domain/fund/movements.ts';
import type { ValeCode } from '#machines/domain/fund/vale.machine.ts';
import type { SignIn } from '#machines/domain/people/profiles.ts';
import type { Centavos, Day, Default, Flag, Instant, Json } from './column-types.ts';

export interface PeopleTables {
  /** E-mail and document are unique among the users that are not `eliminado`. */
  usuarios: {
    id: Generated<number>;
    razon_social: string;
    tipo: number;
    tipo_doc: number;
    num_doc: string;
    digito: Default<string>;
    /** Lower-cased by the writer; the table refuses anything else. */
    email: string;
    celular: Default<string>;
    clave_hash: string;
    cambiar_clave: Default<Flag>;
    /** The user's own permissions; null: those of the profile. */
    permisos: string | null;
    active_: Default<Flag>;
    eliminado: Default<Flag>;
    creado: Instant;
    /** When somebody else last gave the user rights over money, or set a credential; 0: never. */
    derechos_desde: Default<Instant>;
    /** Random value with which the personal columns of the row are logged; so in the other tables that have it. */
    sal: Default<string>;
  };
  /** One-time passwords of /recoverPassword. */
  clave_temporal: {
    id: Generated<number>;
    id_usuario: number;
    /** SHA-256 of the user's id and the password. */
    clave_hash: string;
    vence: Instant;
    usada: Instant | null;
  };
  sesion: {
    id: Generated<number>;
    token_hash: string;
    id_usuario: number;
    xsrf_hash: string;
    creada: Instant;
    /** Last request; the idle timeout counts from here. */
    vista: Instant;
    /** Absolute expiry. */
    vence: Instant;
    agente: Default<string>;
    ip: Default<string>;
    metodo: Default<Exclude<SignIn, 'compania'>>;
    /** 1: a second factor is required but not enrolled, so the session may only enrol one. */
    debe_inscribir: Default<Flag>;
    /** The session at the company's accounts that opened it, '' when they name none; null: opened by a password. */
    sid_compania: Default<string | null>;
  };
  /** A user's account at the company, by its issuer and subject. */
  identidad: {
    id: Generated<number>;
    id_usuario: number;
    emisor: string;
    sujeto: string;
    /** Its groups that were in the table at the last sign-in, separated by commas. */
    grupos: Default<string>;
    creada: Instant;
    /** The last sign-in. */
    ultima: Instant;
  };
  /** Sign-ins at the company's accounts that have not come back. */
  ingreso_compania: {
    id: Generated<number>;
    estado_hash: string;
    nonce: string;
    /** Of PKCE. */
    verificador: string;
    /** The session whose user joins the account; null for a sign-in. */
    id_sesion: number | null;
    /** Hash of the session that the browser had, which ends when the sign-in succeeds. */
    previa_hash: Default<string | null>;
    vence: Instant;
  };
  /** Logout tokens that were used. */
  salida_compania: {
    id: Generated<number>;
    jti_hash: string;
    vence: Instant;
  };
  /** A key of a machine; its actor is a row of `usuarios`. */
  llave: {
    id: Generated<number>;
    id_usuario: number;
    prefijo: string;
    /** SHA-256 of the key. */
    secreto_hash: string;
    /** Of the key before the last rotation, and until when it is valid. */
    anterior_hash: string | null;
    anterior_hasta: Instant | null;
    /** Names of scopes, separated by commas. */
    alcances: string;
    /** Validity from its creation or its last rotation. */
    dias: number;
    creada: Instant;
    id_creador: number;
    vence: Instant;
    ultimo_uso: Instant | null;
    revocada: Instant | null;
    /** Keys of the stores that it sees, separated by commas; null: every store. */
    tiendas: Default<string | null>;
  };
  /** Which text of the company's notice on personal data a user has read last. */
  aviso_leido: {
    id_usuario: number;
    /** Of the text. */
    sha256: string;
    leido: Instant;
  };
  segundo_factor: {
    id_usuario: number;
    /** Base32, as stored in the user's authenticator. */
    secreto: string;
    /** 0: shown to the user, but not yet confirmed with a code. */
    activo: Default<Flag>;
    /** TOTP time step (30 s) of the last accepted code; a code is accepted only once. */
    ultimo_paso: Default<number>;
    creado: Instant;
  };
  codigo_recuperacion: {
    id: Generated<number>;
    id_usuario: number;
    hash: string;
    usado: Instant | null;
  };
  /** Sign-ins with a correct password that wait for the code of the second factor. */
  ingreso_pendiente: {
    id: Generated<number>;
    token_hash: string;
    id_usuario: number;
    /** The temporary password used; it is marked as used when the sign-in completes. */
    id_clave_temporal: number | null;
    /** Number of codes tried. */
    intentos: Default<number>;
    vence: Instant;
  };
  /** Sign-in and code attempts, counted per account and per account and origin, to slow down guessing. */
  intento: {
    id: Generated<number>;
    /** 'login', … */
    accion: string;
    tipo: 'cuenta' | 'direccion';
    /** The e-mail; for `direccion`, followed by the network or the browser of the attempt. */
    sujeto: string;
    exito: Default<Flag>;
    instante: Instant;
  };
  /** Fixed-window counters of the general rate limit, shared by every server process. */
  limite_peticiones: {
    clave: string;
    cuenta: number;
    /** End of the window. */
    vence: Instant;
  };
  idempotencia: {
    clave: string;
    id_usuario: number;
    ruta: string;
    /** Digest of the body: reusing the key with a different body is refused. */
    huella: string;
    /** Null while the first request is in progress. */
    estado_http: number | null;
    respuesta: Json | null;
    creado: Instant;
  };
  /** A delegate decides for an absent user; days in America/Bogota, both inclusive. */
  delegacion: {
    id: Generated<number>;
    id_usuario: number;
    id_delegado: number;
    desde: Day;
    hasta: Day;
    creada: Instant;
    /** When it was ended early; null when it was not. */
    terminada: Instant | null;
  };
  /** Links with which new users choose their first password. */
  invitacion: {
    id: Generated<number>;
    id_usuario: number;
    /** SHA-256 of the secret in the link. */
    token_hash: string;
    creada: Instant;
    vence: Instant;
    /** When the user chose a password with it. */
    usada: Instant | null;
    /** When it was revoked: by a newer invitation, or because it no longer belongs to this user. */
    retirada: Instant | null;
  };
  /** Users' choices on «Mis correos»; a kind without a row follows the default of the profile. */
  preferencia_correo: {
    id_usuario: number;
    tipo: MailKind;
    cuando: MailTime;
  };
  /** Notices to each person who moves money about the rights of another person, in «Mis pendientes» until read. */
  aviso_derechos: {
    id: Generated<number>;
    /** Who reads it. */
    id_usuario: number;
    texto: string;
    creado: Instant;
    leido: Instant | null;
  };
  /** Notices for a user's next daily mail. They only name the box; the mail reads its state when it is sent. */
  aviso_correo: {
    id: Generated<number>;
    id_usuario: number;
    tipo: MailKind;
    id_caja: number;
    /** Box state that the notice is about: the state it reached, or the one in which its expenses were rejected. */
    active: number;
    creado: Instant;
  };
}

export interface StoreTables {
  /** Cash counts; amounts in centavos. */
  arqueo: {
    id: Generated<number>;
    id_tienda: number;
    id_usuario: number;
    instante: Instant;
    base: number;
    en_caja: number;
    en_proceso: number;
    por_girar: Default<Centavos>;
    a_cargo: Default<Centavos>;
    efectivo: number;
    /** 1: counted by accounting or internal control. */
    sorpresivo: Default<Flag>;
    /** JSON: counted pieces by denomination, with the denominations of that time. */
    conteo: string;
    nota: string;
    estado: Default<CountCode>;
    /** Part of the fund that was paid and that the store had not received; not in the expected cash. */
    sin_recibir: Default<Centavos>;
    /** Difference that coins explain. */
    tolerancia: Default<Centavos>;
    /** Profile of `id_usuario` at the count; 0 in counts from before it was stored. */
    perfil: Default<number>;
    /** The person in charge of the store at the count. */
    id_responsable: Default<number | null>;
    /** Why the difference was settled as it was. */
    motivo: Default<string>;
    resuelto: Default<Instant | null>;
    id_usuario_resuelve: Default<number | null>;
  };
  /** Changes of a fund without an expense, and what is left of each; amounts in centavos. */
  movimiento_fondo: {
    id: Generated<number>;
    id_tienda: number;
    tipo: MovementKind;
    valor: Centavos;
    estado: string;
    /** What the store has not received of it. */
    por_girar: Default<Centavos>;
    /** What `id_deudor` owes of it. */
    a_cargo: Default<Centavos>;
    /** Code of the payment state; null for a movement that is not paid. */
    giro: Default<string | null>;
    id_deudor: Default<number | null>;
    /** The count whose difference it settles. */
    id_arqueo: Default<number | null>;
    /** The expense, or the movement, that the company took over; of a part of an opening, the opening. */
    id_gasto: Default<number | null>;
    id_movimiento: Default<number | null>;
    /** Of an opening: the base before it. */
    base_anterior: Default<Centavos | null>;
    /** Of an opening: the number of the first box. */
    siguiente: Default<number | null>;
    /** Number of the box that another system sent. */
    caja_externa: Default<number | null>;
    /** The box from whose payment a decrease was kept back. */
    id_caja: Default<number | null>;
    motivo: Default<string>;
    /** `yyyy-MM-dd` and reference of the money that was handed in; '' without. */
    dia: Default<string>;
    referencia: Default<string>;
    creado: Instant;
    id_usuario: number;
    resuelto: Default<Instant | null>;
    id_usuario_resuelve: Default<number | null>;
  };
  /** Cash that was handed out before its receipt; `fuera` until it is settled. */
  vale: {
    id: Generated<number>;
    id_tienda: number;
    valor: Centavos;
    /** Who received the cash. */
    persona: string;
    sal: Default<string>;
    motivo: Default<string>;
    dia: Day;
    estado: ValeCode;
    /** The expense that used it, or its last part. */
    id_gasto: Default<number | null>;
    /** The opening whose receipts it covers. */
    id_movimiento: Default<number | null>;
    creado: Instant;
    id_usuario: number;
    resuelto: Default<Instant | null>;
    id_usuario_resuelve: Default<number | null>;
  };
  empresas: {
    id: Generated<number>;
    nombre: string;
    id_ciudad: number;
    active_: Default<Flag>;
    eliminado: Default<Flag>;
  };
  tiendas: {
    id: Generated<number>;
    nombre: string;
    direccion: string;
    telefono: string;
    email: string;
    centro_costo: string;
    centro_beneficio: string;
    id_gerente: number;
    id_supervisor: number;
    id_formato: number;
    /** The fund. */
    base: Centavos;
    id_ciudad: number;
    /** Last assigned box number. Numbers are gapless, so it is read and incremented under a row lock. */
    ultimo_consecutivo: Default<number>;
    active_: Default<Flag>;
  };
  /** How a store is paid. Only the state of a row changes. At most one `vigente` and one `propuesta` per store. */
  cuenta_tienda: {
    id: Generated<number>;
    id_tienda: number;
    via: string;
    /** Null for an account whose bank was written as a text that names none of the catalogue. */
    id_banco: Default<number | null>;
    banco: Default<string>;
    codigo_banco: Default<string>;
    tipo_cuenta: Default<string>;
    numero: Default<string>;
    titular: Default<string>;
    tipo_doc: Default<string>;
    documento: Default<string>;
    sal: Default<string>;
    estado: 'propuesta' | 'vigente' | 'rechazada' | 'anterior';
    /** 1: was in force and waits for a confirmation, since somebody else is in charge of the store. */
    suspendida: Default<Flag>;
    creada: Instant;
    id_usuario: number;
    resuelta: Instant | null;
    id_usuario_resuelve: number | null;
  };
  /** Titles of the columns of the answers of one bank; '' for a column that they lack. */
  formato_banco: {
    id: Generated<number>;
    nombre: string;
    /** Comparison key of `nombre`. */
    clave: string;
    cuenta: string;
    documento: string;
    valor: string;
    /** The bank's number of the transfer. */
    referencia: string;
    estado: string;
    motivo: string;
    /** Our reference of the transfer. */
    concepto: string;
    creado: Instant;
    id_usuario: number;
  };
  /** What a word of state of a bank means; valid once a second person agreed. */
  palabra_banco: {
    id: Generated<number>;
    id_formato: number;
    /** In lower case, without accents. */
    palabra: string;
    sentido: 'exito' | 'rechazo';
    creada: Instant;
    id_usuario: number;
    acordada: Instant | null;
    id_usuario_acuerda: number | null;
  };
  /** Batch of payments sent to the bank together. */
  lote_giro: {
    id: Generated<number>;
    creado: Instant;
    id_usuario: number;
  };
  /** Bank file of a batch; written once. */
  archivo_banco: {
    /** Number of the file. */
    id: Generated<number>;
    id_lote: number;
    nombre: string;
    formato: string;
    sha256: string;
    registros: number;
    valor: Centavos;
    bytes: number;
    /** Base64. */
    contenido: string;
    creado: Instant;
    id_usuario: number;
  };
  /** One attempt to pay a box or a movement, which has at most one that is neither `retirado` nor `devuelto`. */
  giro: {
    id: Generated<number>;
    /** Either a box or a movement. */
    id_caja: Default<number | null>;
    id_movimiento: Default<number | null>;
    id_lote: number;
    valor: Centavos;
    via: string;
    /** The account paid to; null when the store had none. */
    id_cuenta: number | null;
    /** Code of the payment state, or `retirado` or `devuelto`. */
    estado: string;
    preparado: Instant;
    id_usuario_prepara: number;
    autorizado: Instant | null;
    id_usuario_autoriza: number | null;
    enviado: Instant | null;
    id_usuario_envia: number | null;
    confirmado: Instant | null;
    id_usuario_confirma: number | null;
    dia: Default<string>;
    referencia: Default<string>;
    motivo: Default<string>;
    respondido: Instant | null;
    id_usuario_responde: number | null;
    nota: Default<string>;
    /** Proposal of a return, its reason in `motivo`; null without one. */
    devolucion: Instant | null;
    id_usuario_devolucion: number | null;
    /** Last change of state. */
    cambio: Instant;
  };
  /** A file of entries for accounting; written once, and taken back at most once. */
  exportacion_contable: {
    id: Generated<number>;
    /** 1, 2, 3… */
    numero: number;
    hasta: Day;
    comprobantes: number;
    /** Lines of its entries. */
    filas: number;
    /** Sum of the debits. */
    valor: Centavos;
    nombre: string;
    sha256: string;
    bytes: number;
    /** Base64. */
    contenido: string;
    creado: Instant;
    id_usuario: number;
    /** Why it was taken back; '' while it counts. */
    motivo: Default<string>;
    retirada: Default<Instant | null>;
    id_usuario_retira: Default<number | null>;
  };
  /** An exported entry. */
  comprobante: {
    id: Generated<number>;
    /** 1, 2, 3… */
    numero: number;
    id_exportacion: number;
    /** What it books: a box, a payment of one, a change of a movement, the first base of a store, or a reversal. */
    origen: EntrySource;
    /** Key of it: of the box, the event, the event of the administration log, the store, or the reversal. */
    id_origen: number;
    tipo: EntryKind;
    /** Posting day. */
    dia: Day;
    /** When it happened. */
    instante: Instant;
    id_tienda: number;
    valor: Centavos;
    lineas: Json;
    /** 0: taken back with its export, or reversed; what it books can be booked again. */
    vigente: Default<Flag>;
  };
  /** A reversed entry: the reversal is an entry of the next export. */
  reversa_contable: {
    id: Generated<number>;
    id_comprobante: number;
    motivo: string;
    creado: Instant;
    id_usuario: number;
  };
  responsable_tienda: {
    id_tienda: number;
    id_usuario: number;
    /** 1: main (one per store); 2: additional. */
    tipo: 1 | 2;
    /** When the main one took over from another person; 0 for the first one and for additional ones. */
    desde: Default<Instant>;
  };
  proveedores: {
    id: Generated<number>;
    num_doc: string;
    /** Comparison key of `num_doc`. */
    documento: Default<string>;
    digito: Default<string>;
    nombre: string;
    direccion: Default<string>;
    id_departamento: number | null;
    id_ciudad: number | null;
    /** 1: a maximum holds for what one box buys from it; so for each that a store created. */
    ocasional: Default<Flag>;
    creado: Instant;
    /** CC, NIT, CE, PPT or pasaporte; '' while unknown. */
    tipo_doc: Default<string>;
    /** Of a natural person; `nombre` has both. */
    nombres: Default<string>;
    apellidos: Default<string>;
    sal: Default<string>;
    regimen: Default<string>;
    /** Since when nothing may be bought from it. */
    bloqueado_desde: Instant | null;
    /** The supplier with which it was merged, which no other one was merged with since; `documento` is that of it. */
    fusionado_en: number | null;
  };
  /** A «documento soporte» that was exported for the provider of the company. */
  documento_soporte: {
    /** Our reference in the file. */
    id: Generated<number>;
    /** 1, 2, 3… of the file. */
    exportacion: number;
    id_proveedor: number;
    /** 1: of the purchases of a week; 0: of one purchase. */
    semanal: Flag;
    /** Day of the export, and the first and last one of the recordings of its purchases. */
    dia: Day;
    desde: Day;
    hasta: Day;
    /** Of its purchases at the export. */
    valor: Centavos;
    /** What the provider answered; '' until then. */
    numero: Default<string>;
    cuds: Default<string>;
    creado: Instant;
    id_usuario: number;
  };
  /** The expenses of the documents; that of a deleted expense goes with it. */
  documento_soporte_gasto: {
    id_gasto: number;
    id_documento: number;
  };
  /** A limit of a category. A changed one ends, and another one begins. */
  tope_categoria: {
    id: Generated<number>;
    /** One of the rows of the category. */
    id_categoria: number;
    /** Only in stores of this format; null: of all. */
    id_formato: number | null;
    /** Only in this store; null: in all. */
    id_tienda: number | null;
    clase: 'gasto' | 'caja' | 'mes' | 'factura' | 'servicio' | 'compra';
    /** Centavos; of a required electronic invoice, the value from which it is required; of a withholding 0. */
    valor: number;
    efecto: 'avisar' | 'impedir';
    desde: Instant;
    /** Null while it holds. */
    hasta: Instant | null;
  };
}

export interface ReferenceTables {
  tipo_usuario: {
    /** Profile 1..8. */
    id: number;
    nombre: string;
    /** Comma-separated route names; their order decides the start page of the user. */
    permisos: string;
  };
  /** Banks, by their code in ACH Colombia. */
  banco: {
    id: number;
    nombre: string;
  };
  tipo_doc: {
    /** 2 is NIT, the only type with a check digit. */
    id: number;
    nombre: string;
  };
  /** Departments of Colombia; the table has the name of the wire. */
  paises: {
    /** DANE code of the department: 5 is Antioquia. */
    id: number;
    /** ISO 3166-2, 'CO-ANT'. */
    iso_region: string;
    nombre_region: string;
  };
  municipios: {
    /** DANE code of the municipality: 5001 is Medellín. */
    id_municipio: number;
    municipio: string;
    departamento_id: number;
  };
  /** Cities of stores and shipping companies: every municipality, and 1146 'NACIONAL'. */
  ciudades: {
    id: number;
    nombre: string;
    /** Null only for 1146. */
    id_municipio: number | null;
  };
  formato_tienda: {
    id: Generated<number>;
    nombre: string;
    active_: Default<Flag>;
  };
  categoria_gasto: {
    id: Generated<number>;
    nombre: string;
    /** Account of the Colombian chart of accounts (PUC). */
    cuenta: string;
    id_formato: number;
    /** 1: an expense with this category needs the review of maintenance. */
    mantenimiento: Default<Flag>;
    active_: Default<Flag>;
  };
  motivo_rechazo: {
    id: Generated<number>;
    nombre: string;
    active_: Default<Flag>;
  };
  /** Document classes of accounting. */
  indicadores: {
    id: Generated<number>;
    codigo: string;
    nombre: string;
    active_: Default<Flag>;
  };
  impuestos: {
    id: Generated<number>;
    nombre: string;
    /** Whole percent, for example 19. */
    porcentaje: number;
    /** Account of a withholding; '' for a tax. */
    cuenta_retencion: Default<string>;
    active_: Default<Flag>;
  };
  config: {
    id: Generated<number>;
    field_name: string;
    /** For 'monto_maximo': pesos as text. */
    field_content: string;
  };
}
