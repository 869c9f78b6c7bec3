import type { Generated } from 'kysely';
import type { Centavos, Default, Flag, Instant } from './column-types.ts';

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
    efectivo: number;
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
