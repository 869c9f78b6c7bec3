/** Taxes of electronic invoices, parts of splits whose tax is not deducted, and the index of the spending by month. */
import { type Kysely, sql } from 'kysely';
import type { FrozenTables } from './ddl-words.ts';

/** Invoices that were imported before, and splits that were saved before, have none of it. */
const statements: readonly string[] = [
  'alter table factura_electronica add column tipo text',
  'alter table factura_electronica add column forma_pago text',
  'alter table factura_electronica add column impuestos text',
  'alter table gasto_categoria add column deducible integer check (deducible in (0, 1))',
  // Has every column that the sums read, so that they read no row of an expense.
  `create index gastos_por_mes on gastos
    (fecha_gasto, id_caja, estado, item, valor, reembolsar, id_proveedor)`,
];

export async function taxFacts(db: Kysely<FrozenTables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
