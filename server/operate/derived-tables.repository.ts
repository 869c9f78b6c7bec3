/**
 * Derived tables, which can be computed from the logs and the other rows. They are filled by the transactions that change
 * the rows; all of a table is rebuilt when the rule of the program is not that by which it was filled.
 */
import { type Kysely, sql } from 'kysely';
import { addEveryClosedCase, closedCaseRule } from '../features/cases/event.repository.ts';
import { addEveryText, emptyTable } from '../platform/database/bulk-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  inSnapshot,
  inTransaction,
  onPostgres,
  type Trx,
} from '../platform/database/transactions.ts';
import { withoutTimeouts } from './backup/upkeep.repository.ts';

/** The triggers of the first table fill the counts of expenses in the second. */
async function rebuildCounts(trx: Trx): Promise<void> {
  await emptyTable(trx, 'conteo_caja');
  await emptyTable(trx, 'conteo');
  await sql`insert into conteo_caja
      (id_caja, estado, id_tienda, active, paso_mantenimiento, cantidad, de_mantenimiento, valor, desde)
    select cajas.id, gastos.estado, cajas.id_tienda, cajas.active, cajas.paso_mantenimiento, count(*),
      sum(gastos.requiere_mantenimiento), sum(gastos.valor),
      case when min(gastos.cambio) > cajas.fecha_movimiento
        then min(gastos.cambio) else cajas.fecha_movimiento end
    from cajas inner join gastos on gastos.id_caja = cajas.id
    group by cajas.id, gastos.estado`.execute(trx);
  await sql`insert into conteo (id_tienda, active, paso_mantenimiento, estado, cajas, cantidad, valor)
    select id_tienda, active, paso_mantenimiento, 0, count(*), count(*), sum(total)
    from cajas group by id_tienda, active, paso_mantenimiento`.execute(trx);
}

async function rebuildTexts(trx: Trx): Promise<void> {
  await emptyTable(trx, 'busqueda');
  await emptyTable(trx, 'busqueda_nombres');
  await addEveryText(trx);
}

async function rebuildClosedCases(trx: Trx): Promise<void> {
  await emptyTable(trx, 'caso_cerrado');
  await addEveryClosedCase(trx);
}

interface DerivedTable {
  /** Version of the rule by which the program fills the table; of two tables that are filled together, of both. */
  rule: number;
  rebuild: (trx: Trx) => Promise<void>;
}

/** The triggers of a migration maintain the first two; one that changes them sets their stored rule to 0. */
const derivedTables = {
  conteo: { rule: 1, rebuild: rebuildCounts },
  busqueda: { rule: 1, rebuild: rebuildTexts },
  caso_cerrado: { rule: closedCaseRule, rebuild: rebuildClosedCases },
} as const satisfies Record<string, DerivedTable>;

type DerivedName = keyof typeof derivedTables;

export const derivedTableNames = Object.keys(derivedTables) as DerivedName[];

/** The tables that another rule filled. */
export async function outdatedTables(trx: Trx): Promise<DerivedName[]> {
  const stored = await trx.selectFrom('tabla_derivada').selectAll().execute();
  const rules = new Map(stored.map(({ nombre, regla }) => [nombre, regla]));
  return derivedTableNames.filter((name) => rules.get(name) !== derivedTables[name].rule);
}

/**
 * Rebuilds tables in one transaction. No process may write meanwhile; of several that start at once, one rebuilds.
 *
 * @param which asked once no other process rebuilds
 * @returns the rebuilt tables
 */
export async function rebuildTables(
  db: Kysely<Database>,
  which: (trx: Trx) => Promise<readonly DerivedName[]>,
): Promise<readonly DerivedName[]> {
  return inTransaction(db, async (trx) => {
    await withoutTimeouts(trx);
    if (onPostgres(trx)) await sql`lock table tabla_derivada in exclusive mode`.execute(trx);
    const names = await which(trx);
    for (const name of names) {
      const { rule: regla, rebuild } = derivedTables[name];
      await rebuild(trx);
      await trx
        .insertInto('tabla_derivada')
        .values({ nombre: name, regla })
        .onConflict((conflict) => conflict.column('nombre').doUpdateSet({ regla }))
        .execute();
    }
    return names;
  });
}

/** Rebuilds the tables that another rule filled, before anything reads them. */
export async function rebuildOutdated(db: Kysely<Database>): Promise<void> {
  if ((await inSnapshot(db, outdatedTables)).length > 0) await rebuildTables(db, outdatedTables);
}
