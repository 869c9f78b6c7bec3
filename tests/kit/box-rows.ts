/** Reads of the database in the tests of the boxes. */
import { sql } from 'kysely';
import type { CallPath } from '#contract/contract.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { auditBox } from '#server/features/cases/audit.ts';
import type { Scene } from './box-scene.ts';
import type { CallResult } from './client.ts';

/** Id of the open box of a store. */
export const openBoxOf = async (scene: Scene, id_tienda: number): Promise<number> =>
  (
    await scene.db
      .selectFrom('cajas')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where('active', '=', 0)
      .executeTakeFirstOrThrow()
  ).id;

export const boxRow = (scene: Scene, id: number) =>
  scene.db.selectFrom('cajas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Marks the legalisation of a box as opened by its store, without drawing it. */
export const openPdf = ({ db, clock }: Scene, id: number) =>
  db.updateTable('cajas').set({ pdf_descargado: clock.now() }).where('id', '=', id).execute();

/** Resets a box to before its store opened the legalisation. */
export const forgetPdf = ({ db }: Scene, id: number) =>
  db.updateTable('cajas').set({ pdf_descargado: null }).where('id', '=', id).execute();

export const expenseRow = (scene: Scene, id: number) =>
  scene.db.selectFrom('gastos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const eventsOf = (scene: Scene, idCaja: number) =>
  scene.db
    .selectFrom('evento')
    .selectAll()
    .where('id_caja', '=', idCaja)
    .orderBy('secuencia')
    .execute();

/** Differences between the log and the rows of a box; must be empty. */
export const auditOf = (scene: Scene, idCaja: number): Promise<string[]> =>
  inTransaction(scene.db, (trx) => auditBox(trx, idCaja));

/** Tables that a refused call must not change. */
const businessTables = [
  'cajas',
  'gastos',
  'gasto_categoria',
  'evento',
  'correo',
  'tiendas',
  'proveedores',
] as const satisfies readonly (keyof Database)[];

/** Every row of every business table as one text, for comparison. */
export async function digest({ db }: Pick<Scene, 'db'>): Promise<string> {
  const tables = await Promise.all(
    businessTables.map((table) => db.selectFrom(table).selectAll().orderBy(sql`id`).execute()),
  );
  return JSON.stringify(tables);
}

/** Makes a call that must be refused, and checks that the database has not changed. */
export async function refused<Path extends CallPath>(
  scene: Scene,
  attempt: () => Promise<CallResult<Path>>,
) {
  const before = await digest(scene);
  const { status, refusal } = await attempt();
  return {
    status,
    msg: refusal.msg,
    guardias: refusal.motivos?.map(({ guardia }) => guardia) ?? [],
    unchanged: (await digest(scene)) === before,
  };
}
