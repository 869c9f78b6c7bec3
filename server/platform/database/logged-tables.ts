/** Tables whose rows the log of administration keeps, and which of their columns. */
import type { Database } from './schema.ts';

export interface LoggedTable {
  /** Name of a row in a sentence. */
  name: string;
  /** SQL of what names one row for ever. */
  key: string;
  /** The columns that are logged as they are; every other one as its SHA-256: a secret that was changed is found, and not read. */
  readable?: readonly string[];
  /** Columns that another log tells. */
  unlogged?: readonly string[];
}

/** A new table is one row here; a new column needs none, and one of `usuarios` is digested until it is named. */
export const loggedTables = {
  tipo_usuario: { name: 'tipo de usuario', key: 'id' },
  tipo_doc: { name: 'tipo de documento', key: 'id' },
  paises: { name: 'departamento', key: 'id' },
  municipios: { name: 'municipio', key: 'id_municipio' },
  ciudades: { name: 'ciudad', key: 'id' },
  formato_tienda: { name: 'formato de tienda', key: 'id' },
  categoria_gasto: { name: 'categoría de gasto', key: 'id' },
  motivo_rechazo: { name: 'motivo de rechazo', key: 'id' },
  indicadores: { name: 'indicador', key: 'id' },
  impuestos: { name: 'impuesto', key: 'id' },
  config: { name: 'ajuste', key: 'field_name' },
  usuarios: {
    name: 'usuario',
    key: 'id',
    readable: [
      'id',
      'razon_social',
      'tipo',
      'tipo_doc',
      'num_doc',
      'digito',
      'email',
      'celular',
      'cambiar_clave',
      'permisos',
      'active_',
      'eliminado',
      'creado',
    ],
  },
  segundo_factor: {
    name: 'segundo factor',
    key: 'id_usuario',
    readable: ['id_usuario', 'activo', 'creado'],
    unlogged: ['ultimo_paso'],
  },
  delegacion: { name: 'delegación', key: 'id' },
  invitacion: {
    name: 'invitación',
    key: 'id',
    readable: ['id', 'id_usuario', 'creada', 'vence', 'usada', 'retirada'],
  },
  empresas: { name: 'empresa', key: 'id' },
  tiendas: { name: 'tienda', key: 'id', unlogged: ['ultimo_consecutivo'] },
  responsable_tienda: { name: 'responsable de tienda', key: "id_tienda || '-' || id_usuario" },
  arqueo: { name: 'arqueo', key: 'id' },
  cuenta_tienda: {
    name: 'cuenta de tienda',
    key: 'id',
    readable: [
      ...['id', 'id_tienda', 'via', 'banco', 'codigo_banco', 'tipo_cuenta', 'titular', 'tipo_doc'],
      ...['documento', 'estado', 'creada', 'id_usuario', 'resuelta', 'id_usuario_resuelve'],
    ],
  },
  archivo_banco: {
    name: 'archivo para el banco',
    key: 'id',
    readable: [
      ...['id', 'id_lote', 'nombre', 'formato', 'sha256', 'registros', 'valor', 'bytes'],
      ...['creado', 'id_usuario'],
    ],
  },
  proveedores: { name: 'proveedor', key: 'id' },
} as const satisfies Partial<Record<keyof Database, LoggedTable>>;

export type LoggedTableName = keyof typeof loggedTables;
export const loggedTableNames = Object.keys(loggedTables) as LoggedTableName[];
