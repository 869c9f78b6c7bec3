import { type Author, logChanges } from '../../platform/database/administration-log.repository.ts';
import { exists } from '../../platform/database/queries.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';

/** Six formats of stores with 108 categories: those of the demonstration, which a new company may choose. */

interface Model {
  nombre: string;
  /** Account of the Colombian PUC (Decreto 2650 de 1993), group 52: selling expenses. */
  cuenta: string;
  mantenimiento?: 0 | 1;
}

/** Its ids are fixed by the rule of the reimbursement. */
const limitedTransport: Model = { nombre: 'Transporte (menor al tope)', cuenta: '529545' };

/** Ordered by use; a format with fewer categories omits the last ones. */
const models: readonly Model[] = [
  { nombre: 'Elementos de aseo', cuenta: '529525' },
  { nombre: 'Elementos de cafetería', cuenta: '529525' },
  { nombre: 'Útiles y papelería', cuenta: '529530' },
  { nombre: 'Fotocopias e impresiones', cuenta: '529530' },
  { nombre: 'Mantenimiento locativo', cuenta: '525015', mantenimiento: 1 },
  { nombre: 'Reparación de equipos', cuenta: '524515', mantenimiento: 1 },
  { nombre: 'Instalaciones eléctricas', cuenta: '525005', mantenimiento: 1 },
  { nombre: 'Fletes y acarreos', cuenta: '523550' },
  { nombre: 'Transporte (mayor al tope)', cuenta: '529545' },
  { nombre: 'Parqueaderos y peajes', cuenta: '529565' },
  { nombre: 'Combustibles y lubricantes', cuenta: '529535' },
  { nombre: 'Correo y mensajería', cuenta: '523540' },
  { nombre: 'Empaques y bolsas', cuenta: '529540' },
  { nombre: 'Botiquín y medicamentos', cuenta: '520584' },
  { nombre: 'Refrigerios y alimentación', cuenta: '529560' },
  { nombre: 'Recarga de gas', cuenta: '523555' },
  { nombre: 'Decoración y exhibición', cuenta: '525010' },
  { nombre: 'Trámites y licencias', cuenta: '524015' },
];

const formats = [
  { id: 1, nombre: 'Almacén', first: 1, last: 18, limited: 16 },
  { id: 2, nombre: 'Supermercado', first: 19, last: 36, limited: 36 },
  { id: 3, nombre: 'Express', first: 37, last: 55, limited: 55 },
  { id: 4, nombre: 'Isla', first: 56, last: 72, limited: 67 },
  { id: 5, nombre: 'Outlet', first: 73, last: 90, limited: 89 },
  { id: 6, nombre: 'Mayorista', first: 91, last: 108, limited: 108 },
] as const;

/** The formats, each with the rows of its categories. */
export const template = formats.map(({ id, nombre, first, last, limited }) => ({
  id,
  nombre,
  categories: models
    .toSpliced(limited - first, 0, limitedTransport)
    .slice(0, last - first + 1)
    .map(
      ({ mantenimiento = 0, ...model }, place): NewRow<'categoria_gasto'> => ({
        id: first + place,
        id_formato: id,
        mantenimiento,
        ...model,
      }),
    ),
}));

/** Inserts the template, unless there are formats. @returns whether it was inserted */
export async function insertTemplate(trx: Trx, by: Author): Promise<boolean> {
  if (await exists(trx.selectFrom('formato_tienda').select('id').limit(1))) return false;
  for (const { id, nombre, categories } of template) {
    await logChanges(trx, by, 'formato_tienda', ['id', id], () =>
      trx.insertInto('formato_tienda').values({ id, nombre }).execute(),
    );
    await logChanges(trx, by, 'categoria_gasto', ['id_formato', id], () =>
      trx.insertInto('categoria_gasto').values(categories).execute(),
    );
  }
  return true;
}
