import { sql } from 'kysely';
import { type CatalogueTable, catalogueColumns } from '#contract/calls/reference.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { type Reason, successes } from '#contract/errors.ts';
import { fixedRefusals, switchOffRefusals } from '#machines/domain/review/catalogues.ts';
import {
  type Author,
  lockAdministrationLog,
  logChanges,
} from '../../platform/database/administration-log.repository.ts';
import { folded, foldedText } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, found } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { requireNone } from '../accounts/user.repository.ts';
import { categoryOperations, saveCategory } from './categories.ts';

/** The lists that an administrator edits: formats, reasons, taxes and document classes; categories are in categories.ts. */

/** The catalogues of which a row is one row of the table. */
export type PlainCatalogue = Exclude<CatalogueTable, 'categoria_gasto'>;

type CatalogueRow = Pick<Row<PlainCatalogue>, 'id' | 'nombre' | 'active_'> &
  Partial<
    Pick<Row<'impuestos'>, 'porcentaje' | 'cuenta_retencion'> & Pick<Row<'indicadores'>, 'codigo'>
  >;

/** The columns that a form fills. */
type CatalogueColumns = Omit<CatalogueRow, 'id' | 'active_'>;

/** Columns whose values are unique in a list. */
type CatalogueName = 'nombre' | 'codigo';

const findCatalogueRow = async (
  trx: Trx,
  table: PlainCatalogue,
  id: number,
): Promise<CatalogueRow | undefined> =>
  (await rowsOf(trx, sql<CatalogueRow>`select * from ${sql.table(table)} where id = ${id}`))[0];

/** Tells whether another row has this name, ignoring case and accents. */
const catalogueHasName = async (
  trx: Trx,
  table: PlainCatalogue,
  [column, text]: readonly [CatalogueName, string],
  id: number,
): Promise<boolean> =>
  (
    await rowsOf(
      trx,
      sql`select 1 from ${sql.table(table)} where id <> ${id}
        and ${folded(sql.ref(column))} = ${foldedText(text)}`,
    )
  ).length > 0;

const countOthersInUse = async (
  trx: Trx,
  table: PlainCatalogue,
  { id }: CatalogueRow,
): Promise<number> =>
  (await rowsOf(trx, sql`select id from ${sql.table(table)} where id <> ${id} and active_ = 1`))
    .length;

/** Formats of stores by key: those in use, or also the inactive ones. */
export const formatNames = (trx: Trx, which: 'inUse' | 'all') =>
  trx
    .selectFrom('formato_tienda')
    .select(['id', 'nombre'])
    .$if(which === 'inUse', (rows) => rows.where('active_', '=', 1))
    .orderBy('id')
    .execute();

/** The format with this name, ignoring case and accents; created when there is none. @returns its id */
export async function formatByName(trx: Trx, nombre: string, by: Author): Promise<number> {
  const known = await trx
    .selectFrom('formato_tienda')
    .select('id')
    .where(folded(sql.ref('nombre')), '=', foldedText(nombre))
    .executeTakeFirst();
  return known?.id ?? insertCatalogueRow(trx, 'formato_tienda', { nombre }, by);
}

const insertCatalogueRow = (
  trx: Trx,
  table: PlainCatalogue,
  row: CatalogueColumns,
  by: Author,
): Promise<number> =>
  logChanges(trx, by, table, ['id', null], async () => {
    const [inserted] = await rowsOf(
      trx,
      sql<{ id: number }>`insert into ${sql.table(table)}
        (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))}) returning id`,
    );
    return inserted?.id ?? 0;
  });

async function updateCatalogueRow(
  trx: Trx,
  table: PlainCatalogue,
  id: number,
  changes: Partial<Omit<CatalogueRow, 'id'>>,
  by: Author,
): Promise<void> {
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await logChanges(trx, by, table, ['id', id], () =>
    sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(trx),
  );
}

type CatalogueForm = BodyOf<'/guardarCatalogo'> & { tabla: PlainCatalogue };

/** Reads a row under the lock of the administration log. @throws HttpError 404 for an unknown row */
async function lockRow(trx: Trx, table: PlainCatalogue, id: number): Promise<CatalogueRow> {
  await lockAdministrationLog(trx);
  return found(await findCatalogueRow(trx, table, id));
}

const columnsOf = (form: CatalogueForm): CatalogueColumns =>
  Object.fromEntries(
    catalogueColumns[form.tabla].flatMap((column) => {
      const value = form[column];
      if (value === undefined) return [];
      return [[column, typeof value === 'string' ? value.trim() : value]];
    }),
    // `catalogueColumns` lists the columns of the table, and the body has a field for each.
  ) as unknown as CatalogueColumns;

const taken: Record<CatalogueName, string> = {
  nombre: 'Ya hay otro con este nombre en la lista.',
  codigo: 'Ya hay otra clase con este código.',
};

async function takenNames(
  trx: Trx,
  table: PlainCatalogue,
  columns: CatalogueColumns,
  id: number,
): Promise<Reason[]> {
  const motivos: Reason[] = [];
  for (const guardia of Object.keys(taken) as CatalogueName[]) {
    const text = columns[guardia];
    if (text !== undefined && (await catalogueHasName(trx, table, [guardia, text], id)))
      motivos.push({ guardia, mensaje: taken[guardia] });
  }
  return motivos;
}

/** @param current null for a new row @throws HttpError 422 with every broken rule that needs the database */
async function requireCatalogueForm(
  trx: Trx,
  table: PlainCatalogue,
  columns: CatalogueColumns,
  current: CatalogueRow | null,
): Promise<void> {
  const motivos = [
    ...(current === null ? [] : fixedRefusals(table, current, columns)),
    ...(await takenNames(trx, table, columns, current?.id ?? 0)),
  ];
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}

const saveCatalogueRow: Operation<'/guardarCatalogo'> = (form, context) =>
  context.write(async (trx) => {
    const { tabla, id_elemento: id } = form;
    if (tabla === 'categoria_gasto')
      return done(successes.saved, { id_elemento: await saveCategory(trx, form, context) });
    const by = authorOf(context);
    await lockAdministrationLog(trx);
    const current = id === undefined ? null : await lockRow(trx, tabla, id);
    const columns = columnsOf({ ...form, tabla });
    await requireCatalogueForm(trx, tabla, columns, current);
    if (current !== null) await updateCatalogueRow(trx, tabla, current.id, columns, by);
    const id_elemento = current?.id ?? (await insertCatalogueRow(trx, tabla, columns, by));
    return done(successes.saved, { id_elemento });
  });

/** Switches a row on or off. A row that is off can no longer be chosen; rows that refer to it still show it. */
export async function switchCatalogueRow(
  trx: Trx,
  table: PlainCatalogue,
  { id, active_ }: Pick<CatalogueRow, 'id' | 'active_'>,
  by: Author,
): Promise<void> {
  const row = await lockRow(trx, table, id);
  if (active_ === 0)
    requireNone(switchOffRefusals(table, { id, others: await countOthersInUse(trx, table, row) }));
  await updateCatalogueRow(trx, table, id, { active_ }, by);
}

export const catalogueOperations = {
  ...categoryOperations,
  '/guardarCatalogo': saveCatalogueRow,
};
