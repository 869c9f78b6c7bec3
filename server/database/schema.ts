import type { Insertable, Selectable, Updateable } from 'kysely';
import type {
  ArchivoTable,
  ArchivoTrozoTable,
  BusquedaNombresTable,
  BusquedaTable,
  CajasTable,
  ConteoCajaTable,
  ConteoTable,
  FacturaElectronicaTable,
  GastoCategoriaTable,
  GastosTable,
} from './schema/box-tables.ts';
import type {
  CategoriaGastoTable,
  CiudadesTable,
  ConfigTable,
  FormatoTiendaTable,
  ImpuestosTable,
  IndicadoresTable,
  MotivoRechazoTable,
  MunicipiosTable,
  PaisesTable,
  TipoDocTable,
  TipoUsuarioTable,
} from './schema/reference-tables.ts';
import type {
  AvisoCorreoTable,
  ClaveTemporalTable,
  CodigoRecuperacionTable,
  DelegacionTable,
  IdempotenciaTable,
  IngresoPendienteTable,
  IntentoTable,
  InvitacionTable,
  LimitePeticionesTable,
  PreferenciaCorreoTable,
  SegundoFactorTable,
  SesionTable,
  UsuariosTable,
} from './schema/people-tables.ts';
import type {
  ArriendoTable,
  CorreoTable,
  EsquemaTable,
  EventoAdministracionTable,
  EventoTable,
  FirmaTable,
  HistoriaHastaTable,
  HistoriaTable,
} from './schema/log-tables.ts';
import type {
  ArqueoTable,
  EmpresasTable,
  ProveedoresTable,
  ResponsableTiendaTable,
  TiendasTable,
} from './schema/store-tables.ts';

export type * from './schema/column-types.ts';
export type * from './schema/reference-tables.ts';
export type * from './schema/people-tables.ts';
export type * from './schema/store-tables.ts';
export type * from './schema/box-tables.ts';
export type * from './schema/log-tables.ts';

/** Every table; the meaning of the types of its columns is in schema/column-types.ts. */
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
  delegacion: DelegacionTable;
  segundo_factor: SegundoFactorTable;
  codigo_recuperacion: CodigoRecuperacionTable;
  ingreso_pendiente: IngresoPendienteTable;
  intento: IntentoTable;
  limite_peticiones: LimitePeticionesTable;
  idempotencia: IdempotenciaTable;
  empresas: EmpresasTable;
  tiendas: TiendasTable;
  arqueo: ArqueoTable;
  responsable_tienda: ResponsableTiendaTable;
  proveedores: ProveedoresTable;
  cajas: CajasTable;
  gastos: GastosTable;
  conteo_caja: ConteoCajaTable;
  conteo: ConteoTable;
  busqueda: BusquedaTable;
  busqueda_nombres: BusquedaNombresTable;
  gasto_categoria: GastoCategoriaTable;
  evento: EventoTable;
  evento_administracion: EventoAdministracionTable;
  firma: FirmaTable;
  historia: HistoriaTable;
  historia_hasta: HistoriaHastaTable;
  factura_electronica: FacturaElectronicaTable;
  archivo: ArchivoTable;
  archivo_trozo: ArchivoTrozoTable;
  correo: CorreoTable;
  invitacion: InvitacionTable;
  preferencia_correo: PreferenciaCorreoTable;
  aviso_correo: AvisoCorreoTable;
  arriendo: ArriendoTable;
  esquema: EsquemaTable;
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
export type RowChanges<Table extends keyof Database> = Updateable<Database[Table]>;
