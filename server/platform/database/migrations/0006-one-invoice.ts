/** The number of the electronic invoice of an expense as a key, to find the others that have it; prepaid invoices. */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

/** A number that is its own key. */
const isPlain: Record<Engine, string> = {
  sqlite: "numero_factura not glob '*[^A-Z0-9]*'",
  postgres: "numero_factura ~ '^[A-Z0-9]+$'",
};

const statements = (engine: Engine): string[] => [
  `alter table factura_electronica add column anticipo ${ddlWords(engine).int8}`,
  "alter table gastos add column factura_normalizada text not null default ''",
  `update gastos set factura_normalizada = numero_factura where numero_factura <> '' and ${isPlain[engine]}`,
];

/** Expenses read at once. */
const PAGE = 1_000;

interface Numbered {
  id: number;
  numero_factura: string;
}

const pageAfter = (db: Kysely<FrozenTables>, after: number) =>
  sql<Numbered>`select id, numero_factura from gastos
    where id > ${after} and numero_factura <> '' and factura_normalizada = ''
    order by id limit ${PAGE}`.execute(db);

/** Computes the keys of the other numbers as the program does. */
async function fillKeys(db: Kysely<FrozenTables>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await pageAfter(db, after);
    for (const { id, numero_factura } of rows) {
      const key = numero_factura.toUpperCase().replace(/[^A-Z0-9]/g, '');
      await sql`update gastos set factura_normalizada = ${key} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

export async function oneInvoice(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
  await fillKeys(db);
  await sql`create index gastos_por_factura on gastos (id_proveedor, factura_normalizada)
    where factura_normalizada <> ''`.execute(db);
}
