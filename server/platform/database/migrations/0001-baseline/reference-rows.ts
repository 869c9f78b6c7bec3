import { type Kysely, sql } from 'kysely';
import {
  documentTypes,
  expenseCategories,
  invoiceClasses,
  maximumForOccasionalSupplier,
  rejectionReasons,
  storeFormats,
  taxes,
} from './catalogues.ts';
import { departments, municipalities } from './municipalities.ts';
import { profiles } from './profiles.ts';
import type { Engine, FrozenTables } from '../ddl-words.ts';

/** Where shipping companies are that serve the whole country. DANE codes begin at 5001, so none is in its place. */
const nationalCity = { id: 1146, nombre: 'NACIONAL', id_municipio: null };

const cities = [
  nationalCity,
  ...municipalities.map(({ id_municipio, municipio }) => ({
    id: id_municipio,
    nombre: municipio,
    id_municipio,
  })),
];

/** Rows given with their key leave the generator of PostgreSQL behind them. */
async function advanceKeys(db: Kysely<FrozenTables>): Promise<void> {
  const tables = [
    'formato_tienda',
    'categoria_gasto',
    'motivo_rechazo',
    'indicadores',
    'impuestos',
  ];
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(
      db,
    );
  }
}

/** One statement carries a bounded number of parameters; 500 rows of four columns stay far below both limits. */
const chunkSize = 500;
const inChunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, chunk) =>
    rows.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
  );

/** What an installation starts with. A later change of these lists is a migration of its own. */
export async function insertReferenceRows(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  await db
    .insertInto('tipo_usuario')
    .values([...profiles])
    .execute();
  await db
    .insertInto('tipo_doc')
    .values([...documentTypes])
    .execute();
  await db.insertInto('paises').values(departments).execute();
  for (const rows of inChunks(municipalities))
    await db.insertInto('municipios').values(rows).execute();
  for (const rows of inChunks(cities)) await db.insertInto('ciudades').values(rows).execute();
  await db
    .insertInto('formato_tienda')
    .values([...storeFormats])
    .execute();
  await db.insertInto('categoria_gasto').values(expenseCategories).execute();
  await db
    .insertInto('motivo_rechazo')
    .values([...rejectionReasons])
    .execute();
  await db
    .insertInto('indicadores')
    .values([...invoiceClasses])
    .execute();
  await db
    .insertInto('impuestos')
    .values([...taxes])
    .execute();
  await db
    .insertInto('config')
    .values([
      { field_name: 'monto_maximo', field_content: maximumForOccasionalSupplier },
      { field_name: 'nit_empresa', field_content: '' },
      { field_name: 'perfiles_segundo_factor', field_content: '' },
      { field_name: 'exceso_fondo', field_content: 'avisar' },
      { field_name: 'dias_supervision', field_content: '2' },
      { field_name: 'dias_mantenimiento', field_content: '2' },
      { field_name: 'dias_previa', field_content: '2' },
      { field_name: 'dias_envio', field_content: '3' },
      { field_name: 'dias_final', field_content: '5' },
    ])
    .execute();
  if (engine === 'postgres') await advanceKeys(db);
}
