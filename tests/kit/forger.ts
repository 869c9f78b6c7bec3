/** An attacker with write access to the database, whom no trigger and no foreign key stops. */
import { sql } from 'kysely';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { Scene } from './box-scene.ts';
import type { TestServer } from './server.ts';
import { testEngine } from './environment.ts';

type TableName = keyof Database;

/** Tables that the forgeries change. */
const forged = [
  'evento',
  'evento_administracion',
  'firma',
  'gasto_categoria',
  'gastos',
  'cajas',
  'responsable_tienda',
  'tiendas',
  'usuarios',
  'proveedores',
  'empresas',
  'motivo_rechazo',
  'categoria_gasto',
  'config',
  'ciudades',
] as const satisfies readonly TableName[];

/** Written by triggers of the tables above. */
const counted = ['conteo_caja', 'conteo'] as const satisfies readonly TableName[];

/** Counting triggers stay enabled: without them, every forgery would also be one of the counts. */
const goOnCounting = `do $$ declare stored record; begin
  for stored in select tgname, tgrelid::regclass as tabla from pg_trigger where tgname like 'cuenta_%' or tgname like 'busca_%'
  loop execute format('alter table %s enable trigger %I', stored.tabla, stored.tgname); end loop;
end $$`;

/** Disables the protections of the database. */
export async function liftDefences({ db }: Pick<Scene, 'db'>): Promise<void> {
  const statements = {
    sqlite: [
      'pragma foreign_keys = off',
      ...['evento', 'evento_administracion', 'firma'].flatMap((table) => [
        `drop trigger ${table}_no_update`,
        `drop trigger ${table}_no_delete`,
      ]),
    ],
    postgres: [
      ...[...forged, ...counted].map((table) => `alter table ${table} disable trigger all`),
      goOnCounting,
    ],
  }[testEngine()];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Snapshot of the tables. @returns a function that restores it */
export async function remember({ db }: Pick<Scene, 'db'>): Promise<() => Promise<void>> {
  const storedOf = (tables: readonly TableName[]) =>
    Promise.all(
      tables.map(
        async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const,
      ),
    );
  const [stored, counts] = [await storedOf(forged), await storedOf(counted)];
  const clear = (table: TableName) => sql`delete from ${sql.table(table)}`.execute(db);
  const fill = async ([table, rows]: (typeof stored)[number]) => {
    for (let start = 0; start < rows.length; start += 100)
      await db
        .insertInto(table)
        // The rows were read from the same table.
        .values(rows.slice(start, start + 100) as never)
        .execute();
  };
  return async () => {
    for (const [table] of stored) await clear(table);
    // In reverse order, so that referenced rows come first.
    for (const one of stored.toReversed()) await fill(one);
    for (const one of counts) {
      await clear(one[0]);
      await fill(one);
    }
  };
}

/** Messages of an audit. */
export async function auditSentences(scene: TestServer): Promise<string[]> {
  const messages: string[] = [];
  const { differences, derived } = await auditEverything(scene, (line) => messages.push(line));
  if (differences + derived !== messages.length) throw new Error('an audit counts what it says');
  return messages;
}
