import type { Generated } from 'kysely';
import type { Default, Flag } from './column-types.ts';

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
