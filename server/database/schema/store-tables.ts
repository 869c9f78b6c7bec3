import type { Generated } from 'kysely';
import type { Centavos, Default, Flag, Instant } from './column-types.ts';

/** Cash counts; amounts in centavos. */
export interface ArqueoTable {
  id: Generated<number>;
  id_tienda: number;
  id_usuario: number;
  instante: Instant;
  base: number;
  en_caja: number;
  en_proceso: number;
  efectivo: number;
  /** JSON: the pieces that there were, as their denominations were then. */
  conteo: string;
  nota: string;
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
}
