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
