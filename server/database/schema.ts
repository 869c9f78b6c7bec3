import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';

/**
 * What is kept. One schema for SQLite and PostgreSQL; names are those of the wire.
 *
 * - Money: integer centavos. Only `config.field_content` keeps money as the text of pesos, as it crosses the wire.
 * - `Day`: 'yyyy-MM-dd', a day in America/Bogota. `Instant`: epoch milliseconds.
 * - `Flag`: 0 or 1. `Json`: JSON as text.
 * - A text nobody has written yet is '', never null; null means that the thing does not exist.
 */
export type Centavos = number;
export type Day = string;
export type Instant = number;
export type Flag = 0 | 1;
export type Json = string;

/** A column that may be left out on insert because the table gives it a default. */
type Default<Value> = ColumnType<Value, Value | undefined, Value>;

export interface TipoUsuarioTable {
  /** Profile 1..8. */
  id: number;
  nombre: string;
  /** Route names joined by commas, in the order that decides where the user lands. */
  permisos: string;
}

export interface TipoDocTable {
  /** 2 is NIT, the only type with a check digit. */
  id: number;
  nombre: string;
}

/** Departments of Colombia; the name of the table is the wire's. */
export interface PaisesTable {
  /** DANE code of the department: 5 is Antioquia. */
  id: number;
  /** ISO 3166-2, 'CO-ANT'. */
  iso_region: string;
  nombre_region: string;
}

export interface MunicipiosTable {
  /** DANE code of the municipality: 5001 is Medellín. */
  id_municipio: number;
  municipio: string;
  departamento_id: number;
}

/** Where stores and shipping companies are: every municipality, and 1146 'NACIONAL'. */
export interface CiudadesTable {
  id: number;
  nombre: string;
  /** Null only for 1146. */
  id_municipio: number | null;
}

export interface FormatoTiendaTable {
  id: Generated<number>;
  nombre: string;
}

export interface CategoriaGastoTable {
  id: Generated<number>;
  nombre: string;
  /** PUC account. */
  cuenta: string;
  id_formato: number;
  /** 1: an expense with this category needs the review of maintenance. */
  mantenimiento: Default<Flag>;
  active_: Default<Flag>;
}

export interface MotivoRechazoTable {
  id: Generated<number>;
  nombre: string;
  active_: Default<Flag>;
}

/** Document classes of accounting. */
export interface IndicadoresTable {
  id: Generated<number>;
  codigo: string;
  nombre: string;
  active_: Default<Flag>;
}

export interface ImpuestosTable {
  id: Generated<number>;
  nombre: string;
  /** Whole percent: 19. */
  porcentaje: number;
  active_: Default<Flag>;
}

export interface ConfigTable {
  id: Generated<number>;
  field_name: string;
  /** 'monto_maximo': pesos as text. */
  field_content: string;
}

/** E-mail and document are unique among the users that are not `eliminado`. */
export interface UsuariosTable {
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
}

/** One-time passwords of /recoverPassword. */
export interface ClaveTemporalTable {
  id: Generated<number>;
  id_usuario: number;
  clave_hash: string;
  vence: Instant;
  usada: Instant | null;
}

export interface SesionTable {
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
}

/** Tries that may be guesses, counted per account and per address to slow guessing down. */
export interface IntentoTable {
  id: Generated<number>;
  /** 'login', 'recuperacion', … */
  accion: string;
  tipo: 'cuenta' | 'direccion';
  /** The e-mail or the network address. */
  sujeto: string;
  exito: Default<Flag>;
  instante: Instant;
}

/** Fixed-window counters of the general rate limit, shared by every server process. */
export interface LimitePeticionesTable {
  clave: string;
  cuenta: number;
  /** End of the window. */
  vence: Instant;
}

export interface IdempotenciaTable {
  clave: string;
  id_usuario: number;
  ruta: string;
  /** Digest of the body: the same key with another body is a mistake. */
  huella: string;
  /** Null while the first request is at work. */
  estado_http: number | null;
  respuesta: Json | null;
  creado: Instant;
}

export interface EmpresasTable {
  id: Generated<number>;
  nombre: string;
  id_ciudad: number;
  active_: Default<Flag>;
  eliminado: Default<Flag>;
}

export interface TiendasTable {
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
  /** Last consecutive given: gapless, so it is read and raised under a row lock. */
  ultimo_consecutivo: Default<number>;
  active_: Default<Flag>;
}

export interface ResponsableTiendaTable {
  id_tienda: number;
  id_usuario: number;
  /** 1 main (one a store), 2 additional. */
  tipo: 1 | 2;
}

export interface ProveedoresTable {
  id: Generated<number>;
  num_doc: string;
  digito: Default<string>;
  nombre: string;
  direccion: Default<string>;
  id_departamento: number | null;
  id_ciudad: number | null;
  /** 1: created by a store. */
  ocasional: Default<Flag>;
  creado: Instant;
}

export interface CajasTable {
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
  id_empresa: number | null;
  /** Guide number; '' with a company that needs none. */
  codigo_soporte: string | null;
  pdf_descargado: Instant | null;
  /** `secuencia` of its last event; 0 before the first. */
  version: Default<number>;
  /** `hash` of its last event; '' before the first. */
  hash: Default<string>;
}

/** What each reviewing stage leaves on an expense. */
export interface StageColumns {
  id_rechazo_supervisor: number | null;
  obs_supervisor: Default<string>;
  fecha_supervisor: Instant | null;
  id_usuario_supervisor: number | null;
  estado_supervisor: number | null;
  id_rechazo_mantenimiento: number | null;
  obs_mantenimiento: Default<string>;
  fecha_mantenimiento: Instant | null;
  id_usuario_mantenimiento: number | null;
  estado_mantenimiento: number | null;
  id_rechazo_contabilidad: number | null;
  obs_contabilidad: Default<string>;
  fecha_contabilidad: Instant | null;
  id_usuario_contabilidad: number | null;
  estado_contabilidad: number | null;
  id_rechazo_contabilidad_dos: number | null;
  obs_contabilidad_dos: Default<string>;
  fecha_contabilidad_dos: Instant | null;
  id_usuario_contabilidad_dos: number | null;
  estado_contabilidad_dos: number | null;
}

export interface GastosTable extends StageColumns {
  id: Generated<number>;
  id_caja: number;
  fecha_gasto: Day;
  id_proveedor: number;
  /** As written on the expense; accounting may correct it without touching the supplier. */
  proveedor_nombre: string;
  recibo: string;
  valor: Centavos;
  concepto: string;
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
  /** Expense state code. */
  estado: number;
  /** 1: itemised. */
  item: Default<Flag>;
  item_texto: Default<string>;
  /** One line of text per novelty. */
  informe_novedad: Default<string>;
  requiere_mantenimiento: Default<Flag>;
  encargado: Default<string>;
  /** Who recorded it, and therefore never decides it. */
  id_usuario: number;
  /** Reimbursement value that replaces `valor`. */
  reembolsar: Centavos | null;
  indicador: number | null;
  tipo_persona: 'PJ' | 'PN' | null;
  version: Default<number>;
  creado: Instant;
}

export interface GastoCategoriaTable {
  id: Generated<number>;
  id_gasto: number;
  id_categoria: number;
  orden: number;
  valor_item: Centavos | null;
  /** id of `impuestos`. */
  iva_item: number | null;
  /** 1: added by accounting. */
  agregada: Default<Flag>;
}

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

export interface FacturaElectronicaTable {
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
  nit_comprador: Default<string>;
  creado: Instant;
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

export interface Database {
  tipo_usuario: TipoUsuarioTable;
  tipo_doc: TipoDocTable;
  paises: PaisesTable;
  municipios: MunicipiosTable;
  ciudades: CiudadesTable;
  formato_tienda: FormatoTiendaTable;
  categoria_gasto: CategoriaGastoTable;
  motivo_rechazo: MotivoRechazoTable;
  indicadores: IndicadoresTable;
  impuestos: ImpuestosTable;
  config: ConfigTable;
  usuarios: UsuariosTable;
  clave_temporal: ClaveTemporalTable;
  sesion: SesionTable;
  intento: IntentoTable;
  limite_peticiones: LimitePeticionesTable;
  idempotencia: IdempotenciaTable;
  empresas: EmpresasTable;
  tiendas: TiendasTable;
  responsable_tienda: ResponsableTiendaTable;
  proveedores: ProveedoresTable;
  cajas: CajasTable;
  gastos: GastosTable;
  gasto_categoria: GastoCategoriaTable;
  evento: EventoTable;
  factura_electronica: FacturaElectronicaTable;
  correo: CorreoTable;
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
export type RowChanges<Table extends keyof Database> = Updateable<Database[Table]>;
