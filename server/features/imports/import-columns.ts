/** Columns of the files that bring users and stores, by the field of the form that each fills. */
import type { ImportedTable } from '#contract/calls/imports.calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { unaccented } from '#machines/domain/values/unaccented.ts';

export interface ImportColumn {
  /** The head; read in any case, with or without accents. */
  titulo: string;
  ejemplo: string;
  optional?: true;
}

export const userColumns = {
  tipo: { titulo: 'Tipo de usuario', ejemplo: 'Supervisor' },
  nombre: { titulo: 'Nombre', ejemplo: 'Ana María Rojas' },
  tipo_doc: { titulo: 'Tipo de documento', ejemplo: 'Cédula de ciudadanía' },
  num_doc: { titulo: 'Número de documento', ejemplo: '1020304050' },
  digito: { titulo: 'Dígito de verificación', ejemplo: '', optional: true },
  email: { titulo: 'Correo', ejemplo: 'ana.rojas@empresa.com' },
  celular: { titulo: 'Celular', ejemplo: '3001234567', optional: true },
} as const satisfies Record<string, ImportColumn>;

export const storeColumns = {
  nombre: { titulo: 'Nombre', ejemplo: 'Tienda Centro' },
  direccion: { titulo: 'Dirección', ejemplo: 'Calle 10 # 20-30' },
  telefono: { titulo: 'Teléfono', ejemplo: '6044441212' },
  email: { titulo: 'Correo', ejemplo: 'centro@empresa.com' },
  centro_costo: { titulo: 'Centro de costo', ejemplo: 'CC-101' },
  centro_beneficio: { titulo: 'Centro de beneficio', ejemplo: 'CB-101' },
  responsable: { titulo: 'Correo del responsable', ejemplo: 'responsable@empresa.com' },
  gerente: { titulo: 'Correo del gerente', ejemplo: 'gerente@empresa.com' },
  supervisor: { titulo: 'Correo del supervisor', ejemplo: 'ana.rojas@empresa.com' },
  formato_tienda: { titulo: 'Formato', ejemplo: '' },
  base: { titulo: 'Fondo', ejemplo: '1000000' },
  ciudad: { titulo: 'Ciudad', ejemplo: 'Medellín' },
} as const satisfies Record<string, ImportColumn>;

export type UserField = keyof typeof userColumns;
export type StoreField = keyof typeof storeColumns;

export const importColumns = {
  usuarios: userColumns,
  tiendas: storeColumns,
} as const satisfies Record<ImportedTable, Record<string, ImportColumn>>;

/** The permission of the form that makes one row of the table. */
export const importPermissions = {
  usuarios: ['crearUsuario'],
  tiendas: ['crearTienda'],
} as const satisfies Record<ImportedTable, readonly [Permission]>;

/** Two texts that a person takes for the same: without accents, case and doubled spaces. */
export const sameText = (text: string): string => unaccented(text).replace(/\s+/g, ' ').trim();
