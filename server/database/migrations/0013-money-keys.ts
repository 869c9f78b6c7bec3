import { type Kysely, sql } from 'kysely';
import type { Engine, FrozenTables } from './ddl-words.ts';

const statements = [
  "alter table gastos add column categorias_propias text not null default '[]'",
  "alter table gastos add column recibo_normalizado text not null default ''",
  'alter table gastos add column soporte_contenido text',
  "alter table proveedores add column documento text not null default ''",
  'drop index gastos_por_recibo',
  'create index gastos_por_recibo_normalizado on gastos (id_proveedor, recibo_normalizado)',
  'create index gastos_por_contenido on gastos (soporte_contenido)',
  'create index proveedores_por_documento on proveedores (documento)',
];

/** Where the categories stand in what the log kept of a recording, as text: nothing there can fail to be read. */
const ownCategories = {
  postgres: `substring(payload from '"categoryIds":(\\[[0-9,]*\\])')`,
  sqlite: `substr(payload, instr(payload, '"categoryIds":[') + 14,
    instr(substr(payload, instr(payload, '"categoryIds":[') + 14), ']'))`,
} satisfies Record<Engine, string>;

/** As receipts were compared when this was written. */
const receiptKey = (recibo: string): string =>
  recibo
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');

const BATCH = 5_000;

/** Upper case is what most receipts need; only those with a zero, a sign or a space are looked at one by one. */
async function normaliseReceipts(db: Kysely<FrozenTables>): Promise<void> {
  await sql`update gastos set recibo_normalizado = upper(recibo)`.execute(db);
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; recibo: string; recibo_normalizado: string }>`
      select id, recibo, recibo_normalizado from gastos where id > ${last} order by id limit ${BATCH}`.execute(
      db,
    );
    for (const { id, recibo, recibo_normalizado } of rows) {
      const key = receiptKey(recibo);
      if (key !== recibo_normalizado)
        await sql`update gastos set recibo_normalizado = ${key} where id = ${id}`.execute(db);
    }
    const end = rows.at(-1)?.id;
    if (end === undefined) return;
    last = end;
  }
}

/**
 * What an expense was recorded under, which a split does not change; receipts and suppliers as they are compared;
 * what a support shows; whether a fund may be exceeded.
 */
export async function moneyKeys(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql
    .raw(`update gastos set categorias_propias = coalesce((
      select ${ownCategories[engine]} from evento
      where evento.id_gasto = gastos.id and evento.id_gasto is not null
        and evento.evento = 'EXPENSE.RECORD' and evento.desde <> evento.hacia
        and payload like '%"categoryIds":[%'), '[]')`)
    .execute(db);
  await sql`update proveedores set documento = ltrim(num_doc, '0')`.execute(db);
  await normaliseReceipts(db);
  await sql`insert into config (field_name, field_content) values ('exceso_fondo', 'avisar')
    on conflict (field_name) do nothing`.execute(db);
}
