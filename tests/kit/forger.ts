/** Somebody who may write to the database itself: no trigger and no foreign key stops them. */
import { sql } from 'kysely';
import { auditEverything } from '#server/audit/audit-everything.ts';
import type { Database } from '#server/database/schema.ts';
import type { Scene } from './box-scene.ts';
import { testEngine } from './environment.ts';

export type TableName = keyof Database;

/** Tables in which the forgeries happen. */
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

/** From here on the database refuses nothing. */
export async function liftDefences({ db }: Pick<Scene, 'db'>): Promise<void> {
  const statements = {
    sqlite: [
      'pragma foreign_keys = off',
      ...['evento', 'evento_administracion', 'firma'].flatMap((table) => [
        `drop trigger ${table}_no_update`,
        `drop trigger ${table}_no_delete`,
      ]),
    ],
    postgres: forged.map((table) => `alter table ${table} disable trigger all`),
  }[testEngine()];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What every table holds now; the answer puts it back. */
export async function remember({ db }: Pick<Scene, 'db'>): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    forged.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const),
  );
  return async () => {
    for (const [table] of kept) await sql`delete from ${sql.table(table)}`.execute(db);
    for (const [table, rows] of kept)
      for (let start = 0; start < rows.length; start += 100)
        await db
          .insertInto(table)
          .values(rows.slice(start, start + 100) as never)
          .execute();
  };
}

/** The sentences of an audit. */
export async function auditSentences(scene: Scene): Promise<string[]> {
  const messages: string[] = [];
  const { differences } = await auditEverything(scene, (line) => messages.push(line));
  if (differences !== messages.length) throw new Error('an audit counts what it says');
  return messages;
}
