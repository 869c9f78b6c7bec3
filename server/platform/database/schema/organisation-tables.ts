import type { Generated } from 'kysely';
import type { MailKind, MailTime } from '#contract/calls/mails.calls.ts';
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
    /** The user's own list; null: the profile's. */
    permisos: string | null;
    active_: Default<Flag>;
    eliminado: Default<Flag>;
    creado: Instant;
  };
  /** One-time passwords of /recoverPassword. */
  clave_temporal: {
    id: Generated<number>;
    id_usuario: number;
    /** SHA-256 of the person's key and the password. */
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
    /** Last request: the idle limit counts from here. */
    vista: Instant;
    /** The absolute limit. */
    vence: Instant;
    agente: Default<string>;
    ip: Default<string>;
    metodo: Default<SignIn>;
    /** A second factor is required and not there: nothing but switching it on is allowed. */
    debe_inscribir: Default<Flag>;
  };
  segundo_factor: {
    id_usuario: number;
    /** Base32, as the person's device has it. */
    secreto: string;
    /** 0: shown, but not yet confirmed with a code. */
    activo: Default<Flag>;
    /** Number of the last 30 seconds whose code was used: no code opens twice. */
    ultimo_paso: Default<number>;
    creado: Instant;
  };
  codigo_recuperacion: {
    id: Generated<number>;
    id_usuario: number;
    hash: string;
    usado: Instant | null;
  };
  /** Sign-ins whose password was right and whose code is awaited. */
  ingreso_pendiente: {
    id: Generated<number>;
    token_hash: string;
    id_usuario: number;
    /** The temporary password it began with, spent when it ends. */
    id_clave_temporal: number | null;
    /** Codes tried. */
    intentos: Default<number>;
    vence: Instant;
  };
  /** Tries that may be guesses, counted per account, and per account and place, to slow guessing down. */
  intento: {
    id: Generated<number>;
    /** 'login', … */
    accion: string;
    tipo: 'cuenta' | 'direccion';
    /** The e-mail; for `direccion` followed by the network or the browser that the try came from. */
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
    /** Digest of the body: the same key with another body is a mistake. */
    huella: string;
    /** Null while the first request is at work. */
    estado_http: number | null;
    respuesta: Json | null;
    creado: Instant;
  };
  /** Somebody decides for an absent person; the days are Colombia's, both included. */
  delegacion: {
    id: Generated<number>;
    id_usuario: number;
    id_delegado: number;
    desde: Day;
    hasta: Day;
    creada: Instant;
    /** When it was ended before its last day; null: it was not. */
    terminada: Instant | null;
  };
  /** The link by which a person chooses the first password. */
  invitacion: {
    id: Generated<number>;
    id_usuario: number;
    /** SHA-256 of the secret in the link. */
    token_hash: string;
    creada: Instant;
    vence: Instant;
    /** When the person chose a password by it. */
    usada: Instant | null;
    /** When it was taken back: by a newer one, or because it no longer leads to this person. */
    retirada: Instant | null;
  };
  /** Choices of people on «Mis correos»; a kind without a row is sent as the profile has it. */
  preferencia_correo: {
    id_usuario: number;
    tipo: MailKind;
    cuando: MailTime;
  };
  /** Notices for the next daily mail of a person: they only name the box, so that the mail says what is true then. */
  aviso_correo: {
    id: Generated<number>;
    id_usuario: number;
    tipo: MailKind;
    id_caja: number;
    /** State of the box that the notice is about: where it arrived, or where its expenses were rejected. */
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
    /** JSON: the pieces that there were, as their denominations were then. */
    conteo: string;
    nota: string;
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
    /** Last number given: gapless, so it is read and raised under a row lock. */
    ultimo_consecutivo: Default<number>;
    active_: Default<Flag>;
  };
  /** How a store gets its money; a row is never changed but in its state. One in force and one proposed a store. */
  cuenta_tienda: {
    id: Generated<number>;
    id_tienda: number;
    via: string;
    banco: Default<string>;
    codigo_banco: Default<string>;
    tipo_cuenta: Default<string>;
    numero: Default<string>;
    titular: Default<string>;
    tipo_doc: Default<string>;
    documento: Default<string>;
    estado: 'propuesta' | 'vigente' | 'rechazada' | 'anterior';
    creada: Instant;
    id_usuario: number;
    resuelta: Instant | null;
    id_usuario_resuelve: number | null;
  };
  /** Payments that go to the bank together. */
  lote_giro: {
    id: Generated<number>;
    creado: Instant;
    id_usuario: number;
  };
  /** The file of a batch for the bank: written once. */
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
  /** One attempt to pay a box; at most one of a box is neither `retirado` nor `devuelto`. */
  giro: {
    id: Generated<number>;
    id_caja: number;
    id_lote: number;
    valor: Centavos;
    via: string;
    /** The account that it goes to; null where the store had none. */
    id_cuenta: number | null;
    /** Code of the state of the payment, `retirado` or `devuelto`. */
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
    /** Last change of state. */
    cambio: Instant;
  };
  responsable_tienda: {
    id_tienda: number;
    id_usuario: number;
    /** 1 main (one a store), 2 additional. */
    tipo: 1 | 2;
  };
  proveedores: {
    id: Generated<number>;
    num_doc: string;
    /** `num_doc` as suppliers are compared. */
    documento: Default<string>;
    digito: Default<string>;
    nombre: string;
    direccion: Default<string>;
    id_departamento: number | null;
    id_ciudad: number | null;
    /** 1: created by a store. */
    ocasional: Default<Flag>;
    creado: Instant;
  };
}

export interface ReferenceTables {
  tipo_usuario: {
    /** Profile 1..8. */
    id: number;
    nombre: string;
    /** Route names joined by commas, in the order that decides where the user lands. */
    permisos: string;
  };
  tipo_doc: {
    /** 2 is NIT, the only type with a check digit. */
    id: number;
    nombre: string;
  };
  /** Departments of Colombia; the name of the table is the wire's. */
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
  /** Where stores and shipping companies are: every municipality, and 1146 'NACIONAL'. */
  ciudades: {
    id: number;
    nombre: string;
    /** Null only for 1146. */
    id_municipio: number | null;
  };
  formato_tienda: {
    id: Generated<number>;
    nombre: string;
  };
  categoria_gasto: {
    id: Generated<number>;
    nombre: string;
    /** PUC account. */
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
    /** Whole percent: 19. */
    porcentaje: number;
    active_: Default<Flag>;
  };
  config: {
    id: Generated<number>;
    field_name: string;
    /** 'monto_maximo': pesos as text. */
    field_content: string;
  };
}
