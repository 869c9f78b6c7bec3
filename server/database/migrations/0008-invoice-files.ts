import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

/** The files of imported electronic invoices, who imported them, and the company that they should be made out to. */
export async function invoiceFiles(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  const { int8 } = ddlWords(engine);
  const statements = [
    'alter table factura_electronica add column xml_sha256 text',
    'alter table factura_electronica add column pdf_sha256 text',
    `alter table factura_electronica add column id_usuario ${int8} references usuarios (id)`,
    'create index factura_electronica_por_xml on factura_electronica (xml_sha256)',
    'create index factura_electronica_por_pdf on factura_electronica (pdf_sha256)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db
    .insertInto('config')
    .values({ field_name: 'nit_empresa', field_content: '' })
    .onConflict((conflict) => conflict.column('field_name').doNothing())
    .execute();
}
